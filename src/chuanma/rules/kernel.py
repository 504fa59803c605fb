"""Between a Ruleset and the engine: the RULES record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chuanma.engine.layout import B_ZIMO, BONUSES, CAP, PATTERNS, RULES
from chuanma.rules.options import OPTIONS, Option
from chuanma.rules.ruleset import Ruleset, get

ZIMO_FACTOR = 2


def fill(rules: Ruleset) -> NDArray[Any]:
    """The rules as the engine reads them: an array of shape (1,) of dtype RULES."""
    record = np.zeros(1, RULES)
    for option in OPTIONS:
        if option.field is not None:
            record[option.field][0] = _CODES[option.type](option, get(rules, option.key))
    if rules.value.self_draw == "double":
        record["value_bonuses"][0, B_ZIMO] = ZIMO_FACTOR
    return record


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
