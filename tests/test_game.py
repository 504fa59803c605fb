"""Game: names for what can be done and what happened, illegal actions in words, results."""

from __future__ import annotations

import doctest
import random

import pytest

import chuanma.game
from chuanma.actions import Action, IllegalAction
from chuanma.engine import layout as L
from chuanma.events import AnnounceKong, Deal, Discard, Draw, End, Kong, Pay, Pung, Void, Win, redact
from chuanma.game import Game, GameError
from chuanma.ledger import LedgerRow
from chuanma.results import BonusCount
from chuanma.rules import load_preset
from chuanma.shuffle import wall_from_seed
from chuanma.testing import lay_wall
from chuanma.view import Offer, RiverTile

STANDARD = load_preset("standard")
DINGQUE = load_preset("dingque")

# Seat 0 wins on 5p behind a kong of 1m: 234 567 567 88p (the wall ends with 5p).
KONG_AND_WIN = {0: "1111m2345667788p"}


def play_at_random(game: Game, seed: int) -> Game:
    rng = random.Random(seed)
    while not game.over:
        seat = rng.choice(game.pending)
        game.step(seat, rng.choice(game.legal(seat)[:-1]))
    return game


def test_the_example_of_the_module() -> None:
    assert doctest.testmod(chuanma.game).failed == 0


def test_a_kong_and_a_win_by_name() -> None:
    game = Game(STANDARD, wall=lay_wall(KONG_AND_WIN, tail="5p"), dice=(3, 4))

    assert game.events == [Deal(0, (3, 4))]
    assert game.pending == (0,)
    assert "kong 1m" in map(str, game.legal(0))

    # 暗杠: 2 from each; the replacement leaves 54 tiles.
    assert game.step(0, "kong 1m") == [
        Kong(0, "1m", "concealed", None),
        *(Pay(payer, 0, 2, "kong_concealed") for payer in (1, 2, 3)),
        Draw(0, "5p", True, 54),
    ]
    # 平胡 1 × 2 for 杠上花, from each; then seat 1 draws: the first junk tile that is left over.
    events = game.step(0, Action(L.A_WIN))
    assert events[0] == Win(0, "5p", None, ("self_draw", "after_kong"), 2)
    assert events[1:4] == [Pay(payer, 0, 2, "self_draw") for payer in (1, 2, 3)]
    assert isinstance(events[4], Draw) and (events[4].seat, events[4].left) == (1, 53)

    assert game.scores == (12, -4, -4, -4)
    assert game.ledger[0] == LedgerRow(1, 0, 2, "kong_concealed")
    assert [str(action) for _, action in game.actions] == ["kong 1m", "win"]
    assert not game.over


def test_a_robbed_kong_by_name() -> None:
    """0 pungs 5m and adds the fourth; 2 wins it."""
    hands = {0: "55m147s258p369p2s2p", 1: "5m", 2: "46m123789p123p99p"}
    game = Game(STANDARD, wall=lay_wall(hands, draws="1s4s7s5m", dealer=1), dealer=1)

    assert game.step(1, "discard 5m") == [Discard(1, "5m", False)]
    assert game.pending == (0, 2)
    game.step(2, "pass")
    assert game.step(0, "pung") == [Pung(0, "5m", 1)]
    assert game.step(0, "discard 9p")[0] == Discard(0, "9p", False)
    assert game.step(2, "pass")[0] == Draw(1, "1s", False, 54)
    assert game.step(1, "discard 1s")[0] == Discard(1, "1s", True)
    game.step(2, "discard 4s")
    game.step(3, "discard 7s")
    assert game.step(0, "kong 5m") == [AnnounceKong(0, "5m")]
    assert game.step(2, "win")[:2] == [Win(2, "5m", 0, ("robbed",), 1), Pay(0, 2, 1, "robbed_kong")]


def test_void_suits_by_name() -> None:
    game = Game(DINGQUE, seed=1, dealer=2)

    assert game.pending == (0, 1, 2, 3)
    assert [str(action) for action in game.legal(3)] == ["void m", "void p", "void s", "leave"]
    assert [game.step(seat, f"void {suit}") for seat, suit in ((3, "m"), (0, "p"), (1, "s"))] == [[], [], []]
    assert game.step(2, "void m") == [Void(2, "m"), Void(3, "m"), Void(0, "p"), Void(1, "s")]


@pytest.mark.parametrize("preset", ["standard", "standard-single", "dingque"])
def test_whole_games_have_names_scores_and_results(preset: str) -> None:
    rules = load_preset(preset)
    for seed in range(30):
        game = play_at_random(Game(rules, seed=seed, dealer=seed % 4), seed)

        assert isinstance(game.events[-1], End)
        assert game.pending == () and game.legal(0) == ()
        scores = [0, 0, 0, 0]
        for row in game.ledger:
            scores[row.payer] -= row.units
            scores[row.receiver] += row.units
        assert tuple(scores) == game.scores and sum(scores) == 0
        for result in game.results():
            assert result.score == game.scores[result.seat]
            size = len(result.hand) + 3 * len(result.melds)
            assert size in ((14,) if result.status == "won" else (13, 14))
            assert (result.pattern is not None) == (result.status in ("won", "ready"))
            if result.status in ("won", "ready"):
                tiles = sorted(tile for part in result.reading for tile in part)
                open_tiles = [meld.tile for meld in result.melds for _ in range(3 + (meld.type != "pung"))]
                wait = [result.wait] if result.wait else []
                assert tiles == sorted([*result.hand, *open_tiles, *wait])


def test_events_are_named_as_they_come_and_all_at_once() -> None:
    one = Game(DINGQUE, seed=3)
    seen = one.events
    rng = random.Random(3)
    while not one.over:
        seat = rng.choice(one.pending)
        seen += one.step(seat, rng.choice(one.legal(seat)[:-1]))

    again = Game.replay(DINGQUE, wall_from_seed(3), one.actions, dice=one.dice)

    assert seen == one.events == again.events
    assert one.results() == again.results()


def test_results_of_an_exhausted_game() -> None:
    """0 is ready on 3m and 6m, 1 has three suits, 2 has two suits and is not ready; 3 wins."""
    hands = {
        0: "45m999m789p234p55p9s",
        1: "147m147p1234578s",
        2: "11223388m88p135p",
        3: "2345678s222p678p",
    }
    game = Game(STANDARD, wall=lay_wall(hands, draws="9p2s", tail="9s9s1s1s7s7s"))
    game.step(0, "discard 9s")
    game.step(1, "discard 9p")
    game.step(2, "discard 2s")
    game.step(3, "win")
    while not game.over:
        seat = game.pending[0]
        legal = list(map(str, game.legal(seat)))
        drawn = game.view(seat).drawn
        game.step(seat, "pass" if "pass" in legal else f"discard {drawn}" if drawn else legal[0])

    ready, pig, poor, winner = game.results()

    assert (winner.status, winner.pattern, winner.units) == ("won", "pinghu", 1)
    assert winner.win is not None and (winner.win.tile, winner.win.feeder) == ("2s", 2)
    runs = (("6p", "7p", "8p"), ("3s", "4s", "5s"), ("6s", "7s", "8s"))
    assert winner.reading == (("2p",) * 3, *runs, ("2s", "2s"))
    assert (ready.status, ready.pattern, ready.wait, ready.units) == ("ready", "pinghu", "3m", 1)
    assert ready.reading[-1] == ("5p", "5p")
    assert (pig.status, poor.status) == ("pig", "not_ready")
    # 1 pays 16 to 0, 2 and 3; 2 pays 0 its wait, 1, and 3 its win, 1.
    assert game.scores == (16 + 1, -48, 16 - 1 - 1, 16 + 1)


def test_bonuses_of_a_win() -> None:
    game = Game.replay(
        STANDARD, lay_wall(KONG_AND_WIN, tail="5p"), [(0, "kong 1m"), (0, "win"), (1, "leave")]
    )

    winner = game.results()[0]

    assert winner.bonuses == (BonusCount("gangshanghua", 1, 2),)
    assert winner.reading[-2] == ("1m",) * 4
    assert winner.reading[-1] in (("5p", "5p"), ("8p", "8p"))  # 234 678 678 55 or 234 567 567 88
    assert [result.status for result in game.results()] == ["won", "left", "active", "active"]


def test_no_result_while_the_game_runs() -> None:
    with pytest.raises(ValueError, match="still running"):
        Game(STANDARD, seed=1).results()


def test_the_same_seed_gives_the_same_game_and_none_a_fresh_one() -> None:
    assert (
        Game(STANDARD, seed=5, game_no=2).wall
        == Game(STANDARD, seed=5, game_no=2).wall
        == wall_from_seed(5, 2)
    )
    assert Game(STANDARD, seed=5, game_no=2).wall != Game(STANDARD, seed=5, game_no=3).wall
    assert Game(STANDARD).wall != Game(STANDARD).wall
    assert Game(STANDARD).commitment != Game(STANDARD).commitment


def test_a_clone_goes_its_own_way() -> None:
    game = Game(STANDARD, wall=lay_wall(KONG_AND_WIN, tail="5p"))
    twin = game.clone()
    twin.step(0, "kong 1m")

    assert game.scores == (0, 0, 0, 0) and len(game.events) == 1 and game.actions == []
    assert twin.scores == (6, -2, -2, -2)


def test_a_spectator_may_not_know_what_is_drawn() -> None:
    draw = Draw(2, "5m", False, 50)

    assert redact(draw, 2) == draw
    assert redact(draw, 1) == redact(draw, None) == Draw(2, None, False, 50)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"wall": [0] * 108}, "a wall is 108 kinds, 1m to 9s four times each; here are 108"),
        ({"wall": [*range(9, 27)] * 4}, "a wall is 108 kinds, 1m to 9s four times each; here are 72"),
        ({"seed": 1, "dealer": 4}, "dealer 4: seats are 0 to 3"),
        ({"seed": 1, "dealer": -1}, "dealer -1: seats are 0 to 3"),
        ({"seed": 1, "dice": (0, 3)}, r"dice \(0, 3\): a die shows 1 to 6"),
        ({"seed": 1, "swap_die": 7}, "swap die 7: a die shows 1 to 6"),
        ({"seed": 1, "persons": 5}, "5 bound persons: 0 to 4 can be"),
        ({"seed": 1, "persons": -1}, "-1 bound persons: 0 to 4 can be"),
        ({"seed": 1, "persons": 1}, "1 bound persons: these rules bind nobody"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(given: dict[str, object], words: str) -> None:
    with pytest.raises(GameError, match=f"^{words}") as refused:
        Game(STANDARD, **given)  # type: ignore[arg-type]
    assert refused.value.words("zh") != refused.value.words("en")


@pytest.mark.parametrize("action", ["discard 0m", "chow", "", "discard 10p" * 50, 98, -1, 60_000])
def test_unknown_actions_are_named(action: str | int) -> None:
    with pytest.raises(IllegalAction, match=r"unknown action .{1,60}: expected e\.g\. discard 5m"):
        Game(STANDARD, seed=1).step(0, action)


def test_rows_of_the_ledger_in_words() -> None:
    row = LedgerRow(1, 0, 2, "kong_concealed")

    assert row.words("en") == "East made a concealed kong; South pays 2× the base"
    assert row.words("zh") == "东暗杠，南付 2 倍"
    assert row.words("en", {0: "Ann", 1: "Bo"}) == "Ann made a concealed kong; Bo pays 2× the base"
    assert row.rule == "RULES §7 concealed kong (暗杠)"
    assert row.rule_words("zh") == "规则 §7 暗杠"


def test_rows_with_the_house_and_bound_persons_in_words() -> None:
    assert (
        LedgerRow(2, 4, 16, "pig").words("en", {2: "Ann"}) == "Ann is a pig and pays the house 16× the base"
    )
    assert LedgerRow(6, 3, 5, "horse").words("zh") == "叫马：马2付给北 5 倍"
    assert LedgerRow(0, 5, 5, "horse").words("en").endswith("East pays person 1 5× the base")


def test_a_discard_laid_open_stays_on_offer_though_nobody_can_claim_it() -> None:
    game = Game(STANDARD, wall=lay_wall(KONG_AND_WIN, tail="5p"), dice=(3, 4))
    shown = game.laid_open(0, Action(L.A_DISCARD))
    assert shown is not None
    view = shown.view(1)

    assert (view.phase, view.wall_left) == ("claim", 55)
    assert view.offer == Offer(0, "1m", False)
    assert view.seats[0].river == (RiverTile("1m", False),)
    assert game.events == [Deal(0, (3, 4))]  # nothing was played
    game.step(0, "discard 1m")
    assert (game.view(1).phase, game.view(1).wall_left) == ("turn", 54)
    assert game.laid_open(1, Action(L.A_LEAVE)) is None
