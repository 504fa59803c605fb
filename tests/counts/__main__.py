"""`python -m tests.counts`: write the counts anew; `divide PRESET SEED DEPTH` to compare."""

import sys

from tests.counts import DEPTHS, FILE, STARTS, count_reference, divide, reference_game

if sys.argv[1:2] == ["divide"]:
    print("\n".join(divide(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))))
else:
    lines = [
        f"{preset} {seed} {depth} {count_reference(reference_game(preset, seed), depth)}"
        for preset, seed in STARTS
        for depth in DEPTHS[preset]
    ]
    FILE.write_text("\n".join(lines) + "\n")
