"""The reference before the first discard: bound persons, the swap, void suits (RULES §1, §3)."""

from __future__ import annotations

import pytest

from chuanma.engine import layout as L
from tests.reference.engine import ReferenceGame
from tests.reference.notation import kind, kinds
from tests.reference.script import (
    DEALER,
    OTHER_1,
    OTHER_2,
    PAIR_5M,
    READY_M,
    READY_S,
    discards,
    may,
    named,
    only,
    pays,
    play,
    start,
)

HANDS = [DEALER, READY_M, OTHER_2, READY_S]
PICKS = range(L.A_PICK, L.A_VOID)


def picks(game: ReferenceGame, seat: int) -> set[int]:
    return {action - L.A_PICK for action in game.legal(seat) if action in PICKS}


def swap_all(game: ReferenceGame) -> dict[int, int]:
    """Everybody picks the first tiles it may; who gives to whom."""
    events = []
    while game.phase == "swap":
        seat = max(game.pending())
        events += game.step(seat, L.A_PICK + min(picks(game, seat)))
    return {event[1]: event[2] for event in only(events, L.E_SWAP)}


# ------------------------------------------------------------------------------------------ RULES §3: swap
@pytest.mark.parametrize(
    ("seats", "direction", "die", "to"),
    [
        (4, "left", 6, [1, 2, 3, 0]),
        (4, "right", 1, [3, 0, 1, 2]),
        (4, "across", 1, [2, 3, 0, 1]),
        # one die: 1–2 next seat, 3–4 across, 5–6 seat before
        (4, "dice", 2, [1, 2, 3, 0]),
        (4, "dice", 3, [2, 3, 0, 1]),
        (4, "dice", 5, [3, 0, 1, 2]),
        # three seats: odd next, even before, `across` means next
        (3, "dice", 3, [1, 2, 0]),
        (3, "dice", 2, [2, 0, 1]),
        (3, "across", 1, [1, 2, 0]),
        (3, "right", 1, [2, 0, 1]),
        # two seats: always across
        (2, "left", 1, [1, 0]),
        (2, "dice", 6, [1, 0]),
    ],
)
def test_where_swapped_tiles_go(seats: int, direction: str, die: int, to: list[int]) -> None:
    game = start(HANDS[:seats], swap_die=die, open__swap=3, open__swap_direction=direction)

    assert swap_all(game) == dict(enumerate(to))
    assert game.phase == "turn"
    assert [sum(player.hand) for player in game.seats] == [14, 13, 13, 13][:seats]


def test_a_swap_is_picked_tile_by_tile_from_a_suit_of_three() -> None:
    # two m, eleven p: the first pick is of p, and the others too
    game = start(HANDS, open__swap=3, open__swap_direction="left")

    assert picks(game, 1) == set(kinds("123456789p"))
    assert not may(game, 1, "undo")
    assert play(game, "1 pick 2p, 1 pick 2p") == []
    # three 2p held, two picked
    assert may(game, 1, "pick 2p")
    play(game, "1 undo, 1 undo, 1 pick 9p, 1 pick 8p, 1 pick 7p")
    # the last one picked: nothing can be taken back
    assert game.legal(1) == {L.A_LEAVE}
    play(game, "0 pick 1m, 0 pick 4m, 0 pick 7m, 2 pick 1m, 2 pick 2m, 2 pick 3m")
    events = play(game, "3 pick 1s, 3 pick 2s, 3 pick 3s")

    # in the order picked, from the dealer on
    assert [event[:4] for event in only(events, L.E_SWAP)][:6] == [
        *((L.E_SWAP, 0, 1, tile) for tile in kinds("147m")),
        *((L.E_SWAP, 1, 2, tile) for tile in kinds("987p")),
    ]
    assert game.seats[2].hand[kind("9p")] == 2
    assert game.seats[2].hand[kind("1m")] == 0


def test_a_swap_of_four_of_any_suits() -> None:
    game = start(HANDS, open__swap=4, open__swap_same_suit=False, open__swap_direction="left")

    play(game, "1 pick 4m, 1 pick 9p")

    assert may(game, 1, "pick 6m")
    assert not may(game, 1, "pick 4m")


# ------------------------------------------------------------------------------------ RULES §1: 叫马, tables
def test_bound_persons_win_and_lose_with_their_seats() -> None:
    # person 1 has the last tile of the wall, 5s: seat 0; person 2 the one before, 6p: seat 1 (5 mod 4)
    game = start([*HANDS[:3], OTHER_1], tail="5s6p", persons=2, table__horse=True, table__mode="single")
    assert game.left == 108 - 53 - 2

    events = play(game, "0 discard 5m, 1 win")

    assert only(events, L.E_HORSE) == [
        (L.E_HORSE, 0, 5, kind("5s"), 0, 0, 0),
        (L.E_HORSE, 1, 6, kind("6p"), 0, 0, 0),
    ]
    # 平胡 1; the person of the loser pays the winner on top, the loser pays the person of the winner
    assert pays(events) == [(0, 1, 1, "win"), (5, 1, 1, "horse"), (0, 6, 1, "horse")]
    assert game.scores == [-2, 2, 0, 0]
    assert game.person_scores == [-1, 1, 0, 0]


def test_persons_are_bound_only_where_that_is_on() -> None:
    with pytest.raises(ValueError, match="bound only"):
        start(HANDS, persons=1)


def test_two_seats_and_two_suits() -> None:
    # 72 − 13 − 14 = 45 tiles are left; there is no m
    game = start(["147p258s369p147s58p", "46s123456p22789p"], table__suits=2)

    assert game.left == 45
    assert min(game.wall) == kind("1p")
    play(game, "0 discard 5p")
    assert game.turn == 1
    play(game, "1 discard 2p")
    assert game.turn == 0


# ------------------------------------------------------------------------------------- RULES §3: void suits
def test_marked_tiles_are_laid_hidden_and_thrown_first() -> None:
    game = start([DEALER, READY_M, OTHER_2, PAIR_5M], open__void="marked")

    assert play(game, "0 void s") == []
    assert picks(game, 0) == set(kinds("3689s"))
    assert not may(game, 0, "void m")
    # seat 1 holds no s: it lays nothing
    play(game, "0 pick 6s, 1 void s, 2 void p, 2 pick 9p, 3 void p")
    events = play(game, "3 pick 1p")

    assert [(L.EVENTS[event[0]], event[1], event[3]) for event in events] == [
        ("void", 0, 2),
        ("mark", 0, kind("6s")),
        ("void", 1, 2),
        ("void", 2, 1),
        ("mark", 2, kind("9p")),
        ("void", 3, 1),
        ("mark", 3, kind("1p")),
    ]
    # the face-down tile is the first discard; other tiles of the void suit are not owed
    assert discards(game, 0) == {kind("6s")}
    play(game, "0 discard 6s")
    play(game, "1 discard 4m, 2 discard 9p, 3 discard 1p")
    assert kind("5m") in discards(game, 0)


@pytest.mark.parametrize("void", ["declared", "forced", "marked"])
def test_the_void_suit_cannot_be_ponged(void: str) -> None:
    # seat 3 holds 55m; named m, it is not asked
    game = start([DEALER, OTHER_1, OTHER_2, PAIR_5M], open__void=void)
    lays = void == "marked"
    for seat, tile in enumerate(("5m", "1m", "1m", "1m")):
        play(game, f"{seat} void m")
        if lays:
            play(game, f"{seat} pick {tile}")

    events = play(game, "0 discard 5m")

    assert named(events) == ["discard", "draw"]
