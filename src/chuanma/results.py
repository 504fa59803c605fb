"""How each seat stands when a game is over: its tiles, whether it won or was ready, and what its hand was worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec
import numpy as np

from chuanma.engine import layout as L
from chuanma.engine.value import OUT_BONUS, OUT_PAIR, OUT_PATTERN, OUT_SET, OUT_SETS, RUN, value
from chuanma.events import Row, Seat, Win, name_row, tiles_of_bits
from chuanma.tiles import kind as kind_of
from chuanma.tiles import name
from chuanma.view import MeldView, WinView, meld_views, side_flags, tiles_of, win_view

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
    pays (`wait`; it is not in `hand`). In 血流 a seat may win often: `wins` are all of them in order, and hand,
    open sets and reading are those of the last one.
    """

    seat: Seat
    hand: tuple[str, ...]
    melds: tuple[MeldView, ...]
    status: Status
    win: WinView | None
    wins: tuple[WinView, ...]
    wait: str | None
    pattern: str | None
    bonuses: tuple[BonusCount, ...]
    reading: tuple[tuple[str, ...], ...]
    units: int
    score: int


def seat_results(state: np.ndarray, rows: Sequence[Row]) -> tuple[SeatResult, ...]:
    """Results of a finished game from its STATE (shape (1,)) and its event rows."""
    return tuple(_result(state[0], seat, rows) for seat in range(int(state[0]["rules"]["table_seats"])))


class _Tiles(NamedTuple):
    """Concealed tiles (27 counts) and open sets."""

    counts: list[int]
    melds: list[MeldView]


class _Worth(NamedTuple):
    """A hand with the tile won or waited for in it, and what the engine wrote down about it."""

    counts: list[int]
    melds: list[MeldView]
    units: int
    out: list[int]


def _result(s: Any, seat: Seat, rows: Sequence[Row]) -> SeatResult:
    status, paid = _status(s, seat, rows)
    held = _Tiles(s["hand"][seat].tolist(), list(meld_views(s, seat)))
    worth, wait = None, None
    if status == "won":
        held = _as_won(s, seat, held, rows)
        worth = _worth(s, held, int(s["win_kind"][seat]), int(s["win_flags"][seat]))
        held, paid = _Tiles(worth.counts, held.melds), int(s["win_units"][seat])
    elif status == "ready":
        worth, wait = _paid_wait(s, seat, held, paid)
    return SeatResult(
        seat=seat,
        hand=tiles_of(held.counts),
        melds=tuple(held.melds),
        status=status,
        win=win_view(s, seat),
        wins=_wins(s, seat, rows),
        wait=wait,
        pattern=L.PATTERNS[worth.out[OUT_PATTERN]] if worth else None,
        bonuses=_bonuses(s, worth.out) if worth else (),
        reading=_reading(worth) if worth else (),
        units=paid,
        score=int(s["scores"][seat]),
    )


def _status(s: Any, seat: Seat, rows: Sequence[Row]) -> tuple[Status, int]:
    """The status, and what a ready seat's wait is paid."""
    if s["won"][seat]:
        return "won", 0
    if s["leaving"][seat] == L.LEFT:
        return "left", 0
    judged = (row for row in rows if row[0] == L.E_JUDGE and row[1] == seat)
    return next(((_JUDGED[row[4]], row[6]) for row in judged), ("active", 0))


def _wins(s: Any, seat: Seat, rows: Sequence[Row]) -> tuple[WinView, ...]:
    wins = (name_row(row) for row in rows if row[0] == L.E_WIN and row[1] == seat)
    order = int(s["won"][seat])
    return tuple(
        WinView(order, win.tile, win.feeder, win.flags, win.units) for win in wins if isinstance(win, Win)
    )


def _as_won(s: Any, seat: Seat, held: _Tiles, rows: Sequence[Row]) -> _Tiles:
    """The tiles at the seat's last win, without the tile won: later draws are thrown, later kongs undone."""
    counts, melds = held.counts.copy(), held.melds.copy()
    if s["turn"] == seat and s["drawn"] >= 0 and sum(counts) % 3 == 2:
        counts[s["drawn"]] -= 1
    for event, who, _, kind, arg, *_ in reversed(rows):
        if who == seat and event == L.E_WIN:
            break
        if who == seat and event == L.E_KONG:
            place = next(place for place, meld in enumerate(melds) if meld.tile == name(kind))
            if arg == L.MELD_ADDED:
                melds[place] = msgspec.structs.replace(melds[place], type="pung")
            else:
                del melds[place]
                counts[kind] += 3
    return _Tiles(counts, melds)


def _worth(s: Any, held: _Tiles, kind: int, flags: int) -> _Worth:
    """Tiles with `kind` (−1: nothing) as the tile won."""
    hand = np.array(held.counts, np.int8)
    if kind >= 0:
        hand[kind] += 1
    out = np.zeros(L.VALUE_OUT, np.int32)
    types, kinds = np.zeros(4, np.int8), np.zeros(4, np.int8)
    for place, meld in enumerate(held.melds):
        types[place], kinds[place] = L.MELDS.index(meld.type), kind_of(meld.tile)
    units = int(value(hand, len(held.melds), types, kinds, kind, flags, s["rules"], out))
    return _Worth(hand.tolist(), held.melds, units, out.tolist())


def _paid_wait(s: Any, seat: Seat, held: _Tiles, units: int) -> tuple[_Worth, str]:
    """The first wait that is worth what 查大叫 paid."""
    flags = side_flags(s, seat)
    waits = (kind_of(tile) for tile in tiles_of_bits(int(s["waits"][seat])))
    return next(
        (worth, name(kind)) for kind in waits if (worth := _worth(s, held, kind, flags)).units == units
    )


def _bonuses(s: Any, out: list[int]) -> tuple[BonusCount, ...]:
    return tuple(
        BonusCount(bonus, out[OUT_BONUS + number], int(s["rules"]["value_bonuses"][number]))
        for number, bonus in enumerate(L.BONUSES)
        if out[OUT_BONUS + number]
    )


def _reading(worth: _Worth) -> tuple[tuple[str, ...], ...]:
    """The hand as it was read: concealed sets, open sets, the pair; or seven pairs."""
    out = worth.out
    if out[OUT_SETS] == SEVEN_PAIRS:
        return tuple((name(kind),) * 2 for kind, n in enumerate(worth.counts) for _ in range(n // 2))
    sets = [_set(code) for code in out[OUT_SET : OUT_SET + out[OUT_SETS]]]
    open_sets = [(meld.tile,) * (3 if meld.type == "pung" else 4) for meld in worth.melds]
    return (*sets, *open_sets, (name(out[OUT_PAIR]),) * 2)


def _set(code: int) -> tuple[str, ...]:
    """A triplet by its kind, or a run by RUN and its lowest kind."""
    return (name(code),) * 3 if code < RUN else tuple(name(code - RUN + place) for place in range(3))
