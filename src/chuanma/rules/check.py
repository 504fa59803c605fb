"""Contradictions: options that are each allowed but cannot be obeyed together.

An option without effect (kong money where kongs do not exist) is no contradiction: presets and editors keep
such values.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from chuanma.rules.options import Options
from chuanma.rules.problems import Problem, problem

FOUR_KONGS = ("shibaluohan", "qingshibaluohan")


@dataclass(frozen=True, slots=True)
class Check:
    """`broken` says whether a ruleset contradicts itself; the words are the text ``rules.check.<name>``.

    `keys` are the options looked at; an error names the first.
    """

    name: str
    keys: tuple[str, ...]
    broken: Callable[[Options], bool]


def _void_of_two_suits(rules: Options) -> bool:
    return rules.table.suits == 2 and rules.open.void != "free"


def _house_gets_nothing(rules: Options) -> bool:
    return rules.draw.pig_to == "house" and rules.draw.pig_units == 0


def _dihu_added_but_off(rules: Options) -> bool:
    return rules.value.dihu == "off" and rules.value.dihu_mode == "add"


def _no_pinghu(rules: Options) -> bool:
    return "pinghu" not in rules.value.patterns


def _no_dragon(rules: Options) -> bool:
    """Under `all` a seven-pairs hand with fours is only its dragon: without 龙七对 it would be worth nothing."""
    return rules.value.root_in_dragon == "all" and "longqidui" not in rules.value.patterns


def _sing_bonus_alone(rules: Options) -> bool:
    return "sing" in rules.value.bonuses and not rules.side.sing


def _dance_bonus_alone(rules: Options) -> bool:
    return "dance" in rules.value.bonuses and not rules.side.dance


def _both(name: str) -> Callable[[Options], bool]:
    return lambda rules: name in rules.value.patterns and name in rules.value.bonuses


def _min_over_cap(rules: Options) -> bool:
    return 0 < rules.value.cap < rules.claim.min_units


def _four_kongs_without_kongs(rules: Options) -> bool:
    return not rules.kong.enabled and any(name in rules.value.patterns for name in FOUR_KONGS)


CHECKS = (
    Check("void_of_two_suits", ("open.void", "table.suits"), _void_of_two_suits),
    Check("house_gets_nothing", ("draw.pig_to", "draw.pig_units"), _house_gets_nothing),
    Check("dihu_added_but_off", ("value.dihu_mode", "value.dihu"), _dihu_added_but_off),
    Check("no_pinghu", ("value.patterns",), _no_pinghu),
    Check("no_dragon", ("value.root_in_dragon", "value.patterns"), _no_dragon),
    Check("min_over_cap", ("claim.min_units", "value.cap"), _min_over_cap),
    Check("qingyise_twice", ("value.bonuses", "value.patterns"), _both("qingyise")),
    Check("jingoudiao_twice", ("value.bonuses", "value.patterns"), _both("jingoudiao")),
    Check("sing_bonus_alone", ("value.bonuses", "side.sing"), _sing_bonus_alone),
    Check("dance_bonus_alone", ("value.bonuses", "side.dance"), _dance_bonus_alone),
    Check("four_kongs_without_kongs", ("value.patterns", "kong.enabled"), _four_kongs_without_kongs),
)


def contradictions(rules: Options, ignore: Collection[str] = ()) -> list[Problem]:
    """All contradictions, without checks that look at an option in `ignore` (known to be wrong)."""
    return [
        problem(check.keys[0], f"rules.check.{check.name}")
        for check in CHECKS
        if not any(key in ignore for key in check.keys) and check.broken(rules)
    ]
