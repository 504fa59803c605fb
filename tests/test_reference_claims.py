"""The reference: limits on wins and claims (RULES §4)."""

from __future__ import annotations

from typing import Any

import pytest

from chuanma.engine import layout as L
from tests.reference.engine import ReferenceGame
from tests.reference.notation import kind
from tests.reference.script import (
    DEALER,
    OTHER_1,
    OTHER_2,
    PAIR_5M,
    READY_M,
    READY_S,
    discards,
    judged,
    may,
    named,
    play,
    start,
    throw_what_is_drawn,
    wins,
)

THREE = "1379m147p134689s"  # three suits, claims nothing here


# ------------------------------------------------------------------------------------------- multi_win = nearest
def test_only_the_nearest_wins() -> None:
    game = start([DEALER, READY_M, OTHER_2, READY_S], claim__multi_win="nearest")
    play(game, "0 discard 5m")
    assert game.pending() == {1, 3}

    events = play(game, "1 win")

    # seat 3 is behind: its answer is not waited for
    assert wins(events) == [(1, 0, 0, 1)]
    assert named(events) == ["win", "pay", "draw"]
    assert events[-1][1] == 2


def test_the_next_wins_when_the_nearest_passes() -> None:
    game = start([DEALER, READY_M, OTHER_2, READY_S], claim__multi_win="nearest")

    assert play(game, "0 discard 5m, 3 win")[1:] == []
    assert wins(play(game, "1 pass")) == [(3, 0, 0, 1)]


@pytest.mark.parametrize(("rule", "asked"), [("nearest", True), ("all", False)])
def test_a_seat_behind_the_winner_has_not_passed(rule: str, asked: bool) -> None:
    # seat 3 says no to the dealer's 5m, seat 1 wins it; seat 2 draws and throws another
    game = start(
        [DEALER, READY_M, OTHER_2, READY_S], draws="5m", claim__multi_win=rule, claim__pass_win="until_draw"
    )

    play(game, "0 discard 5m, 3 pass, 1 win, 2 discard 5m")

    assert (game.phase == "claim") == asked


# ------------------------------------------------------------------------------------------ pass_win, pass_pung
def test_until_draw_higher_lets_a_dearer_win_through() -> None:
    # 111m 23m and 456p 789p 22p: 1m makes a 根 (2), 4m does not (1)
    ready = "11123m456789p22p"
    game = start(
        ["4m258m369p147s69s58s", "1m369m258p258s147s", OTHER_2.replace("12389m", "35689m"), ready],
        claim__pass_win="until_draw_higher",
    )
    play(game, "0 discard 4m, 3 pass")

    play(game, "1 discard 1m")

    assert may(game, 3, "win")


def pass_and_draw_it(pass_win: str) -> ReferenceGame:
    """Seat 1 passes the dealer's 5m and draws another one itself."""
    game = start([DEALER, READY_M, OTHER_2, THREE], draws="5m6m6m6m8m5m", claim__pass_win=pass_win)
    play(game, "0 discard 5m, 1 pass")
    return game


@pytest.mark.parametrize(
    ("rule", "legal"),
    [("none", True), ("until_draw", True), ("until_draw_higher", True), ("until_discard", False)],
)
def test_only_until_discard_locks_a_self_draw(rule: str, legal: bool) -> None:
    assert may(pass_and_draw_it(rule), 1, "win") == legal


def test_until_discard_ends_with_a_tile_it_cannot_win_on() -> None:
    game = pass_and_draw_it("until_discard")

    play(game, "1 discard 5m")
    # it waits for 5m: still locked
    assert game.seats[1].pass_locked
    play(game, "2 discard 6m, 3 discard 6m, 0 discard 6m, 1 discard 8m")
    assert not game.seats[1].pass_locked
    play(game, "2 discard 5m")
    assert may(game, 1, "win")


@pytest.mark.parametrize(("rule", "asked"), [("until_discard", False), ("none", True)])
def test_a_self_draw_passed_under_until_discard(rule: str, asked: bool) -> None:
    # seat 1 draws 5m and throws it: a wait of the 13 left, so it stays locked; the dealer throws a 5m next
    game = start([DEALER, READY_M, OTHER_2, THREE], draws="5m6m6m9s", claim__pass_win=rule)
    play(game, "0 discard 8s")
    assert may(game, 1, "win")

    play(game, "1 discard 5m, 2 discard 6m, 3 discard 6m, 0 discard 5m")

    assert (game.phase == "claim") == asked


@pytest.mark.parametrize(("rule", "asked"), [(False, True), (True, False)])
def test_a_passed_pung(rule: bool, asked: bool) -> None:
    # seat 2 lets the dealer's 5m go; seat 1 draws one and throws it before seat 2 has drawn
    game = start([DEALER, OTHER_1, PAIR_5M, THREE], draws="5m", claim__pass_pung=rule)
    play(game, "0 discard 5m, 2 pass")

    play(game, "1 discard 5m")

    assert (game.phase == "claim") == asked


def test_a_pung_is_not_passed_on_a_tile_that_is_won() -> None:
    game = start([DEALER, READY_M, PAIR_5M, OTHER_1], draws="5m", claim__pass_pung=True, table__mode="flow")
    play(game, "0 discard 5m, 2 pass, 1 win")

    # seat 2 has drawn the 5m itself now: the pair is a triplet, and no pung is barred
    assert game.seats[2].passed_pungs == set()


def test_swap_call() -> None:
    hands = [DEALER, OTHER_1, OTHER_2, "555m" + "137m14p14s689s"]
    for rule in (True, False):
        game = start(hands, claim__swap_call=rule)
        play(game, "0 discard 5m, 3 pung")
        assert (kind("5m") in discards(game, 3)) == rule


# ------------------------------------------------------------------------------------------------------ min_units
def test_a_win_below_min_units_is_not_offered_but_ready() -> None:
    # 平胡 1; 2 are asked for
    hands = [DEALER, READY_M, OTHER_2, OTHER_1]
    game = start(hands, claim__min_units=2, claim__forced_last=0)

    assert named(play(game, "0 discard 5m")) == ["discard", "draw"]
    events = throw_what_is_drawn(game)

    # §8 pays the wait at its own value
    assert (1, L.READY, 1) in judged(events)


@pytest.mark.parametrize(("self_draw", "legal"), [("double", True), ("add_base", False)])
def test_what_counts_for_min_units(self_draw: str, legal: bool) -> None:
    # 平胡 1, with 自摸 × 2 it is 2; 加底 is not counted
    options: dict[str, Any] = {"claim__min_units": 2, "value__dihu": "off", "value__self_draw": self_draw}
    game = start([DEALER, READY_M, OTHER_2, OTHER_1], draws="5m", **options)

    play(game, "0 discard 8s")

    assert may(game, 1, "win") == legal
