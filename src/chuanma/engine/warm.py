"""`python -m chuanma.engine.warm`: compile the engine ahead, saying what is happening."""

from __future__ import annotations

import sys
import time
from importlib import import_module

PARTS = ("shapes", "value", "moves", "settle", "step", "observe", "batch")


def main() -> None:
    """Compile every part that is not in the cache yet."""
    start = time.perf_counter()
    for number, part in enumerate(PARTS, 1):
        print(f"compiling the engine, {number} of {len(PARTS)}: {part} …", file=sys.stderr, flush=True)
        import_module(f"chuanma.engine.{part}")
    print(f"the engine is ready ({time.perf_counter() - start:.0f} s)", file=sys.stderr)


if __name__ == "__main__":
    main()
