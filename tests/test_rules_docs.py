"""docs/rules.md: its file loads, its Python prints what the page shows."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

from chuanma.rules import preset_names, read_toml

PAGE = (Path(__file__).parent.parent / "docs" / "rules.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def test_the_file_of_the_page() -> None:
    (words,) = blocks("toml")
    rules = read_toml(words)

    assert rules.title("en") == "Friday table"
    assert rules.open.void == "forced"
    assert dict(rules.value.bonuses) == {"gen": 2, "gangshanghua": 2, "gangshangpao": 2, "qianggang": 2}
    assert rules.value.patterns["qidui"] == 4


def test_the_python_of_the_page() -> None:
    (code,), (shown,) = blocks("python"), blocks("text")
    printed = io.StringIO()

    with contextlib.redirect_stdout(printed):
        exec(compile(code, "docs/rules.md", "exec"), {})

    assert printed.getvalue() == shown


def test_every_preset_is_on_the_page() -> None:
    assert all(f"| `{name}` |" in PAGE for name in preset_names())
