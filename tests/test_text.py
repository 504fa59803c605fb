"""The texts: the same keys and placeholders in both languages, and all the names that others count on."""

from __future__ import annotations

import json
import string
from pathlib import Path

import pytest

import chuanma.text
from chuanma.actions import Action
from chuanma.engine import layout as L
from chuanma.rules.check import CHECKS
from chuanma.text import LANGS, TextError, text, texts

FOLDER = Path(chuanma.text.__file__).parent


def placeholders(words: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(words) if name is not None}


def test_both_languages_have_the_same_keys() -> None:
    assert texts("zh").keys() == texts("en").keys()


@pytest.mark.parametrize("key", sorted(texts("en")))
def test_both_languages_have_the_same_placeholders(key: str) -> None:
    chinese, english = texts("zh")[key], texts("en")[key]

    assert chinese.strip()
    assert english.strip()
    assert placeholders(chinese) == placeholders(english)


@pytest.mark.parametrize("lang", LANGS)
def test_files_are_sorted_and_say_nothing_twice(lang: str) -> None:
    pairs = json.loads((FOLDER / f"{lang}.json").read_text("utf-8"), object_pairs_hook=list)
    keys = [key for key, _ in pairs]

    assert keys == sorted(set(keys))


@pytest.mark.parametrize("lang", LANGS)
def test_everything_with_an_id_has_a_name(lang: str) -> None:
    names = {
        *(f"pattern.{name}" for name in L.PATTERNS),
        *(f"bonus.{name}" for name in L.BONUSES),
        *(f"phase.{name}" for name in L.PHASES),
        *(f"meld.{name}" for name in L.MELDS if name),
        *(f"action.{Action(number).verb}" for number in range(L.ACTIONS)),
        *(f"suit.{suit}" for suit in "mps"),
        *(f"seat.{seat}" for seat in ("0", "1", "2", "3", "self", "next", "across", "previous", "dealer")),
        *(f"rules.check.{check.name}" for check in CHECKS),
    }

    assert names <= texts(lang).keys()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("reason", L.REASONS)
def test_every_reason_has_title_words_and_rule(reason: str, lang: str) -> None:
    words = text(f"reason.{reason}.words", lang, **{"from": "甲", "to": "乙", "units": 16})

    assert text(f"reason.{reason}", lang)
    assert all(each in words for each in ("甲", "乙", "16"))
    assert "§" in text(f"rule.{reason}", lang)


def test_placeholders_are_filled() -> None:
    words = text("reason.win.words", "en", **{"from": "Ann", "to": "Bob", "units": 4})

    assert words == "Ann discarded the winning tile and pays Bob 4× the base"


def test_values_are_not_read_as_placeholders() -> None:
    assert "{to}" in text("reason.win.words", "en", **{"from": "{to}", "to": "Bob", "units": 4})


@pytest.mark.parametrize(
    ("key", "lang", "said"),
    [
        ("reason.none", "en", "no text 'reason.none' in en.json"),
        ("reason.win", "fr", "no texts in language 'fr': there are zh, en"),
        ("reason.win.words", "zh", "text 'reason.win.words' needs {from}"),
    ],
)
def test_what_is_missing_is_named(key: str, lang: str, said: str) -> None:
    with pytest.raises(TextError) as missing:
        text(key, lang)

    assert str(missing.value) == said
