"""From what a file says to the values of options, or to problems that name each fault."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from chuanma.rules.frozen import FrozenMap
from chuanma.rules.options import BY_KEY, GROUPS, Option, Value
from chuanma.rules.problems import Problem, problem

SHOWN = 60  # characters of a wrong key or value that an error repeats
HINTS = 20  # unknown keys for which a meant one is looked up: a file of nonsense must not take long


def read_values(given: Mapping[str, Any]) -> tuple[dict[str, Value], list[Problem]]:
    """The options of a nested mapping by key, without defaults, and all that is wrong with it.

    An option may also stand under its dotted key (``{"kong.direct": 2}``).
    """
    values: dict[str, Value] = {}
    problems: list[Problem] = []
    for key, value in _flat(given, problems):
        option = BY_KEY.get(key)
        if option is None:
            known = (*BY_KEY, *(GROUPS if "." not in key else ()))
            problems.append(unknown(key, known if len(problems) < HINTS else ()))
        elif key in values:
            problems.append(problem(key, "rules.error.twice"))
        elif faults := _CHECKS[option.type](option, value):
            problems += faults
        else:
            values[key] = FrozenMap(_ordered(option, value)) if option.type == "table" else value
    return values, problems


def unknown(key: str, known: Iterable[str], message: str = "rules.error.unknown") -> Problem:
    """The problem of a key that does not exist, with the nearest one that does."""
    key = key if len(key) <= SHOWN else key[:SHOWN] + "…"
    near = _nearest(key, tuple(known))
    return problem(key, f"{message}_near", near=near) if near else problem(key, message)


def shown(value: object) -> str:
    """A value as an error repeats it: as JSON, cut when long."""
    if isinstance(value, int) and value.bit_length() > SHOWN * 3:
        return f"{hex(value)[:SHOWN]}…"  # decimal digits of a huge number take long, or fail
    words = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    words = words if len(words) <= SHOWN else words[:SHOWN] + "…"
    return f'"{words}"' if isinstance(value, str) else words


def _flat(given: Mapping[str, Any], problems: list[Problem]) -> Iterator[tuple[str, Any]]:
    for name, value in given.items():
        if name not in GROUPS:
            yield name, value
        elif not isinstance(value, Mapping):
            problems.append(problem(name, "rules.error.not_a_table", value=shown(value)))
        else:
            yield from ((f"{name}.{inner}", each) for inner, each in value.items())


def _nearest(key: str, known: tuple[str, ...]) -> str:
    """A known key that is meant: the same name in another table, or one that is spelt almost alike."""
    table, _, last = key.rpartition(".")
    names = [each.rpartition(".") for each in known]
    moved = [name for name in names if name[2] == last]
    beside = [name for name in names if name[0] == table]
    for among in (moved, beside, names):  # names alone: tables they share would make all alike
        alike = get_close_matches(last, [name[2] for name in among], 1, 0.7)
        if alike:
            return "".join(next(name for name in among if name[2] == alike[0]))
    return ""


def _text(option: Option, value: object) -> list[Problem]:
    if isinstance(value, str) and len(value) <= option.high:
        return []
    return [problem(option.key, "rules.error.text", value=shown(value), high=option.high)]


def _boolean(option: Option, value: object) -> list[Problem]:
    return [] if isinstance(value, bool) else [problem(option.key, "rules.error.boolean", value=shown(value))]


def _choice(option: Option, value: object) -> list[Problem]:
    if any(value == each and type(value) is type(each) for each in option.values):
        return []
    allowed = ", ".join(map(str, option.values))
    near = (
        get_close_matches(value, [str(each) for each in option.values], 1) if isinstance(value, str) else []
    )
    if near:
        return [
            problem(option.key, "rules.error.choice_near", value=shown(value), allowed=allowed, near=near[0])
        ]
    return [problem(option.key, "rules.error.choice", value=shown(value), allowed=allowed)]


def _number(option: Option, value: object) -> list[Problem]:
    return _choice(option, value) if option.values else _in_range(option, option.key, value)


def _in_range(option: Option, key: str, value: object) -> list[Problem]:
    """A number from `low` to `high`, or ``"cap"`` where the option allows it."""
    if type(value) is int and option.low <= value <= option.high:
        return []
    if option.cap and value == "cap":
        return []
    message = "rules.error.units" if option.cap else "rules.error.number"
    return [problem(key, message, value=shown(value), low=option.low, high=option.high)]


def _table(option: Option, value: object) -> list[Problem]:
    if not isinstance(value, Mapping):
        return [problem(option.key, "rules.error.not_a_table", value=shown(value))]
    problems: list[Problem] = []
    for name, entry in value.items():
        key = f"{option.key}.{name}"
        if name in option.names:
            problems += _in_range(option, key, entry)
        elif key == "value.bonuses.zimo":
            problems.append(problem(key, "rules.error.zimo"))
        else:
            problems.append(
                unknown(key, [f"{option.key}.{each}" for each in option.names], "rules.error.unknown_id")
            )
    return problems


def _ordered(option: Option, value: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value[name] for name in option.names if name in value}


_CHECKS: dict[str, Callable[[Option, object], list[Problem]]] = {
    "text": _text,
    "boolean": _boolean,
    "choice": _choice,
    "integer": _number,
    "units": lambda option, value: _in_range(option, option.key, value),
    "table": _table,
}
