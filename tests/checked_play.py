"""Games with every index checked: run as `NUMBA_BOUNDSCHECK=1 python -m tests.checked_play GAMES`.

First a kernel that writes past the end of a field shows that the check bites: unchecked, it would hit the next field.
"""

from __future__ import annotations

import sys
from collections import Counter

import numpy as np

from chuanma.engine import layout as L
from chuanma.engine.jit import I8, STATE, kernel, types, vector
from tests.scenarios import Run, load
from tests.test_engine import PRESETS, play
from tests.test_scenarios import Kernel


@kernel(types.void(vector(STATE), I8))
def write_past_the_end(states, place):
    """Writes one place of a river."""
    states[0].river[0, place] = 1


def main() -> int:
    """Play and report; 1 if the check does not bite."""
    states = np.zeros(1, L.STATE)
    try:
        write_past_the_end(states, L.RIVER)
    except IndexError:
        print("the check bites")
    else:
        print("an index past the end went unnoticed")
        return 1
    for preset in PRESETS:
        ends: Counter[str] = Counter()
        for seed in range(int(sys.argv[1])):
            for table, _ in play(preset, seed):
                table.observe(seed % (L.SPECTATOR + 1))
            ends[L.ENDS[int(table.state["end"][0])]] += 1
        print(f"{preset}: games within bounds, by their end: {dict(ends)}")
    scenarios = load()
    for scenario in scenarios:
        Run(scenario, Kernel(scenario)).check()
    print(f"{len(scenarios)} scenarios within bounds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
