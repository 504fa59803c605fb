"""The view of a seat, with names: what it shows, what it hides, the waits with what is left of them."""

from __future__ import annotations

import random

import msgspec

from chuanma.game import Game
from chuanma.rules import load_preset
from chuanma.view import MeldView, Offer, RiverTile, TableView, WaitView, WinView
from tests.laid import laid

ROB = {
    0: "55m147s258p369p2s2p",
    1: "5m",
    2: "46m123789p123p99p",
}  # 0 pungs 5m of dealer 1 and adds the fourth
ROBBED = (
    "1 discard 5m, 2 pass, 0 pung, 0 discard 9p, 2 pass, 1 discard 1s, 2 discard 4s, 3 discard 7s, 0 kong 5m"
)


def test_the_start() -> None:
    view = laid({0: "1112345678999m5p"}).view(0)

    assert (view.seat, view.phase, view.dealer, view.turn, view.wall_left) == (0, "turn", 0, 0, 55)
    assert (view.dice, view.drawn, view.offer, view.end) == ((1, 1), None, None, None)
    own = view.seats[0]
    assert own.hand == ("1m", "1m", "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "9m", "9m", "5p")
    assert (own.n_hand, own.melds, own.river, own.void, own.win, own.left, own.score) == (
        14,
        (),
        (),
        None,
        None,
        False,
        0,
    )
    assert [seat.hand for seat in view.seats[1:]] == [None] * 3
    assert [seat.n_hand for seat in view.seats[1:]] == [13] * 3


def test_the_tile_just_drawn_stands_apart() -> None:
    game = laid({0: "9s", 1: "123456789m1234p"}, "0 discard 9s", draws="4p")

    own = game.view(1)
    assert own.drawn == "4p"
    assert own.seats[1].hand is not None and own.seats[1].hand[-4:] == ("1p", "2p", "3p", "4p")
    assert own.seats[1].n_hand == 14 and len(own.seats[1].hand) == 13
    assert game.view(2).drawn is None and game.view(2).seats[1].n_hand == 14


def test_rivers_melds_and_what_is_taken_from_a_river() -> None:
    game = laid(ROB, "1 discard 5m", dealer=1)
    assert game.view(3).seats[1].river == (RiverTile("5m", False),)
    game.step(2, "pass")
    game.step(0, "pung")

    view = game.view(3)
    assert view.seats[1].river == ()
    assert view.seats[0].melds == (MeldView("pung", "5m", 1),)
    game.step(0, "discard 9p")
    game.step(2, "pass")
    game.step(1, "discard " + str(game.view(1).drawn))
    assert game.view(3).seats[0].river == (RiverTile("9p", False),)
    assert game.view(3).seats[1].river[-1].drawn


def test_a_concealed_kong_has_no_feeder_and_an_added_one_keeps_its_own() -> None:
    assert laid({0: "1111m"}, "0 kong 1m").view(2).seats[0].melds == (MeldView("concealed", "1m", None),)
    game = laid(ROB, ROBBED + ", 2 pass", draws="1s4s7s5m", dealer=1)
    assert game.view(2).seats[0].melds == (MeldView("added", "5m", 1),)
    direct = laid({0: "5m", 1: "555m"}, "0 discard 5m, 1 direct_kong")
    assert direct.view(2).seats[1].melds == (MeldView("direct", "5m", 0),)


def test_what_is_on_offer() -> None:
    assert laid({0: "5m", 1: "55m"}, "0 discard 5m").view(2).offer == Offer(0, "5m", False)
    game = laid(ROB, ROBBED, draws="1s4s7s5m", dealer=1)
    assert (game.view(3).phase, game.view(3).offer) == ("rob", Offer(0, "5m", True))


def test_waits_with_what_is_left_and_their_plain_value() -> None:
    """1 holds p1m 23m 456789p 22p. One 1m is left: 平胡 with a 根, 2. Three 4m are left, one is thrown: 平胡, 1."""
    hands = {0: "1m", 1: "1123m456789p22p9s", 2: "4m"}
    game = laid(hands, "0 discard 1m, 1 pung, 1 discard 9s, 2 discard 4m, 1 pass")

    assert game.view(1).waits == (WaitView("1m", 1, 2), WaitView("4m", 3, 1))
    assert game.view(2).waits == game.view(None).waits == ()


def test_waits_are_those_of_the_tiles_before_the_draw() -> None:
    """1 holds 23m 111 444 555 66p and draws 9m: it waits for 1m and 4m, of which it sees none."""
    game = laid({0: "9s", 1: "23m11144455566p"}, "0 discard 9s", draws="9m")

    assert game.view(1).drawn == "9m"
    assert [(wait.tile, wait.left) for wait in game.view(1).waits] == [("1m", 4), ("4m", 4)]


def test_the_own_void_suit_is_known_before_those_of_the_others() -> None:
    game = laid({}, voids="mp")

    assert [seat.void for seat in game.view(0).seats] == ["m", None, None, None]
    assert [seat.void for seat in game.view(2).seats] == [None] * 4
    game.step(2, "void s")
    game.step(3, "void s")
    assert [seat.void for seat in game.view(None).seats] == ["m", "p", "s", "s"]


def test_winners_their_order_and_the_end() -> None:
    """1 and 3 win 5m of 0 together, 1 unit each; then 2 leaves and pays 16 to 0, the only active seat that stays."""
    hands = {0: "5m", 1: "46m123789s456s99s", 3: "46m789m123456p88p"}
    game = laid(hands, "0 discard 5m, 1 win, 3 win")

    view = game.view(2)
    assert view.seats[1].win == WinView(1, "5m", 0, (), 1)
    assert view.seats[3].win == WinView(1, "5m", 0, (), 1)
    assert [seat.score for seat in view.seats] == [-2, 1, 0, 1]
    game.step(2, "leave")
    over = game.view(None)
    assert (over.phase, over.end, over.seats[2].left) == ("over", "escape", True)
    assert [seat.score for seat in over.seats] == [14, 1, -16, 1]
    assert all(seat.hand is not None for seat in over.seats)
    assert over.waits == ()


def test_heaven_has_no_tile() -> None:
    view = laid({0: "111222333m78999p"}, "0 win").view(1)

    assert view.seats[0].win is not None
    assert (view.seats[0].win.tile, view.seats[0].win.flags) == (None, ("self_draw", "heaven"))


def test_views_are_messages() -> None:
    """At every step of some games and for every seat: JSON and back is the same view; hidden hands are not in it."""
    rng = random.Random(5)
    for preset in ("standard", "dingque"):
        game = Game(load_preset(preset), seed=5)
        while not game.over:
            for seat in (0, 1, 2, 3, None):
                view = game.view(seat)
                assert msgspec.json.decode(msgspec.json.encode(view), type=TableView) == view
                for other in view.seats:
                    assert (other.hand is None) == (other.seat != seat)
                    if other.hand is not None:
                        assert len(other.hand) + (view.drawn is not None) == other.n_hand
            seat = rng.choice(game.pending)
            game.step(seat, rng.choice(game.legal(seat)[:-1]))
