"""Random rulesets for tests: without contradictions."""

from __future__ import annotations

import random
from typing import Any

from chuanma.rules.check import CHECKS
from chuanma.rules.options import BY_KEY, OPTIONS, STANDARD_PATTERNS, Option, Options
from chuanma.rules.ruleset import Ruleset, filled

UNITS = (0, 1, 2, 3, 5, 8, 16, 48)
NUMBERS = {
    "table.base": (1, 2, 6),
    "claim.forced_last": (0, 1, 4, 12),
    "claim.min_units": (1, 2, 4),
    "value.cap": (0, 0, 4, 8, 16, 32),
}
USUAL: dict[str, int | str] = {
    **STANDARD_PATTERNS,
    **{"jingoudiao": 4, "shuanglong": 32, "jiangqidui": 32, "sanlong": 64, "yaoqidui": 128},
    **{
        "qingjingoudiao": 16,
        "jiangjingoudiao": 16,
        "shibaluohan": 64,
        "qingshibaluohan": 256,
        "yitiaolong": 4,
    },
}
UNUSUAL: tuple[int | str, ...] = (1, 2, 3, 4, 8, 16, 64, "cap")
FACTORS = (2, 2, 2, 1, 3, 4)


def random_ruleset(rng: random.Random) -> Ruleset:
    """A ruleset, each option drawn on its own; those that contradict each other are drawn again."""
    drawn = {option.key: _draw(option, rng) for option in OPTIONS if option.field is not None}
    while again := _contradicting(filled(Options, drawn)):
        drawn |= {key: _draw(BY_KEY[key], rng) for key in again}
    return filled(Ruleset, drawn)


def _contradicting(rules: Options) -> list[str]:
    return [key for check in CHECKS if check.broken(rules) for key in check.keys]


def _draw(option: Option, rng: random.Random) -> Any:
    if option.key == "value.patterns":
        return _patterns(option, rng)
    if option.key == "value.bonuses":
        return {name: rng.choice(FACTORS) for name in option.names if rng.random() < 0.5}
    if option.values:
        return rng.choice(option.values)
    if option.type == "boolean":
        return rng.random() < 0.5
    numbers = NUMBERS.get(option.key, UNITS)
    return rng.choice((*numbers, "cap") if option.cap else numbers)


def _patterns(option: Option, rng: random.Random) -> dict[str, int | str]:
    """Most patterns, most of them at the units tables usually give; 平胡 always."""
    chosen = [name for name in option.names if name == "pinghu" or rng.random() < 0.75]
    return {name: USUAL[name] if rng.random() < 0.7 else rng.choice(UNUSUAL) for name in chosen}
