"""The bots: greedy decides as its description says, both play whole games, names that do not exist are refused."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

import chuanma.bots
from chuanma.bots import UnknownBot, bot_names, make_bot
from chuanma.game import Game
from chuanma.rules import load_preset
from chuanma.testing import lay_wall
from tests.laid import laid

STANDARD = load_preset("standard")
DINGQUE = load_preset("dingque")


def greedy(game: Game, seat: int) -> str:
    return str(make_bot("greedy").choose(game.observe(seat)))


@pytest.mark.parametrize(
    ("hand", "suit"),
    [
        ("12m3456789p12345s", "m"),
        ("123456m1p1234567s", "p"),
        ("11112222m333399s", "p"),
        ("12345m1234p55556s", "p"),
        ("123456m1234p5678s", "p"),  # as many p as s: the first
    ],
)
def test_greedy_names_the_suit_it_holds_least_of(hand: str, suit: str) -> None:
    game = Game(DINGQUE, wall=lay_wall({0: hand}))

    assert greedy(game, 0) == f"void {suit}"


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        # 123 456 234 55 99 and one tile too many.
        ("123456m234p5599p1s", "1s"),
        # 123 456 789, 56p for the fourth set; 1p, 3p or 9p may go: 9p has nothing near it.
        ("123456789m13569p", "9p"),
        # 123 456 789m 11p: 57s and 8p 9p would both do; s is the smaller suit, but dropping p would cost more.
        ("123456789m1189p7s", "7s"),
        # Seven pairs with one single tile too many: 1s of the third suit.
        ("1133557799m22p4p1s", "1s"),
        # 111 234 567m: without s a set is missing, without p a set and a pair begun by a single s: three tiles
        # both; p is smaller.
        ("111234567m99p158s", "9p"),
    ],
)
def test_greedy_throws_what_keeps_it_nearest(hand: str, tile: str) -> None:
    game = Game(STANDARD, wall=lay_wall({0: hand}))

    assert greedy(game, 0) == f"discard {tile}"


def test_greedy_throws_the_void_suit_first() -> None:
    game = laid({0: "123456789m2355p9s"}, voids="mppp")

    # Void m: the nine useful-looking m are worth nothing and must go; of 1 to 9 the ends have the fewest ties,
    # 1m is first.
    assert greedy(game, 0) == "discard 1m"


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("123456789m55p99p", "win"),
        # 123 456 789m: with 555p all four sets are there, one tile is missing instead of two.
        ("123456789m155p2s", "pung"),
        # Ready on 1p and 4p with 55p as the pair: after a pung it is no nearer.
        ("123456789m2355p", "pass"),
        # Three of the tile and ready on 3m and 6m: the kong leaves it so.
        ("45m789m123m99m555p", "direct_kong"),
        # Ready on 9m with 55p and 567p: a kong would break both, and after a pung it is no nearer.
        ("12345678m55567p", "pass"),
    ],
)
def test_greedy_answers_a_discard_of_5p(hand: str, answer: str) -> None:
    game = laid({0: "5p", 1: hand}, "0 discard 5p")

    assert greedy(game, 1) == answer


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        # 234 567p 88p 78p and the four 1m: none of them is of use elsewhere.
        ("1111m234567p8889p", "kong 1m"),
        # 111 123 456 789m with 5p or 9p as the pair's first tile: the kong would break 123m.
        ("111123456789m59p", "discard 9p"),
    ],
)
def test_greedy_makes_kongs_that_cost_nothing(hand: str, action: str) -> None:
    assert greedy(laid({0: hand}), 0) == action


def test_greedy_adds_to_its_pung() -> None:
    """0 pungs 5m and draws the fourth; nothing in its hand has use for it."""
    hands = {0: "55m123456789p9s1p", 1: "5m"}
    script = "1 discard 5m, 0 pung, 0 discard 9s, 1 discard 1s, 2 discard 4s, 3 discard 7s"

    assert greedy(laid(hands, script, draws="1s4s7s5m", dealer=1), 0) == "kong 5m"


def test_greedy_always_wins() -> None:
    assert greedy(laid({0: "123456789m55p456p"}), 0) == "win"
    rob = "1 discard 5m, 2 pass, 0 pung, 0 discard 9p, 2 pass, 1 discard 1s, 2 discard 4s, 3 discard 7s, 0 kong 5m"
    hands = {0: "55m147s258p369p2s2p", 1: "5m", 2: "46m123789p123p99p"}
    assert greedy(laid(hands, rob, draws="1s4s7s5m", dealer=1), 2) == "win"


def play(names: tuple[str, ...], preset: str, seed: int) -> Game:
    game = Game(load_preset(preset), seed=seed, dealer=seed % 4)
    bots = [make_bot(name, seed, 0, seat) for seat, name in enumerate(names)]
    while not game.over:
        for seat in game.pending:
            if seat in game.pending:
                game.step(seat, bots[seat].choose(game.observe(seat)))
    return game


@pytest.mark.parametrize("preset", ["standard", "standard-single", "dingque"])
def test_bots_play_whole_games_and_never_leave(preset: str) -> None:
    """Every choice is legal (Game would refuse it), and greedy is the better player by far."""
    scores = Counter[str]()
    for seed in range(40):
        names = (
            ("greedy", "random", "greedy", "random") if seed % 2 else ("random", "greedy", "random", "greedy")
        )
        game = play(names, preset, seed)
        for name, units in zip(names, game.scores, strict=True):
            scores[name] += units
        assert not any(action.verb == "leave" for _, action in game.actions)
    assert scores["greedy"] > 0


def test_random_follows_from_seed_game_and_seat() -> None:
    view = Game(DINGQUE, seed=1).observe(0)

    def choices(*given: int) -> list[str]:
        bot = make_bot("random", *given)
        return [str(bot.choose(view)) for _ in range(30)]

    assert choices(1, 0, 0) == choices(1, 0, 0)
    assert len({tuple(choices(*given)) for given in ((1, 0, 0), (2, 0, 0), (1, 1, 0), (1, 0, 1))}) == 4
    assert set(choices(1, 0, 0)) == {"void m", "void p", "void s"}


def test_greedy_decides_the_same_on_the_same_view() -> None:
    view = Game(STANDARD, seed=3).observe(0)
    before = view.copy()

    first = make_bot("greedy").choose(view)

    assert make_bot("greedy", 9, 9, 3).choose(before) == first


def test_unknown_bots_are_refused_with_the_names_there_are() -> None:
    assert bot_names() == ("efficient", "greedy", "random")
    with pytest.raises(
        UnknownBot, match=r"there is no bot greddy, did you mean greedy\? There are: efficient, greedy, random"
    ):
        make_bot("greddy")
    with pytest.raises(UnknownBot) as refused:
        make_bot("x" * 1000)
    assert refused.value.words("zh") == "没有 " + "x" * 40 + "… 这个机器人；现有：efficient, greedy, random"


def test_bots_know_no_more_than_a_view() -> None:
    """No module of a bot names STATE or the game, so what is hidden stays hidden."""
    for path in Path(chuanma.bots.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert node.module not in ("chuanma.game", "chuanma.match", "chuanma.record")
                assert not {"STATE", "Table", "legal_at", "observe_at"} & {each.name for each in node.names}
            if isinstance(node, ast.Attribute):
                assert node.attr not in ("STATE", "state")
