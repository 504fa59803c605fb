"""What one seat or a spectator may know, with names: made from the kernel's VIEW record alone."""

from __future__ import annotations

from typing import Literal

import msgspec

from chuanma.events import EndReason, Seat, Suit, WinFlag

Phase = Literal["start", "swap", "void", "turn", "claim", "rob", "over"]
MeldType = Literal["pung", "direct", "added", "concealed"]


class MeldView(msgspec.Struct, frozen=True):
    """An open set (碰 or kong). `feeder` is who gave its tile, None for a concealed kong."""

    type: MeldType
    tile: str
    feeder: Seat | None


class RiverTile(msgspec.Struct, frozen=True):
    """A discard nobody took. `drawn`: thrown as drawn."""

    tile: str
    drawn: bool


class WinView(msgspec.Struct, frozen=True):
    """A seat's (last) win: order among the winners, tile (None: 天胡), feeder, flags, units one payer pays."""

    order: int
    tile: str | None
    feeder: Seat | None
    flags: tuple[WinFlag, ...]
    units: int


class WaitView(msgspec.Struct, frozen=True):
    """A tile that completes the observer's hand: copies it cannot see, and units as a plain discard win."""

    tile: str
    left: int
    units: int


class SeatView(msgspec.Struct, frozen=True):
    """One seat. `hand` is sorted, without the tile just drawn; None where the observer may not see it."""

    seat: Seat
    n_hand: int
    hand: tuple[str, ...] | None
    melds: tuple[MeldView, ...]
    river: tuple[RiverTile, ...]
    void: Suit | None
    win: WinView | None
    left: bool
    score: int


class Offer(msgspec.Struct, frozen=True):
    """The tile on offer: a discard or an added kong of `seat`."""

    seat: Seat
    tile: str
    kong: bool


class TableView(msgspec.Struct, frozen=True):
    """The whole table as `seat` sees it (None: a spectator). `drawn` is the observer's own fresh tile."""

    seat: Seat | None
    phase: Phase
    dealer: Seat
    turn: Seat
    wall_left: int
    dice: tuple[int, int]
    drawn: str | None
    offer: Offer | None
    seats: tuple[SeatView, ...]
    waits: tuple[WaitView, ...]
    end: EndReason | None
