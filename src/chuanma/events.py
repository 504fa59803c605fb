"""Named events: what happened at the table, in the words that records, messages and people use.

They are the kernel's event rows (docs/engine.md) with names. Tiles are written as in the notation (``5m``); a tile
that the reader of an event may not know is None. `redact` is the only place where an event loses something.

Whoever pays or is paid is a *party*: a seat 0-3, 4 the house, 5-8 the bound persons 1-4 (叫马).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

import msgspec

from chuanma.engine import layout as L
from chuanma.tiles import name

Seat = int  # 0-3
Party = int  # a seat, 4 the house, 5-8 the bound persons 1-4
Suit = Literal["m", "p", "s"]
KongType = Literal["direct", "added", "concealed"]
Reason = Literal[
    "win", "self_draw", "robbed_kong", "kong_direct", "kong_added", "kong_concealed", "transfer", "pig", "ready",
    "refund", "escape", "escape_ready", "drizzle", "forfeit", "horse",
]  # fmt: skip
WinFlag = Literal[
    "self_draw", "after_kong", "kong_discard", "robbed", "last_tile", "heaven", "earth", "sing", "dance", "juezhang",
]  # fmt: skip
ItemName = Literal[
    "near_flush_deal", "trade_chosen", "trade_random", "locate_tile", "peek_next", "golden_finger"
]
Judgement = Literal["not_ready", "ready", "pig"]
EndReason = Literal["won", "exhausted", "escape"]


class Event(msgspec.Struct, frozen=True, tag_field="e"):
    """One thing that happened. The tag field ``e`` names it."""


class Deal(Event, frozen=True, tag="deal"):
    """The tiles are dealt: 14 to the dealer, 13 to the others (RULES §1). `dice` fix where the wall is opened."""

    dealer: Seat
    dice: tuple[int, int]


class Swap(Event, frozen=True, tag="swap"):
    """换张: one of the tiles that `seat` gives to `to` (RULES §3)."""

    seat: Seat
    to: Seat
    tile: str | None


class Void(Event, frozen=True, tag="void"):
    """A seat's void suit becomes known: with those of all others, or by its own discard (RULES §3)."""

    seat: Seat
    suit: Suit


class Mark(Event, frozen=True, tag="mark"):
    """The tile of its void suit that a seat has laid face down (RULES §3, `marked`)."""

    seat: Seat
    tile: str | None


class Draw(Event, frozen=True, tag="draw"):
    """A tile from the wall, or a kong's replacement from its end. `left`: tiles left after it."""

    seat: Seat
    tile: str | None
    replacement: bool
    left: int


class Discard(Event, frozen=True, tag="discard"):
    """A discard. `drawn`: it is the kind just drawn."""

    seat: Seat
    tile: str
    drawn: bool


class Sing(Event, frozen=True, tag="sing"):
    """唱歌: announced with the discard just made (RULES §10)."""

    seat: Seat


class Dance(Event, frozen=True, tag="dance"):
    """跳舞: announced with the discard just made; the seat shows its waits (RULES §10)."""

    seat: Seat
    waits: tuple[str, ...]


class Pung(Event, frozen=True, tag="pung"):
    """碰: a pung with another seat's discard."""

    seat: Seat
    tile: str
    feeder: Seat


class AnnounceKong(Event, frozen=True, tag="announce_kong"):
    """An added kong (弯杠) is announced; it may be robbed before it is made (RULES §4)."""

    seat: Seat
    tile: str


class Kong(Event, frozen=True, tag="kong"):
    """A kong is made. `feeder` is who discarded the tile of a direct kong (直杠)."""

    seat: Seat
    tile: str
    type: KongType
    feeder: Seat | None


class Win(Event, frozen=True, tag="win"):
    """胡. `tile` is None for 天胡 (not in 血流); `feeder` is None for a self-draw; `units` is what one payer pays."""

    seat: Seat
    tile: str | None
    feeder: Seat | None
    flags: tuple[WinFlag, ...]
    units: int


class Pay(Event, frozen=True, tag="pay"):
    """`payer` pays `receiver` `units` for `reason` (RULES §1, §7, §8, §11)."""

    payer: Party
    receiver: Party
    units: int
    reason: Reason


class Item(Event, frozen=True, tag="item"):
    """A seat uses an item (RULES §12). What it is about only its user knows:

    a trade: `tile` received (None: there was none) for `given`; `locate_tile`: the next copy of `tile` lies in the
    wall's `third` 0-2 (None: nowhere); `peek_next`: the wall's next `tile`.
    """

    seat: Seat
    item: ItemName
    tile: str | None
    given: str | None
    third: int | None


class Exhausted(Event, frozen=True, tag="exhausted"):
    """流局: the wall is empty and the last discard was offered (RULES §5)."""


class Judge(Event, frozen=True, tag="judge"):
    """How an active seat stands when the game is exhausted (RULES §8). `units`: the wait it is paid for."""

    seat: Seat
    status: Judgement
    units: int


class Leave(Event, frozen=True, tag="leave"):
    """A seat leaves the table (RULES §11)."""

    seat: Seat


class Horse(Event, frozen=True, tag="horse"):
    """叫马: the tile that bound `person` (a party 5-8) to `seat`, shown at the end (RULES §1)."""

    person: Party
    seat: Seat
    tile: str


class End(Event, frozen=True, tag="end"):
    """The game is over."""

    reason: EndReason


AnyEvent = (
    Deal | Swap | Void | Mark | Draw | Discard | Sing | Dance | Pung | AnnounceKong | Kong | Win | Pay | Item
    | Exhausted | Judge | Leave | Horse | End
)  # fmt: skip


def redact(event: AnyEvent, seat: Seat | None) -> AnyEvent:
    """The event as `seat` (None: a spectator) may see it.

    Hidden are: another seat's drawn tile and its tile laid face down, a tile swapped between two others, and what
    another's item is about.
    """
    match event:
        case Draw() if event.seat != seat:
            return Draw(event.seat, None, event.replacement, event.left)
        case Swap() if seat not in (event.seat, event.to):
            return Swap(event.seat, event.to, None)
        case Mark() if event.seat != seat:
            return Mark(event.seat, None)
        case Item() if event.seat != seat:
            return Item(event.seat, event.item, None, None, None)
    return event


# ------------------------------------------------------------------------------------------- from the kernel's rows
Row = tuple[int, ...]  # event, seat, other, kind, arg, reason, units, spare: the fields of layout.EVENT

_TILES = (*(name(kind) for kind in range(L.KINDS)), None)  # -1: none
_SEATS = (*range(L.SEATS), None)  # -1: none
_FLAGS: tuple[tuple[int, WinFlag], ...] = (
    (L.F_SELF_DRAW, "self_draw"),
    (L.F_AFTER_KONG, "after_kong"),
    (L.F_KONG_DISCARD, "kong_discard"),
    (L.F_ROBBED, "robbed"),
    (L.F_LAST_TILE, "last_tile"),
    (L.F_HEAVEN, "heaven"),
    (L.F_EARTH, "earth"),
    (L.F_SING, "sing"),
    (L.F_DANCE, "dance"),
    (L.F_JUEZHANG, "juezhang"),
)
_KONGS: dict[int, KongType] = {L.MELD_DIRECT: "direct", L.MELD_ADDED: "added", L.MELD_CONCEALED: "concealed"}
_JUDGEMENTS: tuple[Judgement, ...] = ("not_ready", "ready", "pig")
_ENDS: dict[int, EndReason] = {L.END_WON: "won", L.END_EXHAUSTED: "exhausted", L.END_ESCAPE: "escape"}
_REASONS: tuple[Reason, ...] = get_args(Reason)  # in the order of layout.REASONS
_SUITS: tuple[Suit, ...] = get_args(Suit)
_ITEMS: tuple[ItemName, ...] = get_args(ItemName)  # in the order of layout.ITEMS
_TRADES = (L.I_TRADE_CHOSEN, L.I_TRADE_RANDOM)


def flag_names(flags: int) -> tuple[WinFlag, ...]:
    """The names of the flags of a win."""
    return tuple(word for bit, word in _FLAGS if flags & bit)


def _tile(kind: int) -> str:
    tile = _TILES[kind]
    assert tile is not None
    return tile


def tiles_of_bits(bits: int) -> tuple[str, ...]:
    """The tiles of a set of kinds (bit k for kind k), sorted."""
    return tuple(name(kind) for kind in range(L.KINDS) if bits >> kind & 1)


def _item(row: Row) -> Item:
    given = _tile(row[6]) if row[4] in _TRADES else None
    third = row[6] if row[4] == L.I_LOCATE_TILE and row[6] >= 0 else None
    return Item(row[1], _ITEMS[row[4]], _TILES[row[3]], given, third)


def _win(row: Row) -> Win:
    return Win(row[1], _TILES[row[3]], _SEATS[row[2]], flag_names(row[4]), row[6])


_NAMED: dict[int, Callable[[Row], AnyEvent]] = {
    L.E_DEAL: lambda row: Deal(row[1], (row[4] // 10, row[4] % 10)),
    L.E_SWAP: lambda row: Swap(row[1], row[2], _tile(row[3])),
    L.E_VOID: lambda row: Void(row[1], _SUITS[row[3]]),
    L.E_MARK: lambda row: Mark(row[1], _tile(row[3])),
    L.E_DRAW: lambda row: Draw(row[1], _TILES[row[3]], row[4] == L.DRAW_REPLACEMENT, row[6]),
    L.E_DISCARD: lambda row: Discard(row[1], _tile(row[3]), row[4] == 1),
    L.E_SING: lambda row: Sing(row[1]),
    L.E_DANCE: lambda row: Dance(row[1], tiles_of_bits(row[6])),
    L.E_PUNG: lambda row: Pung(row[1], _tile(row[3]), row[2]),
    L.E_ANNOUNCE_KONG: lambda row: AnnounceKong(row[1], _tile(row[3])),
    L.E_KONG: lambda row: Kong(row[1], _tile(row[3]), _KONGS[row[4]], _SEATS[row[2]]),
    L.E_WIN: _win,
    L.E_PAY: lambda row: Pay(row[1], row[2], row[6], _REASONS[row[5]]),
    L.E_ITEM: _item,
    L.E_EXHAUSTED: lambda row: Exhausted(),
    L.E_JUDGE: lambda row: Judge(row[1], _JUDGEMENTS[row[4]], row[6]),
    L.E_LEAVE: lambda row: Leave(row[1]),
    L.E_HORSE: lambda row: Horse(row[2], row[1], _tile(row[3])),
    L.E_END: lambda row: End(_ENDS[row[4]]),
}


def name_row(row: Row) -> AnyEvent:
    """The event that a row of the kernel stands for (docs/engine.md)."""
    return _NAMED[row[0]](row)
