"""Cases other programs got wrong about play, dealers, shuffles and what is hidden (tests/vectors/cases.jsonl, by id).

Those about money and claims are scenarios (tests/scenarios), those about one hand are in test_cases_hand.py.
"""

from __future__ import annotations

import pytest

from chuanma.actions import IllegalAction
from chuanma.events import Draw, Win, redact
from chuanma.game import Game
from chuanma.match import Match, succeed
from chuanma.rules import load_preset
from chuanma.shuffle import Stream, wall_from_seed
from tests.laid import laid, throw_until

STANDARD = load_preset("standard")
FIRST_WINNER = STANDARD.replace({"table.next_dealer": "first_winner"})
READY_5M = {1: "46m123456789s99s", 3: "46m789m123456p88p"}


def names(game: Game, seat: int) -> set[str]:
    return set(map(str, game.legal(seat)))


def test_dealer_01_the_first_winner_deals_though_two_win_one_tile_later() -> None:
    """2 draws 5p to 34p; then 0 feeds 5m to 1 and 3."""
    hands = {0: "5m1p", 2: "123456m34789p99p", **READY_5M}
    script = "0 discard 1p, 1 discard 9m, 2 win, 3 discard 7s, 0 discard 5m, 1 win, 3 win"
    game = laid(hands, script, draws="9m5p7s2s", rules=FIRST_WINNER)

    assert game.over and [event.seat for event in game.events if isinstance(event, Win)] == [2, 1, 3]
    assert succeed(FIRST_WINNER, 0, game.events) == 2


def test_dealer_03_the_first_winner_deals_not_the_later_one() -> None:
    """3 feeds 5m to 0, later 1p to 1."""
    hands = {0: "46m123456789s99s", 1: "23p789p123456m88m", 3: "5m1p"}
    script = "3 discard 5m, 0 win, 1 discard 7s, 2 discard 7s, 3 discard 1p, 1 win, 3 leave"
    game = laid(hands, script, draws="7s7s2s", dealer=3, rules=FIRST_WINNER)

    assert [(event.seat, event.feeder) for event in game.events if isinstance(event, Win)] == [(0, 3), (1, 3)]
    assert succeed(FIRST_WINNER, 3, game.events) == 0


@pytest.mark.parametrize("rule", ["first_winner", "feeder"])
def test_dealer_05_nobody_won_so_the_dealer_stays(rule: str) -> None:
    rules = STANDARD.replace({"table.next_dealer": rule})
    game = throw_until(laid({}, dealer=2, rules=rules))

    assert game.over and not any(isinstance(event, Win) for event in game.events)
    assert succeed(rules, 2, game.events) == 2


def test_dealer_06_the_feeder_deals_after_a_single_win() -> None:
    """`standard-single`: dealer 0; 1 feeds 5m to 3."""
    rules = load_preset("standard-single")
    game = laid(
        {0: "1p", 1: "5m", 3: READY_5M[3]}, "0 discard 1p, 1 discard 5m, 3 win", draws="9m", rules=rules
    )

    assert game.over
    assert succeed(rules, 0, game.events) == 1


def test_pass_05_the_lock_ends_with_the_own_draw() -> None:
    """`dingque`: 1 passes 4m, draws and throws 1p, and may win 4m again, from 2."""
    hands = {
        0: "226699m3344558p",
        1: "56m12345678999p1s",
        2: "2445889m123457p",
        3: "1133779m122668p",
    }
    script = "1 discard 1s, 2 discard 4m, 1 pass, 3 discard 5m, 0 discard 7p, 1 discard 1p, 2 discard 4m"
    game = laid(hands, script, draws="1m5m7p1p8p", dealer=1, voids="ssss")

    assert names(game, 1) == {"win", "pass", "leave"}


def test_void_08_only_the_void_tile_may_be_thrown() -> None:
    """Whatever answers for a seat whose time is up finds 3m alone among the discards."""
    game = laid({0: "3m123456p4567s9p88s"}, voids="mmpp")

    assert names(game, 0) == {"discard 3m", "leave"}


def test_draw_11_the_dearest_wait_counts_its_own_root() -> None:
    """1 has ponged 1m and holds 23m 456789p 22p: 4m is worth 平胡 1, the last 1m with the 根 of four 2.

    Nobody else is ready, all hold two suits: each pays 2. The wall's end holds nothing that 1 must win.
    """
    hands = {
        0: "11245789m134679p",
        1: "1123m456789p22p9s",
        2: "2345678m124578s",
        3: "124578p1234679s",
    }
    game = laid(hands, "0 discard 1m, 1 pung, 1 discard 9s", tail="8s6s8s6s6s3s")
    throw_until(game)

    assert game.scores == (-2, 6, -2, -2)
    ready = game.results()[1]
    assert (ready.status, ready.wait, ready.units) == ("ready", "1m", 2)


def test_pay_05_a_winner_wins_and_pays_no_more() -> None:
    """3 wins 6s from 0, 1 unit; 0 draws 5p and wins, 1 unit from 1 and 2 alone."""
    hands = {0: "6s123456m34789p99p", 3: "57s123456789p22p"}
    game = laid(hands, "0 discard 6s, 3 win, 0 win", draws="5p")

    assert game.scores == (-1 + 2, -1, -1, 1)
    assert names(game, 3) == {"leave"}
    for action in ("win", "discard 2p"):
        with pytest.raises(IllegalAction, match="this seat has won"):
            game.step(3, action)


def test_pay_06_the_base_added_for_a_self_draw() -> None:
    """`self_draw = add_base`: 七对 4 + 1 = 5 from each; with a base of 5 points that is 25, not 20."""
    rules = STANDARD.replace({"value.self_draw": "add_base", "table.base": 5})
    hands = {0: "1133557799m224p9s"}
    game = laid(
        hands,
        "0 discard 9s, 1 discard 2s, 2 discard 5s, 3 discard 8s, 0 win",
        draws="2s5s8s4p",
        rules=rules,
    )

    assert game.scores == (15, -5, -5, -5)


def test_order_03_a_tile_is_discarded_once() -> None:
    game = laid({0: "3p"}, "0 discard 3p")
    before = game.state.tobytes()

    with pytest.raises(IllegalAction, match="it is not your turn: South is to play"):
        game.step(0, "discard 3p")
    assert game.state.tobytes() == before


def test_replay_01_every_game_of_a_match_has_its_own_wall() -> None:
    def walls() -> list[tuple[int, ...]]:
        match = Match(STANDARD, 3, seed="one seed")
        found = [match.game.wall]
        while not match.last:
            match.game.step(0, "leave")
            found.append(match.next_game().wall)
        return found

    assert len(set(walls())) == 3
    assert walls() == [wall_from_seed("one seed", number) for number in range(3)]


def test_shuffle_01_every_kind_comes_first_as_often() -> None:
    """5400 walls: a kind is first 200 times, give or take 5 standard deviations of 13.9. The seeds are fixed."""
    counts = [0] * 27
    for number in range(5400):
        counts[wall_from_seed("shuffle-01", number)[0]] += 1

    assert all(abs(count - 200) < 70 for count in counts)
    assert Game(STANDARD).wall != Game(STANDARD).wall


def test_shuffle_03_no_number_is_favoured() -> None:
    """2^32 mod 108 = 76: words from 2^32 - 76 on are thrown away."""

    class Words(Stream):
        def __init__(self, *words: int) -> None:
            self.words = list(words)

        def word(self) -> int:
            return self.words.pop(0)

    assert 2**32 % 108 == 76
    assert Words(2**32 - 1, 2**32 - 76, 2**32 - 77).below(108) == 107


def test_leak_01_a_drawn_tile_is_known_to_its_drawer_alone() -> None:
    game = laid({0: "9s"}, "0 discard 9s", draws="6p")
    draw = game.events[-1]

    assert draw == Draw(1, "6p", False, 54)
    assert redact(draw, 1) == draw
    assert all(redact(draw, seat) == Draw(1, None, False, 54) for seat in (0, 2, 3, None))
    assert [game.view(seat).drawn for seat in (0, 1, 2, 3, None)] == [None, "6p", None, None, None]


def test_leak_03_a_winner_shows_its_tile_and_value_until_the_end() -> None:
    game = laid({0: "6s", 3: "57s123456789p22p"}, "0 discard 6s, 3 win")

    seen = game.view(1).seats[3]
    assert seen.hand is None and seen.win is not None
    assert (seen.win.tile, seen.win.units, seen.win.feeder) == ("6s", 1, 0)
    assert game.view(3).seats[3].hand is not None
    game.step(0, "leave")
    assert game.view(1).seats[3].hand is not None


def test_leak_05_a_spectator_sees_no_hand_before_the_end() -> None:
    game = laid({0: "9s"}, "0 discard 9s")

    seen = game.view(None)
    assert [seat.hand for seat in seen.seats] == [None] * 4
    assert (seen.drawn, seen.waits) == (None, ())
    assert game.legal(1) and not any(game.observe(None)["legal"][0])
    game.step(0, "leave")
    assert all(seat.hand for seat in game.view(None).seats)
