"""Ruleset: a full set of option values, frozen, checked when it is made, with its canonical forms."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Self, TypeVar, cast

from chuanma.rules.check import contradictions
from chuanma.rules.frozen import FrozenMap
from chuanma.rules.options import BY_KEY, OPTIONS, Options, Value
from chuanma.rules.problems import Problem, RulesError, problem
from chuanma.rules.read import read_values, shown, unknown

CODE_LENGTH = 8
R = TypeVar("R", bound=Options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset(Options):
    """The rules of a table: ``rules.kong.direct``, ``rules.value.patterns["qidui"]``, ``rules.title("zh")``.

    `Ruleset()` is the preset `standard` without its title. Whatever way one is made, an impossible value or a
    contradiction raises RulesError, which names every fault. Equal are those with equal values and texts.
    """

    def __post_init__(self) -> None:
        problems = read_values(_nested(self._flat()))[1] or contradictions(self)
        if problems:
            raise RulesError(problems)

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Self:
        """The ruleset of a nested mapping, as in a file; what it leaves out takes the default."""
        values, problems = read_values(given)
        problems += contradictions(filled(Options, values), _wrong(problems))
        if problems:
            raise RulesError(problems)
        return filled(cls, values)

    @classmethod
    def from_json(cls, words: str) -> Self:
        """The ruleset of `to_json`."""
        try:
            given = json.loads(words)
        except (ValueError, RecursionError) as error:
            raise RulesError([problem("json", "rules.error.not_json", error=error)]) from None
        if not isinstance(given, dict):
            raise RulesError([problem("json", "rules.error.not_a_table", value=shown(given))])
        return cls.from_dict(given)

    def replace(self, changes: Mapping[str, object]) -> Self:
        """The same rules with options changed: ``replace({"kong.direct": 2, "value.patterns.qidui": 8})``."""
        strange = (key for key in changes if not {key, key.rpartition(".")[0]} & BY_KEY.keys())
        problems = [unknown(key, BY_KEY) for key in strange]
        if problems:
            raise RulesError(problems)
        return self.from_dict(_nested({**self.flat(), **changes}))

    def flat(self) -> dict[str, Any]:
        """All values by key (``kong.direct``), tables as dicts, in the order of OPTIONS."""
        return {key: _plain(value) for key, value in self._flat().items()}

    def _flat(self) -> dict[str, Value]:
        return {option.key: get(self, option.key) for option in OPTIONS}

    def to_dict(self) -> dict[str, Any]:
        """All values as nested dicts, as in a file; `from_dict` reads it back."""
        return _nested(self.flat())

    def to_json(self) -> str:
        """The canonical JSON: keys sorted, no spaces."""
        return _canonical(self.to_dict())

    def to_toml(self) -> str:
        """A ruleset file with every option."""
        return "\n".join(_toml(self.to_dict())) + "\n"

    @property
    def code(self) -> str:
        """Eight letters that stand for how the rules play: titles, texts and `show` do not change them."""
        flat = self.flat()
        played = {option.key: flat[option.key] for option in OPTIONS if option.field}
        digest = hashlib.sha256(_canonical(_nested(played)).encode()).digest()
        return base64.b32encode(digest).decode()[:CODE_LENGTH].lower()


def _plain(value: Value) -> Any:
    return dict(value) if isinstance(value, FrozenMap) else value


def get(rules: Options, key: str) -> Any:
    """The value of the option `key`."""
    value: Any = rules
    for name in key.split("."):
        value = getattr(value, name)
    return value


def _nested(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values by dotted key as nested dicts."""
    nested: dict[str, Any] = {}
    for key, value in values.items():
        *path, name = key.split(".")
        inner = nested
        for step in path:
            inner = inner.setdefault(step, {})
        inner[name] = dict(value) if isinstance(value, Mapping) else value
    return nested


def filled(cls: type[R], values: Mapping[str, Value]) -> R:
    """An object of `cls` with these values by key and defaults for the rest."""
    inner: dict[str, dict[str, Any]] = {}
    parts: dict[str, Any] = {}
    for key, value in values.items():
        group, _, name = key.rpartition(".")
        (inner.setdefault(group, {}) if group else parts)[name] = value
    for field in fields(cls):
        if field.name in inner:
            parts[field.name] = cast(type, type(field.default))(**inner[field.name])
    return cls(**parts)


def _wrong(problems: list[Problem]) -> set[str]:
    """The options that problems are about (``value.patterns`` for ``value.patterns.qidui``)."""
    keys = {problem.key for problem in problems}
    return keys | {key.rpartition(".")[0] for key in keys}


def _canonical(nested: Mapping[str, Any]) -> str:
    return json.dumps(nested, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _toml(nested: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """Lines of TOML: plain values first, then the tables."""
    for name, value in nested.items():
        if not isinstance(value, Mapping):
            yield f"{name} = {toml_value(value)}"
    for name, value in nested.items():
        if isinstance(value, Mapping):
            yield ""
            yield f"[{prefix}{name}]"
            yield from _toml(value, f"{prefix}{name}.")


def toml_value(value: str | int | bool) -> str:
    """A value as TOML writes it."""
    # A JSON string is a TOML string, but for DEL, which TOML wants escaped.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
