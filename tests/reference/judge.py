"""How a seat stands when the wall is empty (RULES §8): pig, ready or neither, judged on 13 tiles."""

from __future__ import annotations

from typing import NamedTuple

from chuanma.engine import layout as L
from tests.reference.hands import Counts, Meld, suits_allowed, waits, with_tile
from tests.reference.value import Rules, Win, value


class Verdict(NamedTuple):
    """`L.NOT_READY`, `L.READY` or `L.PIG`; what a ready seat is paid as 大叫, else 0."""

    judgement: int
    units: int

    @property
    def rank(self) -> tuple[int, int]:
        """The larger, the better for the seat: ready and dear, ready, not ready, pig."""
        return [L.PIG, L.NOT_READY, L.READY].index(self.judgement), self.units


def verdict(rules: Rules, concealed: Counts, melds: tuple[Meld, ...], void: int | None) -> Verdict:
    """The judgement on 13 tiles; the units of the dearest wait, of the cheapest under `ready_pay = min`."""
    if rules["draw.pig_units"] != 0 and not suits_allowed(concealed, melds, void):
        return Verdict(L.PIG, 0)
    units = [_wait_units(rules, concealed, melds, kind) for kind in waits(concealed, melds, void)]
    if not units:
        return Verdict(L.NOT_READY, 0)
    return Verdict(L.READY, min(units) if rules["draw.ready_pay"] == "min" else max(units))


def _wait_units(rules: Rules, concealed: Counts, melds: tuple[Meld, ...], kind: int) -> int:
    """As a discard win, without luck: no flags. A void tile in hand makes no wait in the first place."""
    worth = value(rules, Win(with_tile(concealed, kind), melds, kind, frozenset()))
    assert worth is not None
    return worth.units
