"""Builds the page of web/ into the package before a wheel is made or the project is installed linked."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# What the page is built from; beside web/ itself it reads texts, faces and the presets' titles.
PAGE_FROM = (
    "web",
    "src/chuanma/text",
    "src/chuanma/faces",
    "src/chuanma/rules/presets",
    "tools/npm.py",
    "hatch_build.py",
)
STATIC = "src/chuanma/server/static"
NOT_SOURCES = {"node_modules", "__pycache__"}


class PageHook(BuildHookInterface[Any]):
    """`npm ci` and `npm run build`, unless the page that is there was built from the same files."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before each wheel, also the linked one."""
        root = Path(self.root)
        stamp = root / STATIC / ".built-from"
        key = _content_key(root)
        if stamp.is_file() and stamp.read_text("utf-8") == key:
            return
        subprocess.run(
            [sys.executable, "tools/npm.py", "web", "run", "build"], cwd=root, check=True, stdout=sys.stderr
        )
        stamp.write_text(key, "utf-8")


def _content_key(root: Path) -> str:
    digest = hashlib.sha256()
    for path in _sources(root):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _sources(root: Path) -> Iterator[Path]:
    for name in PAGE_FROM:
        path = root / name
        found = [path] if path.is_file() else path.rglob("*")
        yield from sorted(p for p in found if p.is_file() and not NOT_SOURCES & set(p.parts))
