"""Events with names: each row of the kernel has one, and `redact` hides what docs/engine.md calls hidden, no more."""

from __future__ import annotations

import msgspec
import pytest

from chuanma import events as E
from chuanma.engine import layout as L
from chuanma.events import AnyEvent, name_row, redact
from chuanma.tiles import kind

FIVE = kind("5m")
NONE = -1


def row(
    event: int,
    seat: int = NONE,
    other: int = NONE,
    tile: int = NONE,
    arg: int = 0,
    units: int = 0,
    reason: int = 0,
) -> AnyEvent:
    return name_row((event, seat, other, tile, arg, reason, units, 0))


# What a reader may know of each: the seats that see all of it (None: a spectator), and what the others see.
ALL = (0, 1, 2, 3, None)
EVENTS: list[tuple[AnyEvent, AnyEvent, tuple[int | None, ...], AnyEvent | None]] = [
    (row(L.E_DEAL, 2, arg=34), E.Deal(2, (3, 4)), ALL, None),
    (row(L.E_SWAP, 1, 3, FIVE), E.Swap(1, 3, "5m"), (1, 3), E.Swap(1, 3, None)),
    (row(L.E_VOID, 1, tile=2), E.Void(1, "s"), ALL, None),
    (row(L.E_MARK, 1, tile=FIVE), E.Mark(1, "5m"), (1,), E.Mark(1, None)),
    (
        row(L.E_DRAW, 1, tile=FIVE, arg=L.DRAW_WALL, units=40),
        E.Draw(1, "5m", False, 40),
        (1,),
        E.Draw(1, None, False, 40),
    ),
    (
        row(L.E_DRAW, 1, tile=FIVE, arg=L.DRAW_REPLACEMENT, units=40),
        E.Draw(1, "5m", True, 40),
        (1,),
        E.Draw(1, None, True, 40),
    ),
    (row(L.E_DISCARD, 1, tile=FIVE, arg=1), E.Discard(1, "5m", True), ALL, None),
    (row(L.E_SING, 1), E.Sing(1), ALL, None),
    (row(L.E_DANCE, 1, units=1 << FIVE | 1 << 26), E.Dance(1, ("5m", "9s")), ALL, None),
    (row(L.E_PUNG, 1, 0, FIVE), E.Pung(1, "5m", 0), ALL, None),
    (row(L.E_ANNOUNCE_KONG, 1, tile=FIVE), E.AnnounceKong(1, "5m"), ALL, None),
    (row(L.E_KONG, 1, 0, FIVE, L.MELD_DIRECT), E.Kong(1, "5m", "direct", 0), ALL, None),
    (row(L.E_KONG, 1, tile=FIVE, arg=L.MELD_CONCEALED), E.Kong(1, "5m", "concealed", None), ALL, None),
    (
        row(L.E_WIN, 1, 0, FIVE, L.F_DANCE | L.F_JUEZHANG, 8),
        E.Win(1, "5m", 0, ("dance", "juezhang"), 8),
        ALL,
        None,
    ),
    (
        row(L.E_WIN, 1, arg=L.F_SELF_DRAW | L.F_SING),
        E.Win(1, None, None, ("self_draw", "sing"), 0),
        ALL,
        None,
    ),
    (row(L.E_PAY, 1, L.HOUSE, units=16, reason=L.R_PIG), E.Pay(1, 4, 16, "pig"), ALL, None),
    (row(L.E_PAY, 2, L.PERSON + 3, units=3, reason=L.R_HORSE), E.Pay(2, 8, 3, "horse"), ALL, None),
    (
        row(L.E_ITEM, 1, tile=FIVE, arg=L.I_TRADE_RANDOM, units=26),
        E.Item(1, "trade_random", "5m", "9s", None),
        (1,),
        E.Item(1, "trade_random", None, None, None),
    ),
    (
        row(L.E_ITEM, 1, arg=L.I_TRADE_CHOSEN, units=FIVE),
        E.Item(1, "trade_chosen", None, "5m", None),
        (1,),
        E.Item(1, "trade_chosen", None, None, None),
    ),
    (
        row(L.E_ITEM, 1, tile=FIVE, arg=L.I_LOCATE_TILE, units=2),
        E.Item(1, "locate_tile", "5m", None, 2),
        (1,),
        E.Item(1, "locate_tile", None, None, None),
    ),
    (
        row(L.E_ITEM, 1, tile=FIVE, arg=L.I_LOCATE_TILE, units=NONE),
        E.Item(1, "locate_tile", "5m", None, None),
        (1,),
        E.Item(1, "locate_tile", None, None, None),
    ),
    (
        row(L.E_ITEM, 1, tile=FIVE, arg=L.I_PEEK_NEXT),
        E.Item(1, "peek_next", "5m", None, None),
        (1,),
        E.Item(1, "peek_next", None, None, None),
    ),
    (row(L.E_ITEM, 1, arg=L.I_GOLDEN_FINGER), E.Item(1, "golden_finger", None, None, None), ALL, None),
    (row(L.E_ITEM, 1, arg=L.I_NEAR_FLUSH_DEAL), E.Item(1, "near_flush_deal", None, None, None), ALL, None),
    (row(L.E_EXHAUSTED), E.Exhausted(), ALL, None),
    (row(L.E_JUDGE, 1, arg=L.READY, units=4), E.Judge(1, "ready", 4), ALL, None),
    (row(L.E_LEAVE, 1), E.Leave(1), ALL, None),
    (row(L.E_HORSE, 1, L.PERSON + 1, FIVE), E.Horse(6, 1, "5m"), ALL, None),
    (row(L.E_END, arg=L.END_ESCAPE), E.End("escape"), ALL, None),
]


@pytest.mark.parametrize(("named", "expected", "_seers", "_seen"), EVENTS)
def test_rows_of_the_kernel_have_names(
    named: AnyEvent, expected: AnyEvent, _seers: tuple[int | None, ...], _seen: AnyEvent | None
) -> None:
    assert named == expected
    assert msgspec.json.decode(msgspec.json.encode(named), type=AnyEvent) == expected


def test_no_event_of_the_kernel_is_without_a_name() -> None:
    named = {type(event) for event, *_ in EVENTS}

    assert len(named) == len(L.EVENTS) - 1  # the first is "none"
    assert {cls.__struct_config__.tag for cls in named} == set(L.EVENTS[1:])


@pytest.mark.parametrize(("event", "_same", "seers", "seen"), EVENTS)
def test_each_seat_sees_what_it_may_and_nothing_else(
    event: AnyEvent, _same: AnyEvent, seers: tuple[int | None, ...], seen: AnyEvent | None
) -> None:
    for seat in ALL:
        assert redact(event, seat) == (event if seat in seers else seen)


def test_flags_and_reasons_are_those_of_the_layout() -> None:
    assert E.flag_names(-1) == (
        "self_draw",
        "after_kong",
        "kong_discard",
        "robbed",
        "last_tile",
        "heaven",
        "earth",
        "sing",
        "dance",
        "juezhang",
    )
    assert [row(L.E_PAY, 0, 1, reason=number).reason for number in range(len(L.REASONS))] == list(L.REASONS)  # type: ignore[union-attr]
    assert [row(L.E_ITEM, 0, arg=number).item for number in range(len(L.ITEMS))] == list(L.ITEMS)  # type: ignore[union-attr]
