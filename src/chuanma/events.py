"""Named events: what happened at the table, in the words that records, messages and people use.

They are the kernel's event rows (docs/engine.md) with names. Tiles are written as in the notation (``5m``); a tile
that the reader of an event may not know is None. `redact` is the only place where an event loses something.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Seat = int  # 0-3
Suit = Literal["m", "p", "s"]
KongType = Literal["direct", "added", "concealed"]
Reason = Literal[
    "win", "self_draw", "robbed_kong", "kong_direct", "kong_added", "kong_concealed", "transfer", "pig", "ready",
    "refund", "escape", "escape_ready", "drizzle", "forfeit",
]  # fmt: skip
WinFlag = Literal["self_draw", "after_kong", "kong_discard", "robbed", "last_tile", "heaven", "earth"]
Judgement = Literal["not_ready", "ready", "pig"]
EndReason = Literal["won", "exhausted", "escape"]


class Event(msgspec.Struct, frozen=True, tag_field="e"):
    """One thing that happened. The tag field ``e`` names it."""


class Deal(Event, tag="deal"):
    """The tiles are dealt: 14 to the dealer, 13 to the others (RULES §1). `dice` fix where the wall is opened."""

    dealer: Seat
    dice: tuple[int, int]


class Void(Event, tag="void"):
    """A seat's void suit becomes known, together with those of all others (RULES §3)."""

    seat: Seat
    suit: Suit


class Draw(Event, tag="draw"):
    """A tile from the wall, or a kong's replacement from its end. `left`: tiles left after it."""

    seat: Seat
    tile: str | None
    replacement: bool
    left: int


class Discard(Event, tag="discard"):
    """A discard. `drawn`: it is the kind just drawn."""

    seat: Seat
    tile: str
    drawn: bool


class Pung(Event, tag="pung"):
    """碰: a pung with another seat's discard."""

    seat: Seat
    tile: str
    feeder: Seat


class AnnounceKong(Event, tag="announce_kong"):
    """An added kong (弯杠) is announced; it may be robbed before it is made (RULES §4)."""

    seat: Seat
    tile: str


class Kong(Event, tag="kong"):
    """A kong is made. `feeder` is who discarded the tile of a direct kong (直杠)."""

    seat: Seat
    tile: str
    type: KongType
    feeder: Seat | None


class Win(Event, tag="win"):
    """胡. `tile` is None for 天胡; `feeder` is None for a self-draw; `units` is what one payer pays."""

    seat: Seat
    tile: str | None
    feeder: Seat | None
    flags: tuple[WinFlag, ...]
    units: int


class Pay(Event, tag="pay"):
    """`payer` pays `receiver` `units` for `reason` (RULES §7, §8, §11)."""

    payer: Seat
    receiver: Seat
    units: int
    reason: Reason


class Exhausted(Event, tag="exhausted"):
    """流局: the wall is empty and the last discard was offered (RULES §5)."""


class Judge(Event, tag="judge"):
    """How an active seat stands when the game is exhausted (RULES §8). `units`: the wait it is paid for."""

    seat: Seat
    status: Judgement
    units: int


class Leave(Event, tag="leave"):
    """A seat leaves the table (RULES §11)."""

    seat: Seat


class End(Event, tag="end"):
    """The game is over."""

    reason: EndReason


AnyEvent = (
    Deal | Void | Draw | Discard | Pung | AnnounceKong | Kong | Win | Pay | Exhausted | Judge | Leave | End
)  # fmt: skip


def redact(event: AnyEvent, seat: Seat | None) -> AnyEvent:
    """The event as `seat` (None: a spectator) may see it: another seat's drawn tile is unknown."""
    if isinstance(event, Draw) and event.seat != seat:
        return Draw(event.seat, None, event.replacement, event.left)
    return event
