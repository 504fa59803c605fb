"""When kernels are compiled, what they accept, and where compiled code is kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from chuanma.engine.shapes import load_tables

COUNT_LOADED = """
from chuanma.engine import batch, hands, jit, moves, settle, shapes, step, value
modules = (batch, hands, moves, settle, shapes, step, value)
kernels = {k for m in modules for k in vars(m).values() if hasattr(k, "py_func")}
print(len(kernels), [k.py_func.__name__ for k in kernels if k.overloads])
shapes.suit_key(__import__("numpy").zeros(27, "i1"), 0)
print([k.py_func.__name__ for k in kernels if k.overloads])
"""
WRONG_TYPE = """
import numpy as np
from chuanma.engine.shapes import suit_key
try:
    suit_key(np.zeros(27, np.int64), 0)
except TypeError as refused:
    print(refused)
print(suit_key(np.zeros(27, np.int8), 0))
"""
OTHERS = """
from numba.core import config
config.CACHE_DIR = "elsewhere"
import chuanma.engine.shapes
print(config.CACHE_DIR)
"""


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "0", **environment},
        capture_output=True,
        text=True,
        check=True,
    )


def test_nothing_is_loaded_before_it_is_used() -> None:
    number, first, second = run(COUNT_LOADED).stdout.replace(" ", "\n", 1).splitlines()

    assert int(number) > 100
    assert (first, second) == ("[]", "['suit_key']")


def test_the_first_compile_says_so_and_the_second_run_has_it_kept(tmp_path: Path) -> None:
    code = "import numpy as np; from chuanma.engine.shapes import suit_key; print(suit_key(np.ones(27, np.int8), 1))"

    first, second = (run(code, CHUANMA_CACHE=str(tmp_path)) for _ in range(2))

    assert (first.stdout, second.stdout) == ("488281\n", "488281\n")  # (5**9 - 1) / 4
    assert (first.stderr, second.stderr) == ("chuanma: compiling engine.shapes (once) …\n", "")
    assert len(list(tmp_path.glob("kernel-*"))) == 1


def test_without_a_place_to_keep_code_there_is_one_notice(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code = "import numpy as np; from chuanma.engine.shapes import suit_key; suit_key(np.ones(27, np.int8), 1)"

    notice, compiling = run(code, CHUANMA_CACHE=str(tmp_path / "file")).stderr.splitlines()

    assert notice.startswith("chuanma: compiled code is not kept")
    assert notice.endswith("set CHUANMA_CACHE to a writable folder")
    assert compiling == "chuanma: compiling engine.shapes (each time) …"


def test_code_of_old_versions_is_cleared_away(tmp_path: Path) -> None:
    for age in range(5):
        (tmp_path / f"kernel-{age}").mkdir()
        os.utime(tmp_path / f"kernel-{age}", (age, age))
    (tmp_path / "other").mkdir()

    run("import chuanma.engine.jit", CHUANMA_CACHE=str(tmp_path))

    kept = {path.name for path in tmp_path.iterdir()}
    assert len(kept) == 5
    assert {"other", "kernel-2", "kernel-3", "kernel-4"} < kept


def test_other_users_of_the_compiler_keep_their_settings() -> None:
    assert run(OTHERS).stdout == "elsewhere\n"


def test_arguments_of_other_types_are_refused() -> None:
    """At the first call already, when there is nothing compiled to compare them with."""
    assert (
        run(WRONG_TYPE).stdout
        == "No matching definition for argument type(s) array(int64, 1d, C), int64\n0\n"
    )


def test_tables_are_read_once() -> None:
    assert load_tables() is load_tables()
