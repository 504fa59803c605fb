"""Rules in words: what each value of each option means, as a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chuanma.rules.options import BY_KEY, Options
from chuanma.rules.ruleset import get
from chuanma.text import text, texts

LATIN = 0x2E80  # below it stand the letters of European languages


def say(key: str, value: Any, lang: str) -> str:
    """What it means that the option `key` has this value; "" for texts and tables."""
    word = written(value)
    for name in (f"rules.say.{key}.{word}", f"rules.say.{key}"):
        if name in texts(lang):
            return text(name, lang, value=word)
    return ""


def sentence(rules: Options, key: str, lang: str) -> str:
    """What these rules say about the option `key`."""
    return say(key, get(rules, key), lang)


def written(value: Any) -> str:
    """A value as it is written in a ruleset file and on the command line, without quotes."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {each}" for name, each in value.items())
    return str(value)


def meaning(key: str, lang: str) -> str:
    """What the option `key` is about; for an entry of a table its name and what it is."""
    table, _, name = key.rpartition(".")
    if table in BY_KEY:
        kind = "pattern" if table == "value.patterns" else "bonus"
        return text(
            "rules.entry", lang, name=text(f"{kind}.{name}", lang), what=text(f"rules.{kind}.{name}", lang)
        )
    return BY_KEY[key].zh if lang == "zh" else BY_KEY[key].en


def in_language(words: str, lang: str) -> str:
    """The part of `notes` in a language: Chinese lines come first, English ones from the first that starts with a
    Latin letter. All of it where it is in one language only.
    """
    lines = words.strip().splitlines()
    start = next((number for number, line in enumerate(lines) if line and ord(line[0]) < LATIN), len(lines))
    part = lines[:start] if lang == "zh" else lines[start:]
    return "\n".join(part or lines)
