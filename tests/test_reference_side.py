"""The reference: 血流 winners, singing, dancing, 绝张 and items (RULES §5, §6, §10, §12)."""

from __future__ import annotations

from typing import Any

import pytest

from chuanma.engine import layout as L
from tests.reference.engine import ReferenceGame
from tests.reference.items import mix
from tests.reference.notation import counts, kind, kinds
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
    pays,
    play,
    start,
    throw_what_is_drawn,
    wins,
)

FLOW = {"table__mode": "flow"}
READY_AND_1S = "46m123456p22789p1s"  # the dealer: ready on 5m once 1s is thrown


# ---------------------------------------------------------------------------------------------- RULES §5: flow
def test_a_flow_winner_pays_and_wins_on_and_keeps_its_hand() -> None:
    # seat 1 wins the dealer's 5m, then throws what it draws; seat 3 wins by itself and all three pay
    game = start([DEALER, READY_M, OTHER_2, READY_S], draws="9s5m", value__dihu="off", **FLOW)
    play(game, "0 discard 5m, 3 pass, 1 win")
    assert game.turn == 2

    events = play(game, "2 discard 9s, 3 win")

    assert pays(events) == [(0, 3, 1, "self_draw"), (1, 3, 1, "self_draw"), (2, 3, 1, "self_draw")]
    assert game.turn == 0
    # the tile is laid beside the winner: thirteen are left
    assert sum(game.seats[3].hand) == 13
    assert game.seats[3].won_tiles == [kind("5m")]


def test_what_was_won_makes_no_root() -> None:
    # 1m 1m 1m 23m: 1m is won (根: 2), then 4m: still 111m, no 根 (1)
    hands = ["1m258m369p147s69s58s", "11123m456789p22p", "4m35689m1369p679s", "258m147p369s258s9m"]
    game = start(hands, draws="4s", claim__forced_last=0, **FLOW)

    assert wins(play(game, "0 discard 1m, 1 win")) == [(1, 0, 0, 2)]
    assert wins(play(game, "2 discard 4m, 1 win")) == [(1, 2, 0, 1)]


def test_a_flow_winner_throws_what_it_draws_and_never_pongs() -> None:
    game = start([DEALER.replace("258p", "358p"), READY_M, OTHER_2, READY_S], draws="2p9s8s8m", **FLOW)
    play(game, "0 discard 5m, 3 pass, 1 win")

    # 222p in hand could be ponged otherwise
    assert named(play(game, "2 discard 2p")) == ["discard", "draw"]
    play(game, "3 discard 9s, 0 discard 8s")
    assert discards(game, 1) == {kind("8m")}
    # it may pass a win, and is asked again
    assert game.legal(1) == {L.A_LEAVE, kind("8m")}


def test_heaven_in_flow_has_the_fourteenth_as_its_tile() -> None:
    game = start(
        ["111222333m78999p", READY_S.replace("46m", "46p"), OTHER_2.replace("12389m", "45689m"), ""], **FLOW
    )

    events = play(game, "0 win")

    assert events[0] == (L.E_WIN, 0, -1, kind("9p"), L.F_SELF_DRAW | L.F_HEAVEN, 32, 0)
    assert sum(game.seats[0].hand) == 13
    assert game.turn == 1


def test_an_exhausted_flow_game_pays_its_winners() -> None:
    # seat 1 has won and is ready; 0 has three suits, 2 too: pigs to both 1 and 3; 3 is ready
    game = start([DEALER, READY_M, OTHER_2, READY_S], claim__forced_last=0, **FLOW)
    play(game, "0 discard 5m, 3 pass, 1 win")

    events = throw_what_is_drawn(game)

    assert judged(events) == [(0, L.PIG, 0), (1, L.READY, 1), (2, L.PIG, 0), (3, L.READY, 1)]
    assert pays(events) == [(0, 1, 16, "pig"), (0, 3, 16, "pig"), (2, 3, 16, "pig"), (2, 1, 16, "pig")]


# ------------------------------------------------------------------------------------------- RULES §10: singing
@pytest.mark.parametrize(("voice", "waits"), [("sing", 0), ("dance", 1 << kind("5m"))])
def test_announced_with_a_discard_that_leaves_ready_tiles(voice: str, waits: int) -> None:
    game = start([READY_AND_1S, OTHER_1, OTHER_2, DEALER[2:-2]], **{f"side__{voice}": True})
    assert play(game, f"0 {voice}") == []
    # 1s, and no kong, win or item any more
    assert game.legal(0) == {L.A_LEAVE, kind("1s")}

    events = play(game, "0 discard 1s")

    assert named(events) == ["discard", voice, "draw"]
    assert events[1] == (L.EVENTS.index(voice), 0, -1, -1, 0, waits, 0)


def test_no_voice_without_a_ready_hand() -> None:
    game = start([DEALER, READY_M, OTHER_2, OTHER_1], side__sing=True, side__dance=True)

    assert not may(game, 0, "sing")
    assert not may(game, 0, "dance")


def test_a_song_doubles_and_locks() -> None:
    options: dict[str, Any] = {"side__sing": True, "value__bonuses": {"gen": 2, "sing": 2}}
    game = start([READY_AND_1S, OTHER_1, OTHER_2, DEALER[2:-2]], draws="7m7m6m9s5m", **options)
    play(game, "0 sing, 0 discard 1s, 1 discard 7m, 2 discard 7m, 3 discard 6m")
    # all but the 9s just drawn stays; it sings already
    assert game.legal(0) == {L.A_LEAVE, kind("9s")}

    events = play(game, "0 discard 9s, 1 discard 5m, 0 win")

    assert wins(events) == [(0, 1, L.F_SING, 2)]


def test_what_a_dancer_shows_is_not_thrown_by_others() -> None:
    game = start([READY_AND_1S, PAIR_5M, OTHER_1, DEALER[2:-2]], draws="9s", side__dance=True)
    play(game, "0 dance, 0 discard 1s")

    assert kind("5m") not in discards(game, 1)
    assert kind("9s") in discards(game, 1)


def test_duty_comes_before_the_dancer() -> None:
    # seat 1 has to throw m, of which it holds 55m alone
    hands = [READY_AND_1S, "55m1379p134689s7p", OTHER_1, "147m258m369p147s"]
    game = start(hands, draws="9s", side__dance=True, open__void="forced")
    play(game, "0 void s, 1 void m, 2 void p, 3 void s")
    play(game, "0 dance, 0 discard 1s")

    assert discards(game, 1) == {kind("5m")}


# --------------------------------------------------------------------------------------------------- 绝张
def last_5m(**options: Any) -> ReferenceGame:
    """Seat 2 has ponged the dealer's 5m, seat 3 throws the last one to seat 1, which waits for nothing else."""
    hands = [DEALER, READY_M, PAIR_5M, "5m28m3669p147s39s8m"]
    game = start(hands, draws="9s", table__mode="single", **options)
    play(game, "0 discard 5m, 1 pass, 2 pung, 2 discard 1p")
    return game


@pytest.mark.parametrize(
    ("bonuses", "flags", "units"), [({"gen": 2, "juezhang": 2}, L.F_JUEZHANG, 2), ({"gen": 2}, 0, 1)]
)
def test_the_last_of_all_winning_tiles(bonuses: dict[str, int], flags: int, units: int) -> None:
    game = last_5m(value__bonuses=bonuses)

    assert wins(play(game, "3 discard 5m, 1 win")) == [(1, 3, flags, units)]


# ------------------------------------------------------------------------------------------------ RULES §12: items
def with_items(hands: list[str], draws: str = "", **options: Any) -> ReferenceGame:
    """Dealt, nobody having used an item before."""
    game = start(hands, draws, side__items=True, **options)
    assert game.opening == []
    assert named(play(game, "3 pass, 1 pass, 2 pass, 0 pass")) == ["deal"]
    return game


ITEM_HANDS = [READY_AND_1S, OTHER_1, OTHER_2, "147m258m369p147s"]


def test_a_tile_traded_for_a_named_kind() -> None:
    game = with_items(ITEM_HANDS, draws="9s8s5m")
    assert not may(game, 0, "item near_flush_deal")
    assert play(game, "0 item trade_chosen, 0 pick 1s") == []
    assert not may(game, 0, "pick 1s")

    events = play(game, "0 pick 5m")

    # the first 5m of the wall changes places with the 1s
    assert events == [(L.E_ITEM, 0, -1, kind("5m"), L.I_TRADE_CHOSEN, kind("1s"), 0)]
    assert game.wall[:3] == kinds("9s8s1s")
    # 平胡 by a self-draw, no 天胡
    assert wins(play(game, "0 win")) == [(0, -1, L.F_SELF_DRAW, 1)]


def test_a_trade_for_what_is_not_there_changes_nothing() -> None:
    hands = [READY_AND_1S, OTHER_1, "5555m1369p3679s1m", "147m258m369p147s"]
    hands[3] = hands[3].replace("258m", "238m")
    game = with_items(hands)

    events = play(game, "0 item trade_chosen, 0 pick 1s, 0 pick 5m")

    assert events == [(L.E_ITEM, 0, -1, -1, L.I_TRADE_CHOSEN, kind("1s"), 0)]
    assert game.seats[0].hand[kind("1s")] == 1
    # the item is used up
    assert not may(game, 0, "item trade_chosen")


def test_a_random_trade_follows_splitmix64() -> None:
    # the first outputs of splitmix64 from 0, as published with the generator
    assert [mix(number) for number in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]
    game = with_items(ITEM_HANDS)
    # 0xE220A8397B1DCDAF = 16294208416658607535 is 0 mod 5 and (alternating sum of its digits 12) 1 mod 11: 45 mod 55
    expected = game.wall[45]

    events = play(game, "0 item trade_random, 0 pick 1s")

    assert events == [(L.E_ITEM, 0, -1, expected, L.I_TRADE_RANDOM, kind("1s"), 0)]
    assert game.wall[45] == kind("1s")


def test_looking_into_the_wall() -> None:
    # 5m lies in place 2 of 55: the first third
    game = with_items(ITEM_HANDS, draws="9s8s5m")

    assert play(game, "0 item peek_next") == [(L.E_ITEM, 0, -1, kind("9s"), L.I_PEEK_NEXT, 0, 0)]
    assert play(game, "0 item locate_tile, 0 pick 5m") == [
        (L.E_ITEM, 0, -1, kind("5m"), L.I_LOCATE_TILE, 0, 0)
    ]
    assert play(game, "0 item golden_finger") == [(L.E_ITEM, 0, -1, -1, L.I_GOLDEN_FINGER, 0, 0)]


def test_an_item_is_put_back_unused() -> None:
    game = with_items(ITEM_HANDS)

    play(game, "0 item trade_chosen, 0 pick 1s, 0 undo")

    assert may(game, 0, "item trade_chosen")
    assert may(game, 0, "discard 1s")


def test_near_flush_deal_before_the_deal() -> None:
    # seat 1: seven p, six s; its first three s, in the order of their places, change places with the first
    # three p of the wall that are dealt to nobody
    hands = [DEALER, "1s2s3s1122334p7s8s9s", "", ""]
    game = start(hands, draws="9m5p9m6p7p", side__items=True)
    play(game, "0 pass, 1 item near_flush_deal, 2 pass")

    events = play(game, "3 pass")

    assert [event[:5] for event in events] == [
        (L.E_ITEM, 1, -1, -1, L.I_NEAR_FLUSH_DEAL),
        (L.E_DEAL, 0, -1, -1, 11),
    ]
    assert game.seats[1].counts == counts("1122334567p789s")
    assert game.wall[:5] == kinds("9m1s9m2s3s")
