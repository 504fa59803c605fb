"""How much a browser has to load for the page, from the built files in src/chuanma/server/static."""

from __future__ import annotations

import gzip
from pathlib import Path

from bench.report import Line

STATIC = Path(__file__).parent.parent / "src" / "chuanma" / "server" / "static"
KB = 1000


def lines() -> list[Line]:
    """Kilobytes of scripts (gzipped) and of the font, with their targets; styles and tile faces beside them."""
    if not (STATIC / "index.html").exists():
        raise SystemExit(f"no page in {STATIC}: build it with `npm ci && npm run build` in web/")
    return [
        Line("page: JavaScript, gzipped, kB", _size("*.js", zipped=True), at_most=90),
        Line("page: font, kB", _size("*.woff2"), at_most=120),
        Line("page: styles, gzipped, kB", _size("*.css", zipped=True)),
        Line("page: 28 tile faces, gzipped, kB", _size("*.svg", zipped=True)),
    ]


def _size(pattern: str, *, zipped: bool = False) -> float:
    files = [path.read_bytes() for path in STATIC.rglob(pattern)]
    return sum(len(gzip.compress(each, mtime=0)) if zipped else len(each) for each in files) / KB
