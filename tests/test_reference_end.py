"""The reference: the exhausted wall and leaving under every option (RULES §8, §11)."""

from __future__ import annotations

from typing import Any

import pytest

from chuanma.engine import layout as L
from tests.reference.notation import kind
from tests.reference.script import (
    DEALER,
    OTHER_1,
    OTHER_2,
    READY_M,
    READY_S,
    judged,
    named,
    only,
    pays,
    play,
    start,
    throw_what_is_drawn,
)

Row = tuple[int, int, int, str]
NOT_READY = "3333m1289m12456s"  # two suits, a concealed kong, no wait
FLUSH = "1234567788899s"  # ready: on 8s 清一色 4 with a 根, 8; at the cheapest 4


def exhausted(hands: list[str], script: str = "", **options: Any) -> list[Row]:
    """All payments once the wall is empty, everybody passing and throwing what it draws."""
    game = start(hands, claim__forced_last=0, **options)
    if script:
        play(game, script)
    events = throw_what_is_drawn(game)
    return pays(events[named(events).index("exhausted") :])


PIG_1 = [DEALER, READY_M, NOT_READY, FLUSH]  # 0 is a pig, 1 ready at 1, 2 neither, 3 ready at 8


@pytest.mark.parametrize(
    ("options", "rows"),
    [
        ({}, [(0, 1, 16), (0, 2, 16), (0, 3, 16)]),
        ({"draw__pig_units": 9}, [(0, 1, 9), (0, 2, 9), (0, 3, 9)]),
        # cap 8; without a cap 16
        ({"draw__pig_units": "cap", "value__cap": 8}, [(0, 1, 8), (0, 2, 8), (0, 3, 8)]),
        ({"draw__pig_units": "cap"}, [(0, 1, 16), (0, 2, 16), (0, 3, 16)]),
        # once, to the house
        ({"draw__pig_to": "house", "draw__pig_units": 48}, [(0, L.HOUSE, 48)]),
        # no pigs
        ({"draw__pig_units": 0}, []),
    ],
)
def test_what_a_pig_pays(options: dict[str, Any], rows: list[tuple[int, int, int]]) -> None:
    found = exhausted(PIG_1, **options)

    assert [row[:3] for row in found if row[3] == "pig"] == rows


@pytest.mark.parametrize(
    ("options", "rows"),
    [
        # the dearest waits: 8 and 1
        ({}, [(2, 3, 8, "ready"), (2, 1, 1, "ready")]),
        # the cheapest
        ({"draw__ready_pay": "min"}, [(2, 3, 4, "ready"), (2, 1, 1, "ready")]),
        ({"draw__ready_pay": "none"}, []),
        # without pigs seat 0 is just not ready
        (
            {"draw__pig_units": 0},
            [(0, 1, 1, "ready"), (0, 3, 8, "ready"), (2, 3, 8, "ready"), (2, 1, 1, "ready")],
        ),
        # no house pig: it pays no 大叫
        ({"draw__pig_to": "house"}, [(2, 3, 8, "ready"), (2, 1, 1, "ready")]),
        # under a cap of 4 both are
        ({"value__cap": 4}, [(2, 3, 4, "ready"), (2, 1, 1, "ready")]),
    ],
)
def test_what_a_seat_that_is_not_ready_pays(options: dict[str, Any], rows: list[Row]) -> None:
    found = exhausted(PIG_1, **options)

    assert [row for row in found if row[3] == "ready"] == rows


def test_whom_pigs_pay_when_one_has_won() -> None:
    # seat 1 has won the dealer's 5m: it gets pig money as a non-pig, not as an active one
    hands = [DEALER, READY_M, NOT_READY, FLUSH]
    for rule, receivers in (("non_pigs", [1, 2, 3]), ("active_non_pigs", [2, 3])):
        found = exhausted(hands, "0 discard 5m, 1 win", draw__pig_to=rule)
        assert [row[1] for row in found if row[3] == "pig"] == receivers


@pytest.mark.parametrize(("rule", "judgement"), [("house", L.NOT_READY), ("non_pigs", L.PIG)])
def test_the_house_spares_a_seat_that_threw_nothing_but_its_void_suit(rule: str, judgement: int) -> None:
    # Seat 1 names m, of which it is dealt thirteen; the first 23 draws are all m, six of them its own. It throws
    # the lowest kind it holds in all of its 14 turns (55 tiles for four): m alone, and is left with five.
    hands = ["147p258p369s147s58p", "1112223334445m", "147p258p369s147s5p", ""]
    options = {
        "draw__pig_to": rule,
        "open__void": "declared",
        "kong__enabled": False,
        "claim__forced_last": 0,
    }
    game = start(hands, **options)
    play(game, "0 void m, 1 void m, 2 void m, 3 void m")

    events = []
    while not game.over:
        seat = min(game.pending())
        lowest = min(game.legal(seat))
        events += game.step(seat, lowest if game.phase == "turn" else L.A_PASS)

    assert game.seats[1].thrown_suits == {0}
    assert sum(game.seats[1].hand[:9]) == 5
    assert next(line for line in judged(events) if line[0] == 1)[1] == judgement


@pytest.mark.parametrize(("rule", "judgement"), [("ready", L.READY), ("not_ready", L.NOT_READY)])
def test_dead_waits(rule: str, judgement: int) -> None:
    # seat 1 waits for 5m alone: it lets all four go by, which then lie in the rivers
    hands = [DEALER, READY_M, "5m1369p13679s28m4p", "5m239m4789p2579s1m"]
    game = start(hands, draws="9m9m9m7m5m", claim__forced_last=0, draw__dead_wait=rule)
    play(game, "0 discard 5m, 1 pass")
    play(game, "1 discard 9m, 2 discard 5m, 1 pass, 3 discard 5m, 1 pass")
    play(game, "0 discard 7m, 1 discard 5m")

    events = throw_what_is_drawn(game)

    assert next(line for line in judged(events) if line[0] == 1)[1] == judgement


@pytest.mark.parametrize(
    ("rule", "rows"), [(True, [(2, seat, 2, "refund") for seat in (3, 0, 1)]), (False, [])]
)
def test_refund(rule: bool, rows: list[Row]) -> None:
    # seat 2 has a concealed kong and is not ready
    hands = [DEALER, READY_M, NOT_READY, FLUSH]
    game = start(hands, draws="6s9m", claim__forced_last=0, draw__refund=rule)
    play(game, "0 discard 5m, 1 pass, 1 discard 6s, 2 kong 3m")

    events = throw_what_is_drawn(game)

    assert [row for row in pays(events) if row[3] == "refund"] == rows


# ----------------------------------------------------------------------------------------------- RULES §11: leaving
KONGER = "1111s5m47m58p369p4m9s"


def test_a_bot_plays_on() -> None:
    game = start([DEALER, READY_M, OTHER_2, READY_S], leave__escape="bot")

    assert play(game, "1 leave") == [(L.E_LEAVE, 1, -1, -1, 0, 0, 0)]
    play(game, "0 discard 5m")
    # it is asked as before; only leaving is no longer open to it
    assert game.legal(1) == {L.A_WIN, L.A_PASS}
    assert pays(play(game, "3 pass, 1 win")) == [(0, 1, 1, "win")]


def test_a_bot_answers_for_a_leaver_that_is_asked() -> None:
    game = start([DEALER, READY_M, OTHER_2, READY_S], leave__escape="bot")
    play(game, "0 discard 5m")

    assert play(game, "1 leave") == []
    assert game.pending() == {1, 3}
    events = play(game, "1 win, 3 pass")

    assert named(events) == ["win", "pay", "draw", "leave"]


@pytest.mark.parametrize(("rule", "rows"), [("pay_at_end", []), ("forfeit", [(1, 0, 1, "forfeit")])])
def test_a_winner_that_leaves(rule: str, rows: list[Row]) -> None:
    # seat 1 has won 1 of the dealer
    game = start([DEALER, READY_M, OTHER_2, OTHER_1], leave__winner=rule)
    play(game, "0 discard 5m, 1 win")

    events = play(game, "1 leave")

    assert named(events) == ["leave", *["pay"] * len(rows)]
    assert pays(events) == rows
    assert game.phase == "turn"


def test_a_winner_forfeits_no_more_than_its_gain() -> None:
    # the dealer's kong costs seat 1 2 (handed to nobody: transfer none), its win with 杠上炮 brings 2, so that
    # nothing is left; booked kongs count as well
    for when in ("now", "end"):
        game = start(
            [KONGER, READY_M, OTHER_1, OTHER_2],
            kong__transfer="none",
            kong__when=when,
            leave__winner="forfeit",
        )
        play(game, "0 kong 1s, 0 discard 5m, 1 win")
        assert pays(play(game, "1 leave")) == []


def test_a_winner_forfeits_in_turn_order_until_the_gain_is_gone() -> None:
    # with the hand-over seat 1 gets 2 + 6 of the dealer and has paid it 2: a gain of 6, all from seat 0
    game = start([KONGER, READY_M, OTHER_1, OTHER_2], leave__winner="forfeit")
    play(game, "0 kong 1s, 0 discard 5m, 1 win")

    assert pays(play(game, "1 leave")) == [(1, 0, 6, "forfeit")]
    assert game.scores == [4, 0, -2, -2]


@pytest.mark.parametrize("phase", ["swap", "void", "start"])
def test_leaving_before_play(phase: str) -> None:
    options: dict[str, dict[str, Any]] = {
        "swap": {"open__swap": 3},
        "void": {"open__void": "declared"},
        "start": {"side__items": True},
    }
    game = start([DEALER, READY_M, OTHER_2, READY_S], **options[phase])
    assert game.phase == phase

    events = play(game, "2 leave")

    assert pays(events) == [(2, 3, 16, "escape"), (2, 0, 16, "escape"), (2, 1, 16, "escape")]
    assert events[-1][4] == L.END_ESCAPE


def test_a_bound_person_pays_the_house_with_its_seat() -> None:
    # the last tile 1s binds person 1 to the dealer, which is a pig of 48 to the house
    game = start(
        PIG_1,
        tail="1p",
        persons=1,
        table__horse=True,
        draw__pig_to="house",
        draw__pig_units=48,
        claim__forced_last=0,
    )

    events = throw_what_is_drawn(game)

    assert only(events, L.E_HORSE) == [(L.E_HORSE, 0, L.PERSON, kind("1p"), 0, 0, 0)]
    assert (L.PERSON, L.HOUSE, 48, "horse") in pays(events)
    assert game.house == 96
    assert sum(game.scores) + game.house + sum(game.person_scores) == 0


def test_two_winners_end_a_game_of_three() -> None:
    game = start([DEALER, READY_M, READY_S])

    events = play(game, "0 discard 5m, 1 win, 2 win")

    # one active seat is left
    assert events[-1][4] == L.END_WON
    assert game.scores == [-2, 1, 1]
