"""Mutation testing of what counts money: `python -m bench.mutation FOLDER`.

The engine is changed in one place after another, and the tests are asked whether they find out. It takes an hour or
more, and goes on where it stopped when it is called again with the same folder.

Needs the extra `mutation` (cosmic-ray). The mutants are those of its operators, save replacements of one operator by
each of ten others (one is enough) and those that mean the same for numbers.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

from bench.report import Line, show

ROOT = Path(__file__).parents[1]
MODULES = ("value", "settle")
LEAST = 85.0  # per cent
COPIED = ("src", "tests", "pyproject.toml")
PAIRS = (
    *("Add_Sub", "Sub_Add", "Mul_Add", "BitAnd_BitOr", "BitOr_BitAnd"),
    *("LShift_RShift", "RShift_LShift", "Mod_FloorDiv", "FloorDiv_Mod"),
)
EXCLUDED = (
    f"core/ReplaceBinaryOperator_(?!({'|'.join(PAIRS)})$).*",
    "core/ReplaceComparisonOperator_.*_(Is|IsNot)",
    "core/ReplaceComparisonOperator_(Eq|NotEq)_(Lt|Gt|LtE|GtE)",
    "core/ReplaceUnaryOperator_.*_(Not|Invert|UAdd)",
    "core/RemoveDecorator",
)
CONFIG = """
[cosmic-ray]
module-path = "src/chuanma/engine/{module}.py"
timeout = 30.0
excluded-modules = []
test-command = "{python} -m tests.mutants {cases}"
[cosmic-ray.distributor]
name = "local"
[cosmic-ray.filters.operators-filter]
exclude-operators = {excluded}
"""


def run(folder: Path, *command: str) -> None:
    """A command in the copy of the project, uncompiled; its failure ends the measurement."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": "src:.", "PYTHONWARNINGS": "ignore"}
    subprocess.run(command, cwd=folder, env=environment, check=True)


def copy_of_project(folder: Path) -> Path:
    """A copy that mutants can be written into."""
    copy = folder / "project"
    if not copy.is_dir():
        copy.mkdir(parents=True)
        for name in COPIED:
            here = ROOT / name
            if here.is_dir():
                shutil.copytree(here, copy / name, ignore=shutil.ignore_patterns("static", "__pycache__"))
            else:
                shutil.copy2(here, copy / name)
    return copy


def session(folder: Path, module: str) -> Path:
    """The session of a module: all its mutants, those already judged with their fate."""
    copy, file, cases = copy_of_project(folder), folder / f"{module}.sqlite", folder / f"{module}.cases"
    config = folder / f"{module}.toml"
    if not cases.is_file():
        run(copy, sys.executable, "-m", "tests.mutants", str(cases), "--prepare", module)
    if not file.is_file():
        words = CONFIG.format(module=module, python=sys.executable, cases=cases, excluded=list(EXCLUDED))
        config.write_text(words, "utf-8")
        run(copy, tool("cosmic-ray"), "init", str(config), str(file))
        run(copy, tool("cr-filter-operators"), str(file), str(config))
    run(copy, tool("cosmic-ray"), "exec", str(config), str(file))
    return file


def tool(name: str) -> str:
    """A command of cosmic-ray beside this Python, or on the path."""
    beside = Path(sys.executable).parent / name
    found = str(beside) if beside.is_file() else shutil.which(name)
    if found is None:
        raise SystemExit(f"{name} is not installed: pip install -e .[mutation] -c constraints.txt")
    return found


def fates(file: Path) -> dict[str, int]:
    """How many mutants were killed and how many survived."""
    with sqlite3.connect(file) as database:
        rows = database.execute(
            "select test_outcome, count(*) from work_results where worker_outcome = 'NORMAL' group by 1"
        )
        return {str(fate).rpartition(".")[2].lower(): int(number) for fate, number in rows}


def main() -> int:
    """Judge the mutants and print how many were found out."""
    if len(sys.argv) != 2:
        print("usage: python -m bench.mutation FOLDER (an empty folder, or one of an earlier run)", file=sys.stderr)
        return 2
    folder = Path(sys.argv[1]).absolute()
    lines = []
    for module in MODULES:
        found = fates(session(folder, module))
        killed, survived = found.get("killed", 0), found.get("survived", 0)
        name = f"{module}.py: mutants killed of {killed + survived}, %"
        lines.append(Line(name, 100 * killed / (killed + survived), at_least=LEAST))
    show(lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
