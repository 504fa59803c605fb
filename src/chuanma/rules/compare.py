"""Two rulesets side by side: the options in which they differ, entries of tables one by one."""

from __future__ import annotations

from typing import Any, NamedTuple

from chuanma.rules.options import OPTIONS
from chuanma.rules.ruleset import Ruleset


class Difference(NamedTuple):
    """An option, or an entry of a table such as ``value.patterns.qidui``, with both values (None: no entry)."""

    key: str
    first: Any
    second: Any


def differences(first: Ruleset, second: Ruleset) -> list[Difference]:
    """Where two rulesets differ, in the order of OPTIONS; names, sources and notes are not looked at."""
    return [
        Difference(key, mine, its)
        for (key, mine), (_, its) in zip(entries(first, second), entries(second, first), strict=True)
        if mine != its
    ]


def entries(rules: Ruleset, *others: Ruleset) -> list[tuple[str, Any]]:
    """All values but texts; of tables every entry that `rules` or one of the `others` has (None: not this one)."""
    flat = rules.flat()
    found: list[tuple[str, Any]] = []
    for option in OPTIONS:
        if option.type == "table":
            tables = [each.flat()[option.key] for each in (rules, *others)]
            names = [name for name in option.names if any(name in table for table in tables)]
            found += [(f"{option.key}.{name}", flat[option.key].get(name)) for name in names]
        elif option.type != "text":
            found.append((option.key, flat[option.key]))
    return found
