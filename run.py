#!/usr/bin/env python3
"""One-word commands for a fresh machine: `python3 run.py play` and `python3 run.py test`, and a few more (--help).

Needs Python 3.11 or newer and pip, nothing else: it makes a virtual environment in .venv beside itself, installs the
project and what it depends on into it (again only when something changed that asks for it), and hands over to it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
BIN = VENV / ("Scripts" if WINDOWS else "bin")
PYTHON = BIN / ("python.exe" if WINDOWS else "python")
OLDEST = (3, 11)
BAD_INPUT = 2  # exit code

# An installation is out of date when one of these changes: the package is linked, not copied, so its Python code is
# not among them, but the page is built from web/, the texts, the faces, the presets' titles and the message types.
INSTALLED_FROM = (
    "pyproject.toml",
    "constraints.txt",
    "hatch_build.py",
    "tools/npm.py",
    "web",
    "src/chuanma/text",
    "src/chuanma/faces",
    "src/chuanma/rules/presets",
    "src/chuanma/actions.py",
    "src/chuanma/events.py",
    "src/chuanma/view.py",
    "src/chuanma/server/protocol.py",
)
NOT_SOURCES = {"node_modules", "__pycache__"}

HELP = """usage: python3 run.py COMMAND [options]

  setup               make .venv, install Chuanma into it, build the page, compile the engine
  play                set up, start the table on this machine and open it in the browser
                        --port N, --no-browser, and whatever else `chuanma play --help` names
  test [pytest args]  every test, by stage; with arguments: pytest with just these
  check               style (ruff), types (mypy), layers (import-linter), and those of the page
  fuzz --games N      games under random rules: the engine against the plain reference
  bench [part ...]    measure speed and size, target beside result
  shots               take the screenshots of docs/shots

Every command sets up first what is missing or out of date; that needs a network the first time.
"""


# ---------------------------------------------------------------------------------------------------------- set-up
def say(message: str) -> None:
    """A line of our own between the output of others."""
    print(f"run.py: {message}", file=sys.stderr, flush=True)


def stop(message: str, code: int = 1) -> NoReturn:
    """Leave with an error."""
    say(message)
    sys.exit(code)


def sources() -> Iterator[Path]:
    """The files whose content an installation depends on, in a fixed order."""
    for name in INSTALLED_FROM:
        path = ROOT / name
        if path.is_file():
            yield path
        elif path.is_dir():
            yield from sorted(p for p in path.rglob("*") if p.is_file() and not NOT_SOURCES & set(p.parts))


def content_key() -> str:
    """One hash over names and contents of `sources`."""
    digest = hashlib.sha256()
    for path in sources():
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def pip_command() -> list[str] | None:
    """How to run a pip that can install into another environment (22.3 or newer), or None."""
    if importlib.util.find_spec("pip") is None:
        return None
    shown = subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, text=True)
    found = re.match(r"pip (\d+)\.(\d+)", shown.stdout)
    if found is None or (int(found[1]), int(found[2])) < (22, 3):
        return None
    return [sys.executable, "-m", "pip", "--python", str(PYTHON)]


def usable_venv() -> bool:
    """Whether .venv is there and the Python it was made with still is."""
    if not PYTHON.exists():
        return False
    made_with = re.search(r"^executable = (.+)$", (VENV / "pyvenv.cfg").read_text("utf-8"), re.MULTILINE)
    return made_with is None or Path(made_with[1]).exists()


def make_venv() -> list[str]:
    """Make .venv if need be, and return the pip command that installs into it."""
    pip = pip_command()
    if not usable_venv():
        say(f"making {VENV.relative_to(ROOT)} with Python {sys.version.split()[0]}")
        venv.create(VENV, clear=VENV.exists(), symlinks=not WINDOWS, with_pip=False)
    if pip is not None:
        return pip
    if subprocess.run([PYTHON, "-c", "import pip"], capture_output=True).returncode != 0:
        say("this Python has no pip of its own (22.3 or newer): taking the one that comes with it (ensurepip)")
        if subprocess.run([PYTHON, "-m", "ensurepip", "--default-pip"], stdout=sys.stderr).returncode != 0:
            stop(f"no pip: install it for {sys.executable} (on Debian and Ubuntu: apt install python3-pip).")
    return [str(PYTHON), "-m", "pip"]


def install(extra: str) -> None:
    """Install the project, linked, and what it depends on, if that is not so already. `extra`: "" or "test"."""
    key = content_key()
    stamp = VENV / f"installed-{extra or 'play'}"
    enough = [stamp] if extra else [stamp, VENV / "installed-test"]
    if usable_venv() and any(s.is_file() and s.read_text("utf-8") == key for s in enough):
        return
    pip = make_venv()
    say("installing Chuanma and what it needs (a minute or two the first time)")
    target = f".[{extra}]" if extra else "."
    options = ["--disable-pip-version-check", "--quiet", "--constraint", "constraints.txt"]
    if subprocess.run([*pip, "install", *options, "--editable", target], cwd=ROOT).returncode != 0:
        stop("the installation failed; what pip said stands above.")
    stamp.write_text(key, "utf-8")


# -------------------------------------------------------------------------------------------------------- commands
def become(*command: str) -> None:
    """Go on as another program of .venv; its exit code is ours."""
    line = [str(PYTHON), *command]
    if WINDOWS:  # there exec would return to the shell at once
        sys.exit(subprocess.run(line).returncode)
    os.execv(line[0], line)


def stages(steps: list[tuple[str, list[str]]]) -> None:
    """Run all steps (programs of .venv), whatever fails; say how long each took; leave with the first failure."""
    outcomes: list[tuple[str, int, float]] = []
    for name, command in steps:
        say(f"{name}: {' '.join(command)}")
        start = time.monotonic()
        code = subprocess.run([BIN / command[0], *command[1:]], cwd=ROOT).returncode
        outcomes.append((name, code, time.monotonic() - start))
    for name, code, seconds in outcomes:
        say(f"{name:<10} {seconds:6.1f} s  {'ok' if code == 0 else f'FAILED (exit code {code})'}")
    sys.exit(next((code for _, code, _ in outcomes if code != 0), 0))


def setup(args: list[str]) -> None:
    """Set up only."""
    if args:
        stop(f"setup takes no arguments, not {' '.join(args)}", BAD_INPUT)
    install("")
    become("-m", "chuanma.engine.warm")


def play(args: list[str]) -> None:
    """A table in the browser."""
    if not {"-h", "--help"} & set(args):
        install("")
    elif not usable_venv():
        print(HELP)
        sys.exit(0)
    become("-m", "chuanma.cli", "play", *args)


def test(args: list[str]) -> None:
    """Every test by stage, or pytest with the arguments given."""
    install("test")
    if args:
        become("-m", "pytest", *args)
    pytest = ["python", "-m", "pytest", "-q"]
    steps = [
        ("engine", ["python", "-m", "chuanma.engine.warm"]),  # or each worker of the next would compile it
        ("unit", [*pytest, "-n", "2", "--dist", "worksteal", "--ignore", "tests/e2e", "--durations", "10"]),
        ("e2e", [*pytest, "tests/e2e", "--durations", "5"]),
    ]
    stages(steps)


def check(args: list[str]) -> None:
    """Style, types and layers."""
    if args:
        stop(f"check takes no arguments, not {' '.join(args)}", BAD_INPUT)
    install("test")
    steps = [
        ("style", ["ruff", "check", "."]),
        ("types", ["mypy"]),
        ("layers", ["lint-imports", "--no-logo"]),
        ("messages", ["python", "tools/generate_types.py", "--check"]),
        ("pages on rules", ["python", "tools/write_rules.py", "--check"]),
        ("page", ["python", "tools/npm.py", "web", "run", "check"]),
        ("page tests", ["python", "tools/npm.py", "web", "run", "test"]),
    ]
    stages(steps)


def fuzz(args: list[str]) -> None:
    """The engine against the reference."""
    install("test")
    become("-m", "tests.reference.fuzz", *args)


def bench(args: list[str]) -> None:
    """Speed and size."""
    install("test")
    become("-m", "bench", *args)


def shots(args: list[str]) -> None:
    """Screenshots for the documents."""
    install("test")
    become("-m", "tests.e2e.shots", *args)


COMMANDS: dict[str, Callable[[list[str]], None]] = {
    "setup": setup,
    "play": play,
    "test": test,
    "check": check,
    "fuzz": fuzz,
    "bench": bench,
    "shots": shots,
}


def main() -> None:
    """Run the command named first."""
    if sys.version_info < OLDEST:
        stop(f"Python {'.'.join(map(str, OLDEST))} or newer is needed; this is {sys.version.split()[0]}")
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help", "help"):
        print(HELP)
        sys.exit(0 if len(sys.argv) > 1 else BAD_INPUT)
    name, *args = sys.argv[1:]
    if name not in COMMANDS:
        print(HELP, file=sys.stderr)
        stop(f"no command {name!r}", BAD_INPUT)
    os.chdir(ROOT)
    COMMANDS[name](args)


if __name__ == "__main__":
    main()
