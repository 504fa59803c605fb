"""`python -m bench [part …]`: every part, or those named. Each part is a module here with a function `lines()`."""

from __future__ import annotations

import importlib
import sys

from bench.report import show

PARTS = ("startup", "hands", "kernel", "page", "duel")


def main() -> int:
    """Measure and print; exit 2 for an unknown part. A miss is printed, it does not fail."""
    wanted = sys.argv[1:] or PARTS
    for name in wanted:
        if name not in PARTS:
            print(f"unknown part {name!r}: {', '.join(PARTS)}", file=sys.stderr)
            return 2
    print(f"{'figure':<62} {'target':>14} {'result':>16}")
    for name in wanted:
        show(importlib.import_module(f"bench.{name}").lines())
    return 0


if __name__ == "__main__":
    sys.exit(main())
