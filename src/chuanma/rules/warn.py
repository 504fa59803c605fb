"""Warnings: rules that can be played but are pointless in part, or do what their author may not expect.

A value that the defaults have too is not called pointless, for nobody need have chosen it, save what promises something
(PROMISES). Nor is one that switches something off which is off anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from chuanma.engine.layout import PATTERNS, TILES
from chuanma.rules.idle import idle
from chuanma.rules.options import BY_KEY, Options
from chuanma.rules.problems import Problem, problem
from chuanma.rules.read import shown
from chuanma.rules.ruleset import get

DEFAULTS = Options()
OFF = (False, 0, "none", "off")
PROMISES = ("kong.transfer", "draw.refund", *(f"value.patterns.{name}" for name in PATTERNS))
DEALT = 13  # to every seat, and one more to the dealer
CAP_OF_A_PATTERN = 32  # what "cap" is worth where there is no cap (RULES §9)

# Patterns that every hand of a pattern is as well; 平胡 besides.
IMPLIED = {
    "jingoudiao": ("duidui",),
    "qingdui": ("qingyise", "duidui"),
    "jiangdui": ("duidui",),
    "longqidui": ("qidui",),
    "qingqidui": ("qingyise", "qidui"),
    "qingyao": ("qingyise", "daiyao"),
    "shuanglong": ("longqidui", "qidui"),
    "qinglong": ("qingqidui", "longqidui", "qingyise", "qidui"),
    "jiangqidui": ("qidui",),
    "sanlong": ("shuanglong", "longqidui", "qidui"),
    "yaoqidui": ("sanlong", "shuanglong", "longqidui", "qidui"),
    "qingjingoudiao": ("qingdui", "jingoudiao", "qingyise", "duidui"),
    "jiangjingoudiao": ("jiangdui", "jingoudiao", "duidui"),
    "shibaluohan": ("jingoudiao", "duidui"),
    "qingshibaluohan": ("shibaluohan", "qingjingoudiao", "qingdui", "jingoudiao", "qingyise", "duidui"),
}

Params = dict[str, object]


@dataclass(frozen=True, slots=True)
class Warn:
    """`found` yields the parameters of each warning of this kind; the words are the text ``rules.warn.<name>``."""

    name: str
    key: str
    found: Callable[[Options], Iterator[Params]]


def warnings(rules: Options) -> list[Problem]:
    """Everything about the rules that is allowed but pointless or surprising."""
    found = [
        problem(key, f"rules.idle.{reason}", value=shown(value))
        for key, reason in idle(rules).items()
        if (value := _entry(rules, key)) not in (*OFF, None)
        and (key in PROMISES or value != _entry(DEFAULTS, key))
    ]
    for each in WARNINGS:
        for params in each.found(rules):
            found.append(problem(str(params.pop("key", each.key)), f"rules.warn.{each.name}", **params))
    return found


def _entry(rules: Options, key: str) -> object:
    """The value of an option or of an entry of a table (None if the table does not have it)."""
    table, _, name = key.rpartition(".")
    return get(rules, table).get(name) if table in BY_KEY else get(rules, key)


def _when(holds: Callable[[Options], bool]) -> Callable[[Options], Iterator[Params]]:
    def found(rules: Options) -> Iterator[Params]:
        if holds(rules):
            yield {}

    return found


def wall_after_deal(rules: Options) -> int:
    """Tiles left to draw when play begins (RULES §1)."""
    tiles = TILES * rules.table.suits // 3
    return tiles - DEALT * rules.table.seats - 1


def _units(rules: Options, units: int | str) -> int:
    return (rules.value.cap or CAP_OF_A_PATTERN) if units == "cap" else int(units)


def _forced_from_the_start(rules: Options) -> Iterator[Params]:
    wall = wall_after_deal(rules)
    if rules.claim.forced_last >= wall:
        yield {"wall": wall}


def _short_wall(rules: Options) -> Iterator[Params]:
    if rules.table.seats == 4 and rules.table.suits == 2:
        yield {"wall": wall_after_deal(rules)}


def _horse_of_few(rules: Options) -> Iterator[Params]:
    if rules.table.horse and rules.table.seats < 4:
        yield {"seats": rules.table.seats}


def _across_of_three(rules: Options) -> bool:
    return rules.table.seats == 3 and rules.open.swap > 0 and rules.open.swap_direction == "across"


def _cap_of_a_pattern(rules: Options) -> Iterator[Params]:
    names = [name for name, units in rules.value.patterns.items() if units == "cap"]
    if names and rules.value.cap == 0:
        yield {"names": ", ".join(names)}


def _all_worth_the_cap(rules: Options) -> bool:
    cap = rules.value.cap
    return 0 < cap <= _units(rules, rules.value.patterns["pinghu"])


def _min_over_patterns(rules: Options) -> bool:
    return rules.claim.min_units > max(_units(rules, units) for units in rules.value.patterns.values())


def _bonus_of_one(rules: Options) -> Iterator[Params]:
    """唱歌 and 跳舞 may be written as ×1: they are announced all the same (RULES §10)."""
    for name, factor in rules.value.bonuses.items():
        if factor == 1 and name not in ("sing", "dance"):
            yield {"key": f"value.bonuses.{name}"}


def _shadowed(rules: Options) -> Iterator[Params]:
    patterns = {name: _units(rules, units) for name, units in rules.value.patterns.items()}
    unused = idle(rules)
    for name, units in patterns.items():
        larger = [
            each
            for each in (*IMPLIED.get(name, ()), "pinghu")
            if each in patterns and patterns[each] > units and f"value.patterns.{each}" not in unused
        ]
        if larger and f"value.patterns.{name}" not in unused:
            other = max(larger, key=patterns.__getitem__)
            yield {"key": f"value.patterns.{name}", "units": units, "other": other, "more": patterns[other]}


def _not_in_fan(rules: Options) -> Iterator[Params]:
    table = {**rules.value.patterns, **rules.value.bonuses}
    names = [name for name, units in table.items() if (each := _units(rules, units)) & (each - 1)]
    if names and rules.show == "fan":
        yield {"names": ", ".join(names)}


def _nothing_to_hand_over(rules: Options) -> bool:
    kong = rules.kong
    return kong.enabled and kong.transfer == "last" and kong.transfer_after == "added" and kong.added == 0


WARNINGS = (
    Warn("short_wall", "table.suits", _short_wall),
    Warn("horse_of_few", "table.horse", _horse_of_few),
    Warn("across_of_three", "open.swap_direction", _when(_across_of_three)),
    Warn(
        "locked_costs_nothing",
        "open.void",
        _when(lambda rules: rules.open.void == "locked" and rules.draw.pig_units == 0),
    ),
    Warn("forced_from_the_start", "claim.forced_last", _forced_from_the_start),
    Warn("min_over_patterns", "claim.min_units", _when(_min_over_patterns)),
    Warn(
        "drizzle_over_direct",
        "kong.drizzle",
        _when(lambda rules: rules.kong.enabled and rules.kong.drizzle > rules.kong.direct),
    ),
    Warn("nothing_to_hand_over", "kong.transfer_after", _when(_nothing_to_hand_over)),
    Warn("all_worth_the_cap", "value.cap", _when(_all_worth_the_cap)),
    Warn("cap_of_a_pattern", "value.patterns", _cap_of_a_pattern),
    Warn("shadowed", "value.patterns", _shadowed),
    Warn("bonus_of_one", "value.bonuses", _bonus_of_one),
    Warn("not_in_fan", "show", _not_in_fan),
    Warn(
        "cap_of_a_pig",
        "draw.pig_units",
        _when(lambda rules: rules.draw.pig_units == "cap" and rules.value.cap == 0),
    ),
    Warn(
        "leaving_is_free",
        "leave.escape_units",
        _when(lambda rules: rules.leave.escape == "end" and rules.leave.escape_units == 0),
    ),
)
