"""One run of the engine with every index checked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_no_index_leaves_its_field() -> None:
    """A checked build (compiled apart, since the check is part of the cache's key) plays games of every preset."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.checked_play", "12"],
        cwd=Path(__file__).parents[1],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.splitlines()[0] == "the check bites"
    assert run.stdout.count("games within bounds") == 15
    assert "scenarios within bounds" in run.stdout
