"""How each seat stands when a game is over: its tiles, whether it won or was ready, and what its hand was worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np

from chuanma.engine import layout as L
from chuanma.engine.value import OUT_BONUS, OUT_PAIR, OUT_PATTERN, OUT_SET, OUT_SETS, RUN, value
from chuanma.events import Row, Seat
from chuanma.tiles import name
from chuanma.view import MeldView, WinView, meld_views, tiles_of, win_view

Status = Literal["won", "ready", "not_ready", "pig", "left", "active"]
_JUDGED: tuple[Status, ...] = ("not_ready", "ready", "pig")
SEVEN_PAIRS = 7  # the number of sets that stands for them


class BonusCount(msgspec.Struct, frozen=True):
    """A bonus, how often it counts, and its factor each time."""

    id: str
    count: int
    factor: int


class SeatResult(msgspec.Struct, frozen=True):
    """One seat at the end of a game.

    `hand` are its concealed tiles, the tile won included. `status`: `active` is a seat that was still playing
    when the game ended without 查叫. A winner has the pattern, bonuses and reading (sets of tiles, open ones
    last, then the pair) of its win and the `units` one payer paid; a ready seat those of the wait that 查大叫
    pays (`wait`; it is not in `hand`).
    """

    seat: Seat
    hand: tuple[str, ...]
    melds: tuple[MeldView, ...]
    status: Status
    win: WinView | None
    wait: str | None
    pattern: str | None
    bonuses: tuple[BonusCount, ...]
    reading: tuple[tuple[str, ...], ...]
    units: int
    score: int


def seat_results(state: np.ndarray, rows: Sequence[Row]) -> tuple[SeatResult, ...]:
    """Results of a finished game from its STATE (shape (1,)) and its event rows."""
    judged = {row[1]: (_JUDGED[row[4]], row[6]) for row in rows if row[0] == L.E_JUDGE}
    return tuple(_result(state[0], seat, judged) for seat in range(int(state[0]["rules"]["table_seats"])))


class _Worth(NamedTuple):
    """A hand with the tile won or waited for in it, and what the engine wrote down about it."""

    counts: list[int]
    units: int
    out: list[int]


def _result(s: Any, seat: Seat, judged: dict[int, tuple[Status, int]]) -> SeatResult:
    status, paid = _status(s, seat, judged)
    hand = s["hand"][seat].tolist()
    worth, wait = None, None
    if status == "won":
        worth = _worth(s, seat, int(s["win_kind"][seat]), int(s["win_flags"][seat]))
        hand, paid = worth.counts, int(s["win_units"][seat])
    elif status == "ready":
        worth, wait = _paid_wait(s, seat, paid)
    return SeatResult(
        seat=seat,
        hand=tiles_of(hand),
        melds=meld_views(s, seat),
        status=status,
        win=win_view(s, seat),
        wait=wait,
        pattern=L.PATTERNS[worth.out[OUT_PATTERN]] if worth else None,
        bonuses=_bonuses(s, worth.out) if worth else (),
        reading=_reading(s, seat, worth) if worth else (),
        units=paid,
        score=int(s["scores"][seat]),
    )


def _status(s: Any, seat: Seat, judged: dict[int, tuple[Status, int]]) -> tuple[Status, int]:
    """The status, and what a ready seat's wait is paid."""
    if s["won"][seat]:
        return "won", 0
    if s["leaving"][seat] == L.LEFT:
        return "left", 0
    return judged.get(seat, ("active", 0))


def _worth(s: Any, seat: Seat, kind: int, flags: int) -> _Worth:
    """The hand of a seat with `kind` (−1: nothing) as the tile won."""
    hand = s["hand"][seat].copy()
    if kind >= 0:
        hand[kind] += 1
    out = np.zeros(L.VALUE_OUT, np.int32)
    melds = (int(s["n_meld"][seat]), s["meld_type"][seat], s["meld_kind"][seat])
    units = int(value(hand, *melds, kind, flags, s["rules"], out))
    return _Worth(hand.tolist(), units, out.tolist())


def _paid_wait(s: Any, seat: Seat, units: int) -> tuple[_Worth, str]:
    """The first wait that is worth what 查大叫 paid."""
    bits = int(s["waits"][seat])
    waits = (kind for kind in range(L.KINDS) if bits >> kind & 1)
    return next((worth, name(kind)) for kind in waits if (worth := _worth(s, seat, kind, 0)).units == units)


def _bonuses(s: Any, out: list[int]) -> tuple[BonusCount, ...]:
    return tuple(
        BonusCount(bonus, out[OUT_BONUS + number], int(s["rules"]["value_bonuses"][number]))
        for number, bonus in enumerate(L.BONUSES)
        if out[OUT_BONUS + number]
    )


def _reading(s: Any, seat: Seat, worth: _Worth) -> tuple[tuple[str, ...], ...]:
    """The hand as it was read: concealed sets, open sets, the pair; or seven pairs."""
    out = worth.out
    if out[OUT_SETS] == SEVEN_PAIRS:
        return tuple((name(kind),) * 2 for kind, n in enumerate(worth.counts) for _ in range(n // 2))
    sets = [_set(code) for code in out[OUT_SET : OUT_SET + out[OUT_SETS]]]
    open_sets = [(meld.tile,) * (3 if meld.type == "pung" else 4) for meld in meld_views(s, seat)]
    return (*sets, *open_sets, (name(out[OUT_PAIR]),) * 2)


def _set(code: int) -> tuple[str, ...]:
    """A triplet by its kind, or a run by RUN and its lowest kind."""
    return (name(code),) * 3 if code < RUN else tuple(name(code - RUN + place) for place in range(3))
