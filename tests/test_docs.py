"""Every Python example of the README and of docs/ runs; those of one page one after the other, as a reader would."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EVERY = (ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md")))
PAGES = [page for page in EVERY if BLOCK.search(page.read_text("utf-8"))]


def blocks(page: Path) -> list[str]:
    """The examples of a page, each behind as many empty lines that a traceback names the line of the page."""
    words = page.read_text("utf-8")
    return ["\n" * words[: found.start(1)].count("\n") + found[1] for found in BLOCK.finditer(words)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for code in blocks(page):
        exec(compile(code, page, "exec"), names)


def test_the_readme_has_an_example() -> None:
    assert ROOT / "README.md" in PAGES


LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


@pytest.mark.parametrize("page", EVERY, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    missing = [link for link in LINK.findall(page.read_text("utf-8")) if not (page.parent / link).exists()]

    assert missing == []
