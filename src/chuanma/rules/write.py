"""Rulesets of one's own: options changed by words such as ``kong.direct=1``, and the file that holds the difference."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from chuanma.rules.options import BY_KEY, GROUPS, OPTIONS, Option
from chuanma.rules.problems import RulesError, problem
from chuanma.rules.ruleset import Ruleset, toml_value
from chuanma.rules.say import say
from chuanma.text import text

TAKE_AWAY = ("off", "none")  # as the value of an entry of a table: the table no longer has it
TEXTS = ("title.zh", "title.en", "source", "notes")
_WHOLE = re.compile(r"-?[0-9]{1,9}")


def changed(rules: Ruleset, settings: Iterable[str]) -> Ruleset:
    """The rules with some options set by words: ``kong.direct=1``, ``value.patterns.qidui=8``.

    ``value.patterns.dihu=off`` takes an entry out of its table. Texts of the old rules go when the rules play
    differently and no new ones are given. RulesError names every fault.
    """
    given = dict(_split(word) for word in settings)
    values: dict[str, Any] = rules.flat()
    for key, word in given.items():
        table, _, name = key.rpartition(".")
        if BY_KEY.get(table, BY_KEY["show"]).type != "table":
            values[key] = _value(BY_KEY.get(key), word)
        elif word in TAKE_AWAY and name in BY_KEY[table].names:
            values[table].pop(name, None)
        else:
            values[table][name] = _value(BY_KEY[table], word)
    found = Ruleset.from_dict(values)
    if found.code == rules.code:
        return found
    return found.replace({key: "" for key in TEXTS if key not in given})


def _split(word: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals:
        raise RulesError([problem(key.strip(), "rules.error.no_value")])
    return key.strip(), value.strip()


def _value(option: Option | None, word: str) -> object:
    """The word as a value of the option's type; what cannot be one stays a word, which the reader refuses."""
    if option is None or option.type in ("text", "choice"):
        return word
    if option.type == "boolean":
        return {"true": True, "false": False}.get(word, word)
    return int(word) if _WHOLE.fullmatch(word) else word


def differences(rules: Ruleset) -> dict[str, Any]:
    """The values that are not the default, by key in the order of OPTIONS; tables whole."""
    flat = rules.flat()
    return {option.key: flat[option.key] for option in OPTIONS if flat[option.key] != option.default}


def short_toml(rules: Ruleset, lang: str) -> str:
    """A ruleset file with what differs from the default alone, each option with its meaning as a comment."""
    lines = [f"# {text('rules.file.heading', lang, code=rules.code)}"]
    given = differences(rules)
    for key, value in given.items():
        if "." not in key:
            lines += _entry(key, key, value, lang)
    for group in GROUPS:
        inner = {key: value for key, value in given.items() if key.startswith(f"{group}.")}
        plain = {key: value for key, value in inner.items() if not isinstance(value, Mapping)}
        if plain:
            lines += ["", f"[{group}]"]
            for key, value in plain.items():
                lines += _entry(key, key.partition(".")[2], value, lang)
        for key, value in inner.items():
            if isinstance(value, Mapping):
                lines += ["", f"# {say_or_meaning(key, value, lang)}", f"[{key}]", *_table(key, value, lang)]
    return "\n".join(lines) + "\n"


def say_or_meaning(key: str, value: object, lang: str) -> str:
    """What the value says, or where there is no sentence what the option is about."""
    option = BY_KEY[key]
    return say(key, value, lang) or (option.zh if lang == "zh" else option.en)


def _entry(key: str, name: str, value: Any, lang: str) -> Iterator[str]:
    yield f"# {say_or_meaning(key, value, lang)}"
    yield f"{name} = {_lines(value) if key in TEXTS else toml_value(value)}"


def _lines(words: str) -> str:
    """A text as TOML, over several lines if it has several and nothing in it needs escaping."""
    if (
        "\n" not in words
        or not words.replace("\n", "").isprintable()
        or "\\" in words
        or '"""' in words + '"'
    ):
        return toml_value(words)
    return f'"""\n{words}"""'


def _table(key: str, entries: Mapping[str, Any], lang: str) -> Iterator[str]:
    kind = "pattern" if key == "value.patterns" else "bonus"
    for name, units in entries.items():
        yield f"{name} = {toml_value(units)}  # {text(f'{kind}.{name}', lang)}"
