"""Cases other programs got wrong about 换张, 血流 and leaving (tests/vectors/cases.jsonl, by id)."""

from __future__ import annotations

from collections import Counter

import pytest

from chuanma.actions import IllegalAction
from chuanma.events import Pay, Swap, Win
from chuanma.game import Game
from chuanma.record import parse_record, record_game
from chuanma.rules import load_preset
from chuanma.shuffle import swap_die_from_seed
from chuanma.sim import play_game
from tests.laid import laid

MODERN = load_preset("modern")
FLOW = load_preset("flow").replace({"open.void": "free"})  # the cases are about what comes after a win
WAITS_457S = "3335666s111m999m"  # 3335666s: with 4s 333 456 66, with 5s 333 55 666, with 7s 33 3.. 567 66


def names(game: Game, seat: int) -> set[str]:
    return set(map(str, game.legal(seat)))


# -------------------------------------------------------------------------------------------------------------- 换张
@pytest.mark.parametrize("second", ["5p", "1m"])
def test_swap_01_tiles_of_two_suits_or_not_owned_are_refused(second: str) -> None:
    """0 holds 127m 5568p 1134679s: after 1m neither 5p nor another 1m can be given."""
    game = laid({0: "127m5568p1134679s"}, "0 pick 1m", rules=MODERN)
    before = game.view(0)

    with pytest.raises(IllegalAction):
        game.step(0, f"pick {second}")

    assert game.view(0) == before and "pick 2m" in names(game, 0)


def give_any(die: int) -> Game:
    """All give three tiles."""
    game = laid({}, rules=MODERN, swap_die=die)
    while any(action.verb == "pick" for action in game.legal(game.pending[0])):
        seat = game.pending[0]
        game.step(seat, next(action for action in game.legal(seat) if action.verb == "pick"))
    return game


@pytest.mark.parametrize(("die", "onward"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_swap_03_the_die_fixes_the_direction(die: int, onward: int) -> None:
    """RULES §3: 1-2 next seat, 3-4 across, 5-6 the seat before."""
    swaps = [event for event in give_any(die).events if isinstance(event, Swap)]

    assert len(swaps) == 12
    assert all(event.to == (event.seat + onward) % 4 for event in swaps)


def test_swap_03_the_die_follows_from_the_seed_each_face_as_likely_and_is_recorded() -> None:
    """6000 throws: 1000 of each face, with a standard deviation of sqrt(6000 * 1/6 * 5/6) = 29."""
    faces = Counter(swap_die_from_seed(seed, 0) for seed in range(6000))
    game = play_game(MODERN, ("greedy",) * 4, 1, 0)

    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(abs(n - 1000) < 5 * 29 for n in faces.values())
    assert game.swap_die == swap_die_from_seed(1, 0)
    lines = b"".join(line + b"\n" for line in record_game(game).lines())
    (deal,) = (each.deal for each in parse_record(lines).games)
    assert deal.swap_die == game.swap_die


# -------------------------------------------------------------------------------------------------------------- 血流
@pytest.mark.parametrize(
    ("drawn", "legal"),
    [
        # 5666 111 999 wait on 4s (5-6), 5s and 7s (5-6): as before.
        ("3s", {"discard 3s", "kong 3s", "leave"}),
        # 3335 111 999 wait on 5s and 4s (33, 3-5): 7s is lost.
        ("6s", {"discard 6s", "leave"}),
    ],
)
def test_flow_01_a_winner_kongs_only_if_its_waits_stay_equal(drawn: str, legal: set[str]) -> None:
    script = "3 discard 1p, 0 discard 9p, 1 discard 4s, 0 win, 1 discard 8p, 2 discard 2p, 3 discard 3p"
    game = laid({0: WAITS_457S, 3: "1p"}, script, draws=f"9p4s8p2p3p{drawn}", dealer=3, rules=FLOW)

    assert names(game, 0) == legal


def test_flow_03_each_win_is_the_same_thirteen_tiles_and_one() -> None:
    """4s and 4s again: 333 456 66 111 999, 平胡, 1 unit each; 5s: 333 55 666 111 999, 对对胡, 2 units."""
    script = "3 discard 1p, 0 discard 9p, 1 discard 4s, 0 win, 1 discard 4s, 0 win, 1 discard 5s, 0 win"
    game = laid({0: WAITS_457S, 3: "1p"}, script, draws="9p4s4s5s", dealer=3, rules=FLOW)

    assert [(win.tile, win.units) for win in game.events if isinstance(win, Win)] == [
        ("4s", 1),
        ("4s", 1),
        ("5s", 2),
    ]
    assert game.scores == (4, -4, 0, 0)
    assert game.view(0).seats[0].won_tiles == ("4s", "4s", "5s")


# ----------------------------------------------------------------------------------------------------------- leaving
@pytest.mark.parametrize(("winner", "scores"), [("pay_at_end", (0, -1, 0, 1)), ("forfeit", (0, 0, 0, 0))])
def test_coins_06_a_winner_that_leaves_keeps_its_gain_or_gives_it_back(
    winner: str, scores: tuple[int, ...]
) -> None:
    """1 feeds 5m to 3 (平胡, 1 unit), which leaves at once: `leave.winner` says which of the two sentences holds."""
    rules = load_preset("standard").replace({"leave.winner": winner})
    hands = {0: "1p", 1: "5m", 3: "46m789m123456p88p"}
    game = laid(hands, "0 discard 1p, 1 discard 5m, 3 win, 3 leave", draws="9m", rules=rules)

    assert game.scores == scores
    given_back = [event for event in game.events if isinstance(event, Pay) and event.reason == "forfeit"]
    assert [(each.payer, each.receiver, each.units) for each in given_back] == (
        [(3, 1, 1)] if winner == "forfeit" else []
    )
