"""`python -m chuanma.engine.warm`: compile the engine ahead; each part is named as it is compiled."""

from __future__ import annotations

import sys
import time
from importlib import import_module

from chuanma.engine.jit import compile_all

PARTS = ("hands", "batch")  # they import the others


def main() -> None:
    """Compile every part that is not in the cache yet."""
    start = time.perf_counter()
    for part in PARTS:
        import_module(f"chuanma.engine.{part}")
    compile_all()
    print(f"chuanma: the engine is ready ({time.perf_counter() - start:.0f} s)", file=sys.stderr)


if __name__ == "__main__":
    main()
