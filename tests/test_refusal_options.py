"""Reasons that only some rulesets can give: swaps, marked tiles, suits named in a turn, locked hands, songs, items."""

from __future__ import annotations

import pytest

from chuanma.rules import Ruleset, load_preset
from chuanma.text import text
from tests.laid import laid
from tests.test_refusal import reason

STANDARD = load_preset("standard")


def rules(**changes: object) -> Ruleset:
    """`standard` with options changed, `__` for the dot of a key."""
    return STANDARD.replace({key.replace("__", "."): value for key, value in changes.items()})


# ------------------------------------------------------------------------------------------------ before the first turn
def test_swap() -> None:
    played = laid({0: "12m3344p5556789s9p"}, rules=rules(open__swap=3))

    assert (
        reason(played, 0, "discard 1m")
        == reason(played, 0, "win")
        == ("first every seat picks 3 tiles to give away")
    )
    assert reason(played, 0, "undo_pick") == "there is nothing to take back"
    assert reason(played, 0, "pick 1m") == "you hold fewer than 3 tiles of characters"
    assert reason(played, 0, "pick 8p") == "you do not hold 8p"
    played.step(0, "pick 9p")
    assert reason(played, 0, "pick 9p") == "all your 9p are picked already"
    assert reason(played, 0, "pick 5s") == "the tiles given away are of one suit, and yours is dots"
    played.step(0, "pick 3p")
    played.step(0, "pick 3p")
    assert (
        reason(played, 0, "pick 4p")
        == reason(played, 0, "undo_pick")
        == ("your 3 tiles are picked: wait for the others")
    )


def test_a_tile_laid_face_down() -> None:
    played = laid({0: "12m33344455566p9s", 1: "147p147s258p369s1p"}, rules=rules(open__void="marked"))

    assert (
        reason(played, 0, "pick 1m")
        == reason(played, 0, "discard 1m")
        == "all seats name their void suit first"
    )
    played.step(0, "void m")
    assert reason(played, 0, "void p") == "the void suit is named once, and it is characters"
    assert (
        reason(played, 0, "discard 1m")
        == reason(played, 0, "pick 9s")
        == ("first lay a tile of your void suit (characters) face down")
    )
    assert reason(played, 0, "pick 9m") == "you do not hold 9m"
    played.step(0, "pick 1m")
    assert reason(played, 0, "pick 2m") == "all seats name their void suit first"
    played.step(1, "void m")  # it holds none: nothing to lay
    for seat in (2, 3):
        played.step(seat, "void m")
        played.step(seat, str(next(action for action in played.legal(seat) if action.verb == "pick")))
    assert reason(played, 0, "discard 2m") == "the tile you laid face down, 1m, goes first"
    assert reason(played, 0, "void m") == "the void suit is named once, and it is characters"


def test_items_before_the_deal() -> None:
    played = laid({}, rules=rules(side__items=True))

    assert (
        reason(played, 0, "discard 1m")
        == reason(played, 0, "item peek_next")
        == ("before the deal every seat answers: item near_flush_deal or pass")
    )
    played.step(0, "pass")
    assert reason(played, 0, "item near_flush_deal") == "you have answered: wait for the others"


# ------------------------------------------------------------------------------------------------ suits named in a turn
def test_the_first_discard_names_a_suit() -> None:
    first = rules(open__void="first_discard")
    lacking = laid({0: "1122334455667m9m"}, rules=first)

    assert reason(lacking, 0, "discard 1m") == "you lack two suits: name one of them first"
    assert (
        reason(lacking, 0, "void m")
        == "only a hand that lacks two suits names one of them before its discard"
    )
    lacking.step(0, "void p")
    assert reason(lacking, 0, "void s") == "the void suit is named once, and it is dots"
    lacking.step(0, "discard 1m")
    assert reason(laid({0: "1m1p1s"}, rules=first), 0, "void m").startswith(
        "only a hand that lacks two suits"
    )


def test_a_hand_down_to_one_suit_names_another() -> None:
    locked = rules(open__void="locked")
    played = laid({0: "1234567891112m9p"}, rules=locked)

    assert reason(played, 0, "discard 9p") == (
        "without 9p you hold one suit only: first name one of the two others"
    )
    assert reason(played, 0, "void m").startswith("only a hand that a discard can leave with one suit")
    played.step(0, "void s")
    played.step(0, "discard 9p")
    assert reason(played, 0, "void p") == "it is not your turn: South is to play"


def test_a_void_suit_held_again_is_broken() -> None:
    """0 gives up bamboo with 9s, draws 8s, throws 4p instead, and draws 2p: it may win no more."""
    script = "0 discard 9s, 1 discard 1m, 2 discard 1m, 3 discard 1m, 0 discard 4p"
    script += ", 1 discard 7s, 2 discard 7s, 3 discard 7s"
    hands = {0: "234567899m1134p9s"}
    played = laid(hands, script, draws="1m1m1m8s7s7s7s2p", rules=rules(open__void="locked"))

    assert reason(played, 0, "win") == (
        "you hold your void suit (bamboo) again after giving it up: no win in this game"
    )


def test_a_void_suit_in_open_sets() -> None:
    """0 pungs 5s and throws 9s: bamboo is its void suit (first_discard). 123 456m 11p 23p and 4p would be complete."""
    hands = {0: "123456m1123p55s9s", 1: "5s"}
    script = "1 discard 5s, 0 pung, 0 discard 9s, 1 discard 8p, 2 discard 8p, 3 discard 8p"
    played = laid(hands, script, draws="8p8p8p4p", dealer=1, rules=rules(open__void="first_discard"))

    assert reason(played, 0, "win") == "your open sets hold your void suit (bamboo)"


# -------------------------------------------------------------------------------------------------------------- claims
def test_a_tile_just_ponged_is_kept() -> None:
    played = laid({0: "5m", 1: "555m"}, "0 discard 5m, 1 pung", rules=rules(claim__swap_call=False))

    assert reason(played, 1, "discard 5m") == "5m was just ponged and cannot be thrown in this turn"


def test_a_passed_pung() -> None:
    """2 waits for 5m, so that both stay on offer; 3 passes its pung, then 1 draws and throws 5m too."""
    hands = {0: "5m", 2: "46m123789s456s99s", 3: "55m"}
    script = "0 discard 5m, 3 pass, 2 pass, 1 discard 5m"
    played = laid(hands, script, draws="5m", rules=rules(claim__pass_pung=True))

    assert reason(played, 3, "pung") == "you passed the pung of 5m: it is barred until your next draw"


CHEAP = {0: "5m", 1: "46m123789s456s99s", 3: "55m"}  # 1 waits for 5m, 平胡 1; 3 is asked too


def test_a_win_worth_too_little() -> None:
    least = rules(claim__min_units=2)
    played = laid(CHEAP, "0 discard 5m", rules=least)
    assert reason(played, 1, "win") == "this win is worth 1×; it needs 2×"
    assert reason(laid(CHEAP, rules=least), 0, "win") == "your hand is not complete"

    script = "0 discard 9p, 1 discard 8p, 2 discard 8p, 3 discard 8p, 0 discard 8p"
    drawn = laid({0: "9p", 1: CHEAP[1]}, script, draws="8p8p8p8p5m", rules=least)
    assert reason(drawn, 1, "win") == "this win is worth 1×; it needs 2×"


def test_a_win_passed_until_a_discard() -> None:
    """1 passes 5m and draws the next one."""
    played = laid(
        CHEAP, "0 discard 5m, 1 pass, 3 pass", draws="5m", rules=rules(claim__pass_win="until_discard")
    )

    assert reason(played, 1, "win") == (
        "you passed a win: you may win again once you have thrown a tile you cannot win on"
    )


def test_a_late_added_kong() -> None:
    """0 pungs 5m holding three of it: the fourth was not drawn in this turn."""
    hands = {0: "555m147s258p369p2s", 1: "5m"}
    script = "1 discard 5m, 0 pung, 0 discard 9p, 1 discard 3s, 2 discard 4s, 3 discard 7s"
    played = laid(hands, script, draws="3s4s7s8s", dealer=1, rules=rules(kong__late_added="forbidden"))

    assert reason(played, 0, "kong 5m") == "5m was not drawn in this turn: it is too late to add it"


def test_no_kongs_and_two_suits() -> None:
    bare = laid({0: "1111p"}, rules=rules(kong__enabled=False))
    assert (
        reason(bare, 0, "kong 1p") == reason(bare, 0, "direct_kong") == "under these rules there are no kongs"
    )

    small = laid({0: "1111p"}, rules=rules(table__suits=2))
    assert (
        reason(small, 0, "discard 1m") == reason(small, 0, "kong 1m") == "these rules play without characters"
    )
    assert reason(small, 0, "void m") == "under these rules no void suit is named"


def test_fewer_seats() -> None:
    played = laid({0: "1m"}, rules=rules(table__seats=3))

    assert reason(played, 3, "discard 1m") == "there is no seat 3: seats are 0 to 2"


def test_a_bot_plays_on() -> None:
    played = laid({0: "1m"}, "0 leave", rules=rules(leave__escape="bot"))

    assert reason(played, 0, "leave") == "you have left: a bot plays on for you"
    assert reason(played, 0, "win") == "your hand is not complete"


# -------------------------------------------------------------------------------------------------------- locked hands
SONGS = rules(side__sing=True, side__dance=True)
READY = {0: "12345678911m46p9s"}  # without 9s: 123 456 789m, 11m, 46p waits for 5p


def test_songs_are_for_ready_hands() -> None:
    assert (
        reason(laid({0: "147m147p147s258m36p"}, rules=SONGS), 0, "sing") == "no discard would leave you ready"
    )


def test_after_the_announcement() -> None:
    played = laid(READY, "0 sing", rules=SONGS)

    assert reason(played, 0, "discard 1m") == "you have announced (singing), and without 1m you are not ready"
    assert reason(played, 0, "discard 9p") == "you do not hold 9p"
    assert (
        reason(played, 0, "dance")
        == reason(played, 0, "kong 1m")
        == ("you have announced (singing): now throw a tile that leaves you ready")
    )


def test_a_singing_hand_is_locked() -> None:
    script = "0 sing, 0 discard 9s, 1 discard 8s, 2 discard 8s, 3 discard 8s"
    played = laid(READY, script, draws="8s8s8s1m", rules=SONGS)

    assert reason(played, 0, "discard 2m") == "your hand is locked: only 1m, just drawn, can be thrown"
    assert reason(played, 0, "sing") == "you have announced already: singing"


def test_a_singing_hand_calls_nothing() -> None:
    """1 throws 1m, of which the singer holds three; 3 waits for it, so that it stays on offer."""
    hands = {**READY, 1: "1m", 3: "23m12345678922p"}
    played = laid(hands, "0 sing, 0 discard 9s, 1 discard 1m", rules=SONGS)

    assert reason(played, 0, "pung") == "your hand is locked: it cannot take this tile for a set"


def test_nobody_feeds_a_dancer() -> None:
    played = laid({**READY, 1: "5p"}, "0 dance, 0 discard 9s", rules=SONGS)

    assert reason(played, 1, "discard 5p") == "East dances and waits for 5p: it cannot be thrown"


def test_a_winner_that_plays_on() -> None:
    """血流: 1 wins 5m of 0 and draws 9p later."""
    flow = load_preset("flow").replace({"open.swap": 0, "open.void": "free", "side.sing": True})
    hands = {0: "5m", 1: "46m123789s456s99s"}
    script = "0 discard 5m, 1 win, 2 discard 8p, 3 discard 8p, 0 discard 8p"
    played = laid(hands, script, draws="8p8p8p9p", rules=flow)

    assert reason(played, 1, "discard 9s") == "your hand is locked: only 9p, just drawn, can be thrown"
    assert reason(played, 1, "sing") == "a seat that has won cannot announce any more"


@pytest.mark.parametrize(
    ("flow", "drawn", "words"),
    [
        # 1112m waits for 2m and 3m; a kong of 1m leaves 2m alone.
        ("same_waits", "1m", "a kong of 1m would change your waits, which a seat that has won may not"),
        ("never", "1m", "a seat that has won makes no kong under these rules"),
        ("same_waits", "8p", "your hand is locked: only 8p, just drawn, can be thrown"),
    ],
)
def test_kongs_of_a_winner(flow: str, drawn: str, words: str) -> None:
    ruleset = load_preset("flow").replace({"open.swap": 0, "open.void": "free", "kong.flow": flow})
    script = "0 discard 3m, 1 win, 2 discard 8p, 3 discard 8p, 0 discard 8p"
    played = laid({0: "3m", 1: "1112m123456789s"}, script, draws=f"8p8p8p{drawn}", rules=ruleset)

    assert reason(played, 1, "kong 1m" if drawn == "1m" else "discard 2m") == words


# --------------------------------------------------------------------------------------------------------------- items
ITEMS = rules(side__items=True)


def test_items_in_a_turn() -> None:
    played = laid({0: "11122233344455m"}, "0 pass, 1 pass, 2 pass, 3 pass, 0 item peek_next", rules=ITEMS)

    assert reason(played, 0, "item peek_next") == (
        f"this item is used up: {text('item.peek_next', 'en')}, once a game"
    )
    assert reason(played, 0, "item near_flush_deal").startswith("this item is for the time before the deal")
    assert reason(played, 0, "pick 1m") == "there is nothing to pick now"
    assert reason(played, 0, "undo_pick") == "there is nothing to take back"
    played.step(0, "item trade_chosen")
    assert (
        reason(played, 0, "discard 1m")
        == reason(played, 0, "item locate_tile")
        == ("you are using an item (chosen trade): pick its tile, or take it back")
    )
    assert reason(played, 0, "pick 9m") == "you do not hold 9m"
    played.step(0, "pick 1m")
    assert reason(played, 0, "pick 1m") == "you give 1m away: name another kind"


def test_a_locked_hand_trades_nothing() -> None:
    script = "0 pass, 1 pass, 2 pass, 3 pass, 0 sing, 0 discard 9s, 1 discard 8s, 2 discard 8s, 3 discard 8s"
    both = rules(side__sing=True, side__items=True)
    played = laid(READY, script, draws="8s8s8s9p", rules=both)

    assert reason(played, 0, "item trade_random") == "your hand is locked: no random trade"
    played.step(0, "item peek_next")


def test_a_tile_laid_face_down_is_not_traded() -> None:
    both = rules(open__void="marked", side__items=True)
    played = laid({0: "12345678m123456p"}, "0 pass, 1 pass, 2 pass, 3 pass", rules=both)
    for seat in range(4):
        played.step(seat, "void m")
        played.step(seat, str(next(action for action in played.legal(seat) if action.verb == "pick")))
    played.step(0, "item trade_random")

    assert reason(played, 0, "pick 1m") == "1m lies face down and cannot be given away"
