"""`Table`: one table from Python, by numbers. `chuanma.game.Game` is the same with names."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from chuanma.engine import layout as L
from chuanma.engine.batch import deal_at, legal_at, observe_at, pending_at, step_at
from chuanma.engine.jit import records
from chuanma.engine.shapes import load_tables

_LOW = (1 << 64) - 1


class Refused(ValueError):
    """The action is not legal for the seat now; nothing has changed."""


@cache
def suit_tables() -> np.ndarray:
    """The suit tables as kernels want them: shape (1,), dtype TABLES."""
    tables = np.zeros(1, L.TABLES)
    tables["cls"][0], tables["comb"][0] = load_tables()
    return records(tables)


def new_work() -> np.ndarray:
    """A work record, shape (1,): one per thread."""
    return records(np.zeros(1, L.WORK))


def _one_row(content: bytearray, dtype: np.dtype[Any]) -> np.ndarray:
    """A record of these bytes, shape (1,). NumPy clears and copies records field by field, in 10 to 50 µs."""
    return records(np.frombuffer(content, dtype))


def _require_wall(tiles: np.ndarray, suits: int) -> None:
    first = (L.SUITS - suits) * L.RANKS  # with two suits there is no m
    copies = np.full(L.KINDS, L.COPIES)
    copies[:first] = 0
    right = tiles.shape == (copies.sum(),) and tiles.min() >= 0
    if not right or (np.bincount(tiles, minlength=L.KINDS) != copies).any():
        raise ValueError(f"a wall is {copies.sum()} kinds {first}-{L.KINDS - 1}, each {L.COPIES} times")


class _Desk(threading.local):
    """The work record of a thread: kernels run without the interpreter lock."""

    def __init__(self) -> None:
        self.work = new_work()
        self.rows: np.ndarray = self.work["rows"][0]

    def copy_rows(self, n: int) -> np.ndarray:
        rows: np.ndarray = self.rows[:n].copy().view(L.EVENT).reshape(n)
        return rows


_desk = _Desk()


class Table:
    """One game on one record.

    `wall` is the list of 108 kinds (two suits: 72) in drawing order, `dealer` a seat. The rules are a record of dtype
    RULES. `swap_die` fixes the direction of a swap by dice, `persons` are bound to the table (叫马).
    """

    __slots__ = ("opening", "state")

    def __init__(
        self,
        rules: np.ndarray,
        wall: Sequence[int] | np.ndarray,
        dealer: int,
        dice: tuple[int, int] = (1, 1),
        swap_die: int = 1,
        persons: int = 0,
    ) -> None:
        tiles = np.asarray(wall, np.int64)
        seats, suits = int(rules["table_seats"][0]), int(rules["table_suits"][0])
        _require_wall(tiles, suits)
        if not 0 <= dealer < seats:
            raise ValueError(f"dealer {dealer}: a seat is 0-{seats - 1}")
        if not 1 <= swap_die <= 6:
            raise ValueError(f"swap_die {swap_die}: a die shows 1 to 6")
        if not 0 <= persons <= (L.PERSONS if rules["table_horse"][0] else 0):
            raise ValueError(f"{persons} bound persons: at most {L.PERSONS}, and only with table.horse")
        self.state: np.ndarray = np.zeros(1, L.STATE)
        self.state["rules"] = rules
        self.state["wall"][0, : len(tiles)] = tiles
        self.state = records(self.state)
        n = deal_at(suit_tables(), _desk.work, self.state, 0, dealer, dice[0], dice[1], swap_die, persons)
        self.opening: np.ndarray = _desk.copy_rows(n)

    def pending(self) -> int:
        """Bit set of the seats whose answer is awaited; 0 when the game is over."""
        return int(pending_at(self.state, 0))

    def legal(self, seat: int) -> int:
        """Bit set of the legal actions of a seat (bit a for action a)."""
        low, high = legal_at(self.state, 0, seat)
        return (int(low) & _LOW) | int(high) << 64

    def step(self, seat: int, action: int) -> np.ndarray:
        """One action; the event rows it brought about, shape (n,), dtype EVENT. Raises Refused."""
        if not 0 <= seat < L.SEATS:  # a number of any size may stand in a record; a kernel takes 64 bits
            raise Refused(f"seat {seat}: a seat is 0-{L.SEATS - 1}")
        n = step_at(suit_tables(), _desk.work, self.state, 0, seat, action, 0)
        if n < 0:
            raise Refused(f"action {action} is not legal for seat {seat} now")
        return _desk.copy_rows(n)

    def observe(self, seat: int) -> np.ndarray:
        """What `seat` (or SPECTATOR) may know: shape (1,), dtype VIEW."""
        views = _one_row(bytearray(L.VIEW.itemsize), L.VIEW)
        observe_at(self.state, 0, seat, views, 0)
        return views

    def laid_open(self, seat: int, action: int) -> Table | None:
        """This table while the discard or added kong of `seat` lies on offer, or None for another action.

        All seats see the same whether or not anybody may claim the tile: this is what they are shown while a pause is
        held that tells nothing. It is a copy to look at, not to play on.
        """
        if not self._lays_open(seat, action):
            return None
        twin = self.clone()
        step_at(suit_tables(), _desk.work, twin.state, 0, seat, action, 1)
        return twin

    def _lays_open(self, seat: int, action: int) -> bool:
        """True if the action is legal and lays a tile before the others."""
        s = self.state[0]
        if s["phase"] != L.PH_TURN or not 0 <= action < L.A_PICK or not self.legal(seat) >> action & 1:
            return False
        return action < L.A_KONG or bool(s["hand"][seat, action - L.A_KONG] != L.COPIES)

    def clone(self) -> Table:
        """An independent copy."""
        twin = object.__new__(Table)
        twin.state = _one_row(bytearray(self.state.tobytes()), L.STATE)
        twin.opening = self.opening
        return twin

    @property
    def over(self) -> bool:
        """True when the game has ended."""
        return bool(self.state["phase"][0] == L.PH_OVER)
