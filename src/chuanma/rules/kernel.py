"""Between a Ruleset and the engine: the RULES record, and what the engine can play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chuanma.engine.layout import B_ZIMO, BONUSES, CAP, PATTERNS, RULES
from chuanma.rules.load import load_preset, preset_names
from chuanma.rules.options import OPTIONS, Option
from chuanma.rules.problems import Problem, RulesError, problem
from chuanma.rules.read import shown
from chuanma.rules.ruleset import Ruleset, get

ZIMO_FACTOR = 2

# What the engine plays: of each option named here only these values (of `value.bonuses`: these ids).
PLAYABLE: Mapping[str, tuple[str | int, ...]] = {
    "table.seats": (4,),
    "table.suits": (3,),
    "table.mode": ("single", "blood"),
    "table.reveal_win": (False,),
    "table.kong_draw": ("tail",),
    "table.horse": (False,),
    "open.swap": (0,),
    "open.void": ("free", "declared", "forced"),
    "claim.multi_win": ("all",),
    "claim.pass_win": ("none", "until_draw", "until_draw_higher"),
    "claim.pass_pung": (False,),
    "claim.swap_call": (True,),
    "claim.min_units": (1,),
    "kong.enabled": (True,),
    "kong.drizzle": (0,),
    "kong.when": ("now",),
    "kong.late_added": ("paid", "unpaid"),
    "kong.bloom_payer": ("all", "feeder"),
    "kong.transfer": ("none", "last"),
    "kong.transfer_after": ("any",),
    "kong.transfer_share": ("each",),
    "value.bonuses": tuple(name for name in BONUSES if name not in ("zimo", "juezhang", "sing", "dance")),
    "draw.pig_to": ("non_pigs", "active_non_pigs"),
    "draw.dead_wait": ("ready",),
    "leave.escape": ("end",),
    "leave.winner": ("pay_at_end",),
    "side.sing": (False,),
    "side.dance": (False,),
    "side.items": (False,),
    "side.false_win_units": (0,),
}


def fill(rules: Ruleset) -> NDArray[Any]:
    """The rules as the engine reads them: an array of shape (1,) of dtype RULES."""
    record = np.zeros(1, RULES)
    for option in OPTIONS:
        if option.field is not None:
            record[option.field][0] = _CODES[option.type](option, get(rules, option.key))
    if rules.value.self_draw == "double":
        record["value_bonuses"][0, B_ZIMO] = ZIMO_FACTOR
    return record


def require_playable(rules: Ruleset) -> None:
    """RulesError listing every value that the engine cannot play yet."""
    refused: list[tuple[str, object]] = []
    for key, allowed in PLAYABLE.items():
        value = get(rules, key)
        if isinstance(value, Mapping):
            refused += [(f"{key}.{name}", units) for name, units in value.items() if name not in allowed]
        elif value not in allowed:
            refused.append((key, value))
    if refused:
        raise RulesError(_not_yet(key, value) for key, value in refused)


@cache
def playable_presets() -> tuple[str, ...]:
    """The presets of which a game can be made."""
    return tuple(name for name in preset_names() if is_playable(load_preset(name)))


def is_playable(rules: Ruleset) -> bool:
    """Whether a game can be made of these rules."""
    try:
        require_playable(rules)
    except RulesError:
        return False
    return True


def _not_yet(key: str, value: object) -> Problem:
    if key not in PLAYABLE:
        return problem(key, "rules.error.bonus_not_playable", value=shown(value))
    allowed = ", ".join(shown(each) for each in PLAYABLE[key])
    return problem(key, "rules.error.not_playable", value=shown(value), allowed=allowed)


def _units(units: int | str) -> int:
    return CAP if units == "cap" else int(units)


def _row(option: Option, value: Mapping[str, int | str]) -> list[int]:
    """Units of every pattern, or factor of every bonus, in the order of the layout; 0 where there is none."""
    return [_units(value.get(name, 0)) for name in (PATTERNS if option.cap else BONUSES)]


_CODES: Mapping[str, Callable[[Option, Any], Any]] = {
    "boolean": lambda option, value: int(value),
    "integer": lambda option, value: value,
    "choice": lambda option, value: option.values.index(value),
    "units": lambda option, value: _units(value),
    "table": _row,
}
