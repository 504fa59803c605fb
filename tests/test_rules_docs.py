"""docs/rules: the pages are what the data says, the README's file loads, its Python prints what it shows."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from chuanma.rules import BY_KEY, OPTIONS, Ruleset, load_preset, preset_names, read_toml
from chuanma.rules.compare import entries

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs" / "rules"
PAGE = (DOCS / "README.md").read_text("utf-8")


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("write_rules", ROOT / "tools" / "write_rules.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


# ------------------------------------------------------------------------------------------------- written by tool
def test_the_pages_are_up_to_date(tool: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert tool.main(["--check"]) == 0, capsys.readouterr().err


def test_stale_missing_and_left_over_pages_are_told(
    tool: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tool, "TARGET", tmp_path)
    assert tool.main(["--check"]) == 1
    assert tool.main([]) == 0
    assert tool.main(["--check"]) == 0

    (tmp_path / "gone.zh.md").write_text("left over", "utf-8")
    (tmp_path / "flow.en.md").write_text("stale", "utf-8")
    (tmp_path / "README.md").write_text("by hand", "utf-8")
    capsys.readouterr()
    assert tool.main(["--check"]) == 1
    assert "flow.en.md, gone.zh.md:" in capsys.readouterr().err
    assert tool.main([]) == 0
    assert not (tmp_path / "gone.zh.md").exists()
    assert (tmp_path / "README.md").exists()


def lines_of(name: str) -> list[str]:
    return (DOCS / name).read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", preset_names())
def test_the_file_on_a_page_plays_as_the_preset(name: str) -> None:
    for lang in ("zh", "en"):
        page = (DOCS / f"{name}.{lang}.md").read_text("utf-8")
        (words,) = re.findall(r"^```toml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
        assert read_toml(words).code == load_preset(name).code
        assert f"`{load_preset(name).code}`" in page
        assert re.findall(r"^## §(\d+) ", page, re.MULTILINE) == [str(number) for number in range(1, 13)]


def test_a_page_says_what_holds_and_not_what_does_not() -> None:
    """classic has no kongs: nothing about their money; flow has kongs of winners and pigs of 16; modern multiplies."""
    classic, flow, modern = (lines_of(f"{name}.en.md") for name in ("classic", "flow", "modern"))

    assert "- There are no kongs and no kong money." in classic
    assert not [line for line in classic if line.startswith("- ") and "replacement" in line]
    assert (
        "- A winner may kong with the tile just drawn (direct: just discarded) if its waits stay the same."
        in flow
    )
    assert any(
        line.startswith("- Pigs: a seat with three suits, or its void suit, pays 16×.") for line in flow
    )
    assert "| Self-draw 自摸 | self-draw | ×2 |" in modern
    assert not [line for line in modern if "Dragon seven pairs 龙七对" in line]


def test_units_as_fan() -> None:
    """2^(n−1) units are n 番; 满格 of chengdu is its cap of 8."""
    assert "| 清龙七对 | 清一色的龙七对 | 32 | 6 |" in lines_of("standard.zh.md")
    assert "| 天胡 | 庄家起手十四张就胡，没有开杠 | 封顶 8 |" in lines_of("chengdu.zh.md")


def test_every_option_of_every_preset_can_be_compared() -> None:
    """Each differing value stands in its column; what is the same in all is listed below."""
    words = (DOCS / "compare.md").read_text("utf-8")
    rows: dict[str, list[str]] = {}
    prefix = ""
    for line in words.splitlines():
        if line.startswith("## "):
            table = re.search("Patterns|Bonuses", line)
            prefix = f"value.{table[0].lower()}." if table else ""
        if line.startswith("| `"):
            head, *cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            rows[prefix + head.split("`")[1]] = cells
    default: dict[str, Any] = dict(entries(Ruleset(), *map(load_preset, preset_names())))
    columns = [dict(entries(load_preset(name), *map(load_preset, preset_names()))) for name in preset_names()]

    for key, value in default.items():
        if all(column[key] == value for column in columns):
            assert f"- `{key}` = " in words
            continue
        for cell, column in zip(rows[key], columns, strict=True):
            written = "–" if column[key] is None else str(column[key])
            assert cell.strip("*()").lower() == written.lower()
            assert cell.startswith("**") <= (column[key] != value)


def test_every_value_of_every_option_is_explained() -> None:
    words = (DOCS / "options.md").read_text("utf-8")
    for option in OPTIONS:
        if option.type == "text":
            continue
        (part,) = re.findall(
            rf"^### `{re.escape(option.key)}`$(.*?)(?=^##|\Z)", words, re.DOTALL | re.MULTILINE
        )
        for value in option.values or option.names:
            assert f"| `{value}`" in part, (option.key, value)
    assert all(f"`{key}`" in words for key in BY_KEY)


# ------------------------------------------------------------------------------------------------ written by hand
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
        exec(compile(code, "docs/rules/README.md", "exec"), {})

    assert printed.getvalue() == shown


def test_every_preset_is_on_the_page_and_has_its_source_told() -> None:
    provenance = (DOCS / "provenance.md").read_text("utf-8")

    assert all(f"| `{name}` |" in PAGE for name in preset_names())
    assert all(f"`{name}`" in provenance for name in preset_names())


def test_options_named_in_the_provenance_exist() -> None:
    provenance = (DOCS / "provenance.md").read_text("utf-8")
    for words in re.findall(r"`([a-z]+\.[a-z_]+)(?: = (\w+))?`", provenance):
        key, value = words
        assert key in BY_KEY
        assert not value or value in BY_KEY[key].values
