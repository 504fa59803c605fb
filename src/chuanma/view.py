"""What one seat or a spectator may know, with names: made from the kernel's VIEW record alone."""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec
import numpy as np

from chuanma.engine import layout as L
from chuanma.engine.value import value
from chuanma.events import EndReason, ItemName, Party, Seat, Suit, WinFlag, flag_names, tiles_of_bits
from chuanma.tiles import name

Phase = Literal["start", "swap", "void", "turn", "claim", "rob", "over"]
MeldType = Literal["pung", "direct", "added", "concealed"]
Side = Literal["sing", "dance"]


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
    """A tile that completes the observer's hand: copies it cannot see, and units as a plain discard win (with what
    singing and dancing bring).
    """

    tile: str
    left: int
    units: int


class SeatView(msgspec.Struct, frozen=True):
    """One seat. `hand` is sorted, without the tile just drawn; None where the observer may not see it.

    `n_hand` counts all its concealed tiles, one just drawn included. `void` is what the observer knows: its own
    suit also while those of the others are hidden. `marked`: a tile of it lies face down (`marker` is the observer's
    own). `wins` counts its wins, `won_tiles` lie beside it (a tile won by several lies with the first of them).
    `side`: it sings or dances; a dancer shows its waits (`shown`). `items`: used ones; `golden`: marks its discards.
    """

    seat: Seat
    n_hand: int
    hand: tuple[str, ...] | None
    melds: tuple[MeldView, ...]
    river: tuple[RiverTile, ...]
    void: Suit | None
    marked: bool
    marker: str | None
    win: WinView | None
    wins: int
    won_tiles: tuple[str, ...]
    side: Side | None
    shown: tuple[str, ...]
    items: tuple[ItemName, ...]
    golden: bool
    left: bool
    score: int


class PersonView(msgspec.Struct, frozen=True):
    """A person bound to the table (叫马), a party 5-8. Its tile, and the seat it goes with, are known at the end."""

    party: Party
    tile: str | None
    seat: Seat | None
    score: int


class Offer(msgspec.Struct, frozen=True):
    """The tile on offer: a discard or an added kong of `seat`."""

    seat: Seat
    tile: str
    kong: bool


class TableView(msgspec.Struct, frozen=True):
    """The whole table as `seat` sees it (None: a spectator).

    The observer's own: `drawn`, its fresh tile; `picks`, the tiles it gives away; `item` in use and its first `target`;
    `announced`, what its discard will say; `barred`, kinds it may not pung before its next draw; `passed`, the dearest
    win it passed since; `locked`: it may not win before a discard of its own; `broke`: it may win no more (出色改色).
    `house` is what the house got.
    """

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
    picks: tuple[str, ...]
    item: ItemName | None
    target: str | None
    announced: Side | None
    barred: tuple[str, ...]
    passed: int
    locked: bool
    broke: bool
    house: int
    persons: tuple[PersonView, ...]
    end: EndReason | None


_PHASES: tuple[Phase, ...] = ("start", "swap", "void", "turn", "claim", "rob", "over")
_MELDS: dict[int, MeldType] = {
    L.MELD_PUNG: "pung",
    L.MELD_DIRECT: "direct",
    L.MELD_ADDED: "added",
    L.MELD_CONCEALED: "concealed",
}
_ENDS: tuple[EndReason | None, ...] = (None, "won", "exhausted", "escape")
_SIDES: tuple[Side | None, ...] = (None, "sing", "dance")
_ITEMS: tuple[ItemName, ...] = get_args(ItemName)  # in the order of layout.ITEMS


def table_view(view: np.ndarray) -> TableView:
    """A VIEW record (shape (1,)) with names."""
    v = view[0]
    phase = int(v["phase"])
    drawn = int(v["drawn"])
    offered = phase in (L.PH_CLAIM, L.PH_ROB)
    return TableView(
        seat=_seat(int(v["seat"]) if v["seat"] < L.SEATS else -1),
        phase=_PHASES[phase],
        dealer=int(v["dealer"]),
        turn=int(v["turn"]),
        wall_left=int(v["wall_left"]),
        dice=(int(v["dice"][0]), int(v["dice"][1])),
        drawn=_tile(drawn),
        offer=Offer(int(v["turn"]), name(int(v["offer_kind"])), phase == L.PH_ROB) if offered else None,
        seats=tuple(_seat_view(v, seat) for seat in range(int(v["rules"]["table_seats"]))),
        waits=_waits(v),
        picks=tuple(name(int(kind)) for kind in v["swap_pick"][: v["n_pick"]]),
        item=_ITEMS[v["item_open"]] if v["item_open"] >= 0 else None,
        target=_tile(int(v["item_target"])),
        announced=_SIDES[v["announced"]],
        barred=tiles_of_bits(int(v["passed_pungs"])),
        passed=int(v["passed_units"]),
        locked=bool(v["pass_locked"]),
        broke=bool(v["broke"]),
        house=int(v["house"]),
        persons=tuple(_person_view(v, number) for number in range(int(v["n_horse"]))),
        end=_ENDS[int(v["end"])],
    )


def _seat(number: int) -> Seat | None:
    return number if number >= 0 else None


def _tile(kind: int) -> str | None:
    return name(kind) if kind >= 0 else None


def _seat_view(v: Any, seat: Seat) -> SeatView:
    own = bool(v["seat"] == seat)
    void = int(v["void_pick"]) if own and v["void_suit"][seat] < 0 else int(v["void_suit"][seat])
    river = v["river"][seat][: v["n_river"][seat]].tolist()
    thrown = int(v["river_drawn"][seat])
    return SeatView(
        seat=seat,
        n_hand=int(v["n_hand"][seat]),
        hand=_hand(v, seat, int(v["drawn"]) if own else -1),
        melds=meld_views(v, seat),
        river=tuple(RiverTile(name(kind), bool(thrown >> place & 1)) for place, kind in enumerate(river)),
        void=_suit(void),
        marked=bool(v["marker_laid"][seat]),
        marker=_tile(int(v["marker"])) if own else None,
        win=win_view(v, seat),
        wins=int(v["n_wins"][seat]),
        won_tiles=tiles_of(v["won_tiles"][seat].tolist()),
        side=_SIDES[v["sung"][seat]],
        shown=tiles_of_bits(int(v["shown_waits"][seat])),
        items=tuple(item for number, item in enumerate(_ITEMS) if v["items_used"][seat] >> number & 1),
        golden=bool(v["golden"][seat]),
        left=bool(v["left_table"][seat]),
        score=int(v["scores"][seat]),
    )


def _person_view(v: Any, number: int) -> PersonView:
    """A tile 1, 5 or 9 binds to the dealer, 2 or 6 to the next seat, and so on round the table (RULES §1)."""
    kind = int(v["horse_kind"][number])
    bound = (int(v["dealer"]) + kind % L.RANKS) % int(v["rules"]["table_seats"])
    score = int(v["person_scores"][number])
    return PersonView(L.PERSON + number, _tile(kind), bound if kind >= 0 else None, score)


def _suit(number: int) -> Suit | None:
    suits: tuple[Suit, ...] = ("m", "p", "s")
    return suits[number] if number >= 0 else None


def _hand(v: Any, seat: Seat, drawn: int) -> tuple[str, ...] | None:
    counts = v["hand"][seat].tolist()
    if not any(counts) and v["n_hand"][seat]:
        return None
    if drawn >= 0:
        counts[drawn] -= 1
    return tiles_of(counts)


def tiles_of(counts: list[int]) -> tuple[str, ...]:
    """The tiles of 27 counts, sorted."""
    return tuple(name(kind) for kind, n in enumerate(counts) for _ in range(n))


def meld_views(record: Any, seat: Seat) -> tuple[MeldView, ...]:
    """The open sets of a seat, of a VIEW or a STATE record."""
    return tuple(
        MeldView(
            _MELDS[int(record["meld_type"][seat, m])],
            name(int(record["meld_kind"][seat, m])),
            _seat(int(record["meld_feeder"][seat, m])),
        )
        for m in range(int(record["n_meld"][seat]))
    )


def win_view(record: Any, seat: Seat) -> WinView | None:
    """The (last) win of a seat, of a VIEW or a STATE record."""
    if not record["won"][seat]:
        return None
    return WinView(
        int(record["won"][seat]),
        _tile(int(record["win_kind"][seat])),
        _seat(int(record["win_feeder"][seat])),
        flag_names(int(record["win_flags"][seat])),
        int(record["win_units"][seat]),
    )


def side_flags(record: Any, seat: Seat) -> int:
    """The flags of a win that singing and dancing bring, of a VIEW or a STATE record."""
    return (0, L.F_SING, L.F_DANCE)[record["sung"][seat]]


def _waits(v: Any) -> tuple[WaitView, ...]:
    """What completes the observer's last 13 tiles, while it plays."""
    seat = int(v["seat"])
    if seat >= L.SEATS or v["phase"] == L.PH_OVER:
        return ()
    if v["won"][seat] and v["rules"]["table_mode"] != L.MODE_FLOW:
        return ()
    bits = int(v["waits"])
    kinds = [kind for kind in range(L.KINDS) if bits >> kind & 1]
    if not kinds:
        return ()
    unseen = _unseen(v)
    return tuple(WaitView(name(kind), unseen[kind], _plain_units(v, seat, kind)) for kind in kinds)


def _unseen(v: Any) -> list[int]:
    """Copies of each kind that the observer cannot see; shown hands of winners are seen."""
    left = L.COPIES - v["hand"].sum(axis=0, dtype=int) - v["won_tiles"].sum(axis=0, dtype=int)
    for other in range(L.SEATS):
        np.subtract.at(left, v["river"][other][: v["n_river"][other]], 1)
        for m in range(int(v["n_meld"][other])):
            left[v["meld_kind"][other, m]] -= 3 if v["meld_type"][other, m] == L.MELD_PUNG else 4
    return [int(n) for n in left]


def _plain_units(v: Any, seat: Seat, kind: int) -> int:
    """What a discard win on `kind` pays, with no flags but those of singing and dancing (RULES §6)."""
    hand = v["hand"][seat].copy()
    if v["drawn"] >= 0:
        hand[v["drawn"]] -= 1
    hand[kind] += 1
    out = np.zeros(L.VALUE_OUT, np.int32)
    melds = (int(v["n_meld"][seat]), v["meld_type"][seat], v["meld_kind"][seat])
    return int(value(hand, *melds, kind, side_flags(v, seat), v["rules"], out))
