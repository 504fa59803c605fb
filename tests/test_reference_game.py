"""The reference engine itself: tiles and money are conserved, and small games come out as counted by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from chuanma.engine import layout as L
from tests.reference import draws, fuzz, money
from tests.reference.alone import tiles_on_the_table
from tests.reference.engine import ReferenceGame
from tests.reference.games import draw_plan
from tests.reference.games import play as play_plan
from tests.reference.notation import kind
from tests.reference.position import Position
from tests.reference.rulesets import PRESETS
from tests.reference.script import (
    DEALER,
    OTHER_1,
    OTHER_2,
    PAIR_5M,
    READY_M,
    READY_S,
    named,
    pays,
    play,
    start,
    throw_what_is_drawn,
    wins,
)
from tests.reference.walls import ALL_TILES, shuffled


@pytest.mark.parametrize("preset", ["standard", "standard-single", "dingque"])
def test_tiles_and_money_are_conserved_at_every_step(preset: str) -> None:
    for seed in range(40):
        rng = Random(seed)
        game = ReferenceGame(PRESETS[preset], shuffled(rng), rng.randrange(4))
        while not game.over:
            seat = rng.choice(sorted(game.pending()))
            open_to_it = sorted(game.legal(seat) - {L.A_LEAVE})
            game.step(seat, L.A_WIN if L.A_WIN in open_to_it else rng.choice(open_to_it))
            assert tiles_on_the_table(game) == ALL_TILES
            assert sum(game.scores) == 0
        assert game.pending() == set()


def test_two_winners_of_a_discard_are_paid_one_by_one() -> None:
    game = start([DEALER, READY_M, OTHER_2, READY_S])

    assert game.step(0, L.A_DISCARD + kind("5m")) == [(L.E_DISCARD, 0, -1, kind("5m"), 0, 0, 0)]
    assert game.pending() == {1, 3}
    assert play(game, "3 win") == []
    events = play(game, "1 win")

    # 平胡 1 each; seat 0 draws next, the first after seat 3
    assert wins(events) == [(1, 0, 0, 1), (3, 0, 0, 1)]
    assert pays(events) == [(0, 1, 1, "win"), (0, 3, 1, "win")]
    assert named(events) == ["win", "pay", "win", "pay", "draw"]
    assert events[-1][1] == 0
    assert game.scores == [-2, 1, 0, 1]


def test_a_pung_waits_for_the_seat_that_may_win() -> None:
    game = start([DEALER, PAIR_5M, READY_M, OTHER_1])

    play(game, "0 discard 5m")
    assert play(game, "1 pung") == []
    assert game.legal(1) == {L.A_LEAVE}
    assert named(play(game, "2 pass")) == ["pung"]
    assert game.pending() == {1}
    # after its own 碰 a seat can only discard
    assert all(action < L.A_KONG or action == L.A_LEAVE for action in game.legal(1))


def test_a_concealed_kong_its_discard_won_and_handed_over() -> None:
    game = start(["1111s5m47m58p369p4m9s", READY_M, OTHER_1, OTHER_2], tail="9m")

    events = play(game, "0 kong 1s, 0 discard 5m, 1 win")

    # 暗杠 2 from each of three; 平胡 with 杠上炮 2; the kong's 6 go to the winner
    assert pays(events) == [
        (1, 0, 2, "kong_concealed"),
        (2, 0, 2, "kong_concealed"),
        (3, 0, 2, "kong_concealed"),
        (0, 1, 2, "win"),
        (0, 1, 6, "transfer"),
    ]
    assert wins(events) == [(1, 0, L.F_KONG_DISCARD, 2)]
    assert game.scores == [-2, 6, -2, -2]


@pytest.mark.parametrize(
    ("payer", "rows"),
    [
        ("all", [(3, 2, 2, "self_draw"), (0, 2, 2, "self_draw"), (1, 2, 2, "self_draw")]),
        ("feeder", [(0, 2, 2, "self_draw")]),
    ],
)
def test_the_replacement_of_a_direct_kong_wins(payer: str, rows: list[tuple[int, int, int, str]]) -> None:
    hands = ["5p147m68p369s147s48m", "12389m23456889s", "555p46m123p22789p", "12389m123s77789s"]
    game = start(hands, tail="5m", kong__bloom_payer=payer)

    events = play(game, "0 discard 5p, 2 direct, 2 win")

    # 平胡 with 杠上花 2; under `standard` the declared kong is no 根
    assert pays(events)[:4] == [(0, 2, 1, "kong_direct"), *rows]
    assert wins(events) == [(2, -1, L.F_SELF_DRAW | L.F_AFTER_KONG, 2)]


def after_a_pung(three: str, **options: Any) -> ReferenceGame:
    """Seat 3 has ponged 5m from the dealer, everybody has passed a turn, and it is its own again."""
    hands = [DEALER, READY_M, READY_S, three]
    game = start(hands, draws="8m8m8m" + ("9m" if "555m" in three else "5m"), **options)
    play(game, "0 discard 5m, 1 pass, 2 pass, 3 pung, 3 discard 1p, 0 discard 8m, 1 discard 8m, 2 discard 8m")
    return game


def test_a_robbed_kong_with_two_winners() -> None:
    game = after_a_pung("55m1p12346s789p9m3s")

    assert named(play(game, "3 kong 5m")) == ["announce_kong"]
    assert game.pending() == {1, 2}
    events = play(game, "2 win, 1 win")

    # 平胡 1 each from the konger alone, nothing for the kong; the 碰 stays; seat 3 is the first after seat 2
    assert wins(events) == [(1, 3, L.F_ROBBED, 1), (2, 3, L.F_ROBBED, 1)]
    assert pays(events) == [(3, 1, 1, "robbed_kong"), (3, 2, 1, "robbed_kong")]
    assert game.seats[3].open_sets == (("pung", kind("5m")),)
    assert (events[-1][0], events[-1][1]) == (L.E_DRAW, 3)


@pytest.mark.parametrize(
    ("options", "rows"),
    [
        ({}, [(0, 3, 1, "kong_added"), (1, 3, 1, "kong_added"), (2, 3, 1, "kong_added")]),
        ({"kong__pung_from_three": "unpaid"}, []),
        ({"kong__late_added": "unpaid"}, []),
    ],
)
def test_an_added_kong_out_of_three(options: dict[str, Any], rows: list[tuple[int, int, int, str]]) -> None:
    game = after_a_pung("555m1p1234s789p9m", **options)

    events = play(game, "3 kong 5m, 1 pass, 2 pass")

    assert named(events)[:2] == ["announce_kong", "kong"]
    assert pays(events) == rows


def test_a_passed_win_locks_until_the_next_own_draw() -> None:
    hands = [DEALER, READY_M, PAIR_5M, OTHER_1]
    game = start(hands, draws="5m9m", claim__pass_win="until_draw")

    play(game, "0 discard 5m, 1 pass, 2 pass")
    # seat 1 has drawn the last 5m: the lock is gone with the draw, and a self-draw is never locked
    assert L.A_WIN in game.legal(1)
    play(game, "1 discard 5m")
    assert game.pending() == {2}


def test_heaven() -> None:
    game = start(["111222333m78999p", READY_S.replace("46m", "46p"), "12389m147s14778p", "789m1458p14788s"])

    events = play(game, "0 win")

    # 天胡 32 from each; no tile is the last one
    assert events[0] == (L.E_WIN, 0, -1, -1, L.F_SELF_DRAW | L.F_HEAVEN, 32, 0)
    assert game.scores == [96, -32, -32, -32]


def test_an_exhausted_game_is_settled_in_order() -> None:
    # 0 has three suits: a pig; 1 is ready on 5m, 平胡 1; 2 is not ready and has a concealed kong;
    # 3 is ready, on 8s with 清一色 4 and a 根
    hands = [DEALER, READY_M, "3333m1289m12456s", "1234567788899s"]
    game = start(hands, draws="6s9m", claim__forced_last=0)

    play(game, "0 discard 5m, 1 pass, 1 discard 6s")
    if game.phase == "claim":
        play(game, "3 pass")
    kong = play(game, "2 kong 3m")
    assert pays(kong) == [(payer, 2, 2, "kong_concealed") for payer in (3, 0, 1)]
    events = throw_what_is_drawn(game)
    end = events[[event[0] for event in events].index(L.E_EXHAUSTED) :]

    assert [(event[1], event[4], event[5]) for event in end if event[0] == L.E_JUDGE] == [
        (0, L.PIG, 0),
        (1, L.READY, 1),
        (2, L.NOT_READY, 0),
        (3, L.READY, 8),
    ]
    assert pays(end) == [
        (0, 1, 16, "pig"),
        (0, 2, 16, "pig"),
        (0, 3, 16, "pig"),
        (2, 3, 8, "ready"),
        (2, 1, 1, "ready"),
        (2, 3, 2, "refund"),
        (2, 0, 2, "refund"),
        (2, 1, 2, "refund"),
    ]
    assert end[-1] == (L.E_END, -1, -1, -1, L.END_EXHAUSTED, 0, 0)


@pytest.mark.parametrize(
    ("units", "rows"),
    [
        (16, [(2, 3, 16, "escape"), (2, 0, 16, "escape"), (2, 1, 16, "escape")]),
        # 大叫 would cost 8 + 1 = 9, the escape 3 × 1: the larger is paid
        (1, [(2, 3, 8, "escape_ready"), (2, 1, 1, "escape_ready")]),
        # 3 × 3 = 9: a tie pays the escape
        (3, [(2, 3, 3, "escape"), (2, 0, 3, "escape"), (2, 1, 3, "escape")]),
    ],
)
def test_leaving_with_four_tiles_left(units: int, rows: list[tuple[int, int, int, str]]) -> None:
    hands = [DEALER, READY_M, "12389m12345667s", "1234567788899s"]
    game = start(hands, claim__forced_last=0, leave__escape_units=units)

    throw_what_is_drawn(game, until_left=4)
    events = play(game, "2 leave")

    assert len(game.wall) == 4
    assert named(events) == ["leave", *["pay"] * len(rows), "end"]
    assert pays(events) == rows


def test_a_leave_waits_until_the_tile_on_offer_is_resolved() -> None:
    game = start([DEALER, READY_M, OTHER_2, READY_S])
    play(game, "0 discard 5m")

    assert play(game, "1 leave") == []
    assert game.legal(1) == set()
    events = play(game, "3 win")

    # seat 1 passed; seat 3 has won and gets nothing; seat 0 has drawn before
    assert named(events) == ["win", "pay", "draw", "leave", "pay", "pay", "end"]
    assert pays(events)[1:] == [(1, 2, 16, "escape"), (1, 0, 16, "escape")]


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    game = start([DEALER, READY_M, OTHER_2, READY_S])

    with pytest.raises(ValueError, match="seat 1 may not do 84"):
        game.step(1, L.A_PUNG)
    assert game.pending() == {0}


def test_the_reference_alone_conserves_tiles_and_money_under_any_rules() -> None:
    coverage, differences = fuzz.run(100, seed=11, alone=True)

    assert differences == []
    assert coverage.games == 100


def test_money_out_of_nothing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def pay_too_much(game: Position, payer: int, receiver: int, units: int, reason: int) -> None:
        pay_right(game, payer, receiver, units, reason)
        game.scores[0] += 1

    pay_right = money.pay
    monkeypatch.setattr(money, "pay", pay_too_much)

    found = [play_plan(draw_plan(f"rich/{number}"), None).difference for number in range(20)]

    assert {difference.what for difference in found if difference} == {"money"}


def test_a_tile_too_many_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def draw_twice(game: Position, seat: int, draw_type: int) -> None:
        draw_right(game, seat, draw_type)
        if not game.over:
            game.seats[seat].hand[0] += 1

    draw_right = draws.draw
    monkeypatch.setattr(draws, "draw", draw_twice)

    found = [play_plan(draw_plan(f"many/{number}"), None).difference for number in range(20)]

    assert {difference.what for difference in found if difference} == {"tiles"}
