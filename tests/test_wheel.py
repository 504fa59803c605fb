"""The wheel: built, installed into an empty environment, and whole.

What Chuanma depends on is not downloaded again: the environment finds the packages of the one that runs the tests. So
this shows that the wheel holds what it must and starts, not that its list of dependencies is complete.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "chuanma"


def run(*command: str | Path, **more: str) -> str:
    """Output of a program that must succeed, started outside the source tree."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, env={**env, **more}, cwd=ROOT.anchor, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built with the packages installed here instead of in an environment of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("chuanma-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment in which only the wheel is installed."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, symlinks=os.name != "nt")
    paths = sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)})
    programs = Path(paths["scripts"])
    pip = [sys.executable, "-m", "pip", "--python", programs / "python", "--disable-pip-version-check"]
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel)
    (Path(paths["purelib"]) / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return programs


def test_the_package_is_the_wheels(installed: Path) -> None:
    where = run(installed / "python", "-c", "import chuanma; print(chuanma.__file__)")
    assert Path(where.strip()).is_relative_to(installed.parent)


def test_a_hand_is_scored(installed: Path) -> None:
    # Uncompiled: compiling for a second place on the disk would take a minute and show nothing more.
    command = [installed / "chuanma", "score", "11222244p557799m", "--rules", "standard", "--json"]
    found = json.loads(run(*command, NUMBA_DISABLE_JIT="1"))
    # 七对 with four 2p: 龙七对, 16 units (RULES §9, fans.md)
    assert (found["win"], found["units"], [p["id"] for p in found["patterns"]]) == (True, 16, ["longqidui"])


def test_everything_that_is_read_is_inside(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    kinds = ("faces/*.svg", "text/*.json", "rules/presets/*.toml", "engine/data/*.npz", "**/*.py", "py.typed")
    for kind in kinds:
        expected = {path.relative_to(PACKAGE.parent).as_posix() for path in PACKAGE.glob(kind)}
        assert expected, f"there is no {kind}"
        assert expected <= inside
    licences = {name.rpartition("/")[2] for name in inside if "/licenses/" in name}
    assert licences == {"LICENSE", "THIRD_PARTY.md"}


def test_the_page_is_inside(wheel: Path) -> None:
    static = "chuanma/server/static/"
    with zipfile.ZipFile(wheel) as archive:
        inside = archive.namelist()
        index = archive.read(f"{static}index.html").decode("utf-8")
    kinds = {Path(name).suffix for name in inside if name.startswith(static)}
    assert {".html", ".js", ".css", ".woff2", ".svg"} <= kinds
    script = next(name for name in inside if name.startswith(static) and name.endswith(".js"))
    assert Path(script).name in index
