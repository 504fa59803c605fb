"""The reference: void suits that become known in play, and breaking them (RULES §3, engine.md: Naming in a turn)."""

from __future__ import annotations

import pytest

from chuanma.engine import layout as L
from tests.reference.engine import ReferenceGame
from tests.reference.notation import kind, kinds
from tests.reference.position import Event
from tests.reference.script import (
    DEALER,
    OTHER_1,
    OTHER_2,
    READY_M,
    READY_S,
    discards,
    judged,
    may,
    named,
    only,
    pays,
    play,
    start,
)

THREE = "1379m147p134689s"  # three suits, claims nothing here
ONE_SUIT = "1335577991124m"  # thirteen m: 6m and 8m are missing
NAMES = {L.A_VOID, L.A_VOID + 1, L.A_VOID + 2}


def voids(events: list[Event]) -> list[tuple[int, int]]:
    return [(event[1], event[3]) for event in only(events, L.E_VOID)]


# ------------------------------------------------------------------------------------------------ first_discard
def test_the_suit_of_the_first_discard() -> None:
    game = start([DEALER, OTHER_1, OTHER_2, THREE], open__void="first_discard")
    assert not game.legal(0) & NAMES

    assert voids(play(game, "0 discard 5m")) == [(0, 0)]
    # seat 1 has m and s: it lacks p already, and that is its void suit whatever it throws
    game.step(1, L.A_DISCARD + kind("1m"))
    assert game.seats[1].void == 1


def test_a_suit_that_is_lacked_is_named_with_the_first_discard() -> None:
    # 14 m: lacks p and s, one of which it must name first
    game = start([ONE_SUIT + "6m", "", "", ""], open__void="first_discard")

    assert game.legal(0) - {L.A_LEAVE} == {L.A_VOID + 1, L.A_VOID + 2}
    assert play(game, "0 void s") == []
    assert not game.legal(0) & NAMES
    assert voids(play(game, "0 discard 1m")) == [(0, 2)]


def test_known_right_after_the_discard_before_the_tile_is_offered() -> None:
    game = start([DEALER, READY_M, OTHER_2, THREE], open__void="first_discard")

    assert named(play(game, "0 discard 5m")) == ["discard", "void"]
    assert game.phase == "claim"


# ------------------------------------------------------------------------------------------------------- locked
LACKING = "46m123456p22789p1s"  # ready on 5m once 1s is thrown


def test_locked_is_free_until_a_suit_is_lacked() -> None:
    game = start([LACKING, OTHER_1, OTHER_2, THREE], open__void="locked")

    assert not game.legal(0) & NAMES
    # 4m thrown: m, p and s are left
    twin = start([LACKING, OTHER_1, OTHER_2, THREE], open__void="locked")
    assert voids(play(twin, "0 discard 4m")) == []
    assert voids(play(game, "0 discard 1s")) == [(0, 2)]


def test_locked_with_two_suits_lacking_names_one() -> None:
    # 13 m and a 5p: throwing the 5p leaves m alone, and p or s is to be named before
    game = start([ONE_SUIT + "5p", "", "", ""], open__void="locked")
    assert game.legal(0) & NAMES == {L.A_VOID + 1, L.A_VOID + 2}
    assert kind("5p") not in discards(game, 0)
    assert kind("1m") in discards(game, 0)

    play(game, "0 void p")
    assert kind("5p") in discards(game, 0)
    assert voids(play(game, "0 discard 5p")) == [(0, 1)]


def test_a_name_is_forgotten_after_another_discard() -> None:
    game = start([ONE_SUIT + "5p", "", "", ""], open__void="locked")

    # m and p are left: the suit lacked is s, not the p named
    assert voids(play(game, "0 void p, 0 discard 1m")) == [(0, 2)]


def broken_and_clean(mode: str, **options: object) -> ReferenceGame:
    """Seat 0 has lacked s, kept a 5s for a turn, thrown it again, and would be ready on 5m; seat 1 holds a 5m.

    The draws: 8p for seats 1 to 3, 5s for seat 0, again three, 2p for seat 0, then 5m for seat 1.
    """
    hands = [LACKING, OTHER_1, READY_S, THREE]
    game = start(
        hands,
        draws="8p8p8p5s7m7m7m9s5m",
        open__void="locked",
        table__mode=mode,
        claim__forced_last=0,
        **options,
    )
    play(game, "0 discard 1s, 1 discard 8p, 2 discard 8p, 3 discard 8p")
    play(game, "0 discard 2p, 1 discard 7m, 2 discard 7m, 3 discard 7m")
    play(game, "0 discard 5s, 1 discard 5m")
    return game


def test_breaking_locked_forbids_wins_and_costs_as_a_pig_when_the_game_is_won() -> None:
    game = broken_and_clean("single")

    # 9s is still there: the void suit is held
    assert game.seats[0].broke
    assert game.pending() == {2}
    events = play(game, "2 win")

    # 平胡 1; then step 1 of §8 alone: 16 to each seat that is no pig
    assert pays(events) == [
        (1, 2, 1, "win"),
        (0, 1, 16, "pig"),
        (0, 2, 16, "pig"),
        (0, 3, 16, "pig"),
    ]
    assert judged(events) == [(0, L.PIG, 0)]


@pytest.mark.parametrize(
    ("options", "rows"),
    [
        ({"draw__pig_units": 0}, []),
        ({"draw__pig_to": "house"}, [(0, L.HOUSE, 16, "pig")]),
        # in a single game all but the winner are active
        ({"draw__pig_to": "active_non_pigs"}, [(0, 1, 16, "pig"), (0, 3, 16, "pig")]),
        ({"draw__pig_units": "cap", "value__cap": 8}, [(0, seat, 8, "pig") for seat in (1, 2, 3)]),
    ],
)
def test_whom_a_broken_lock_pays(options: dict[str, object], rows: list[tuple[int, int, int, str]]) -> None:
    game = broken_and_clean("single", **options)

    assert pays(play(game, "2 win"))[1:] == rows


def test_a_seat_that_broke_stays_without_a_win() -> None:
    # as above, but with a 2p instead of the 9s: 13 tiles that wait for 5m, and may not have it
    hands = [LACKING, OTHER_1, READY_S, THREE]
    game = start(hands, draws="8p8p8p5s7m7m7m2p5m", open__void="locked", claim__forced_last=0)
    play(game, "0 discard 1s, 1 discard 8p, 2 discard 8p, 3 discard 8p")
    play(game, "0 discard 2p, 1 discard 7m, 2 discard 7m, 3 discard 7m, 0 discard 5s")

    play(game, "1 discard 5m")

    assert kinds("46m") == [tile for tile in range(9) if game.seats[0].hand[tile]]
    assert game.pending() == {2}


def test_an_escape_does_not_ask_for_a_broken_lock() -> None:
    game = broken_and_clean("blood", leave__escape_units=1)

    events = play(game, "2 pass, 3 leave")

    assert {reason for _, _, _, reason in pays(events)} == {"escape"}


# --------------------------------------------------------------------------------------------------- all regimes
def test_under_free_nothing_is_named() -> None:
    game = start([ONE_SUIT + "5p", "", "", ""])

    assert not game.legal(0) & NAMES
    assert voids(play(game, "0 discard 5p")) == []
    assert not may(game, 0, "void s")
