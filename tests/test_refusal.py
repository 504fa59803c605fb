"""Every illegal action is refused for its own reason, in both languages, and changes nothing."""

from __future__ import annotations

import random

import pytest

from chuanma.actions import ACTIONS, Action, IllegalAction
from chuanma.bots import make_bot
from chuanma.engine import layout as L
from chuanma.events import Win
from chuanma.game import Game
from chuanma.refusal import explain_refusal, worth
from chuanma.refusal.case import Case
from chuanma.rules import load_preset, preset_names
from chuanma.rules.generate import random_ruleset
from chuanma.text import LANGS
from tests.laid import laid, throw_until

WIN = ACTIONS[L.A_WIN]
ROB = {
    0: "55m147s258p369p2s2p",
    1: "5m",
    2: "46m123789p123p99p",
}  # 0 pungs 5m of dealer 1, draws and adds the fourth


def reason(played: Game, seat: int, action: str) -> str:
    """The first part of what is said in English; the table is as before."""
    before = played.state.tobytes()
    with pytest.raises(IllegalAction) as refused:
        played.step(seat, action)
    assert played.state.tobytes() == before
    return refused.value.words("en").split("; allowed")[0]


def test_in_turn() -> None:
    played = laid({0: "1111m147p147s258m9p"})

    assert reason(played, 1, "discard 1m") == "it is not your turn: East is to play"
    assert reason(played, 0, "discard 9m") == "you do not hold 9m"
    assert reason(played, 0, "win") == "your hand is not complete"
    assert reason(played, 0, "kong 9p") == (
        "for a kong of 9p you need all four in hand, or your own pung and the fourth in hand"
    )
    assert reason(played, 0, "pung") == reason(played, 0, "pass") == "no tile is on offer now"
    assert reason(played, 0, "void m") == "under these rules no void suit is named"
    assert reason(played, 0, "sing") == "sing does not exist under these rules"
    assert reason(played, 7, "win") == reason(played, 7, "leave") == "there is no seat 7: seats are 0 to 3"


def test_what_is_allowed_is_said_too() -> None:
    played = laid(ROB, "1 discard 5m", dealer=1)

    with pytest.raises(IllegalAction) as refused:
        played.step(0, "win")

    assert refused.value.words("en") == "5m does not complete your hand; allowed: pung, pass"
    assert refused.value.words("zh") == "5m 不是你要胡的牌；现在可以：pung, pass"
    assert str(refused.value) == refused.value.words("en")


def test_a_tile_on_offer() -> None:
    played = laid(ROB, "1 discard 5m", dealer=1)

    assert reason(played, 0, "discard 5m") == "5m is on offer: it has to be answered first"
    assert reason(played, 0, "direct_kong") == "you need 3 of 5m in hand"
    assert (
        reason(played, 1, "discard 1m")
        == reason(played, 1, "pass")
        == "your 5m is on offer: wait for the answers of the others"
    )
    assert reason(played, 3, "pass") == "you are not asked: you can do nothing with 5m"
    played.step(0, "pung")
    assert reason(played, 0, "pass") == "you have already answered for 5m"


def test_after_a_pung() -> None:
    played = laid(ROB, "1 discard 5m, 2 pass, 0 pung", dealer=1)

    assert reason(played, 0, "win") == "after your pung you can only discard"
    assert reason(played, 0, "kong 1s").startswith("for a kong of 1s you need")


def test_a_kong_needs_a_draw_before_it() -> None:
    played = laid({0: "9p", 1: "1111m99p"}, "0 discard 9p, 1 pung")

    assert reason(played, 1, "kong 1m") == "after your pung you can only discard"


def test_robbing() -> None:
    script = "1 discard 5m, 2 pass, 0 pung, 0 discard 9p, 2 pass, 1 discard 1s, 2 discard 4s, 3 discard 7s, 0 kong 5m"
    played = laid(ROB, script, draws="1s4s7s5m", dealer=1)

    assert reason(played, 2, "pung") == "5m is being added to a pung: it can only be won"


def test_void_suits() -> None:
    naming = laid({}, voids="mp")
    assert reason(naming, 0, "void p") == "the void suit is named once, and it is characters"
    assert reason(naming, 2, "discard 1m") == "all seats name their void suit first"
    assert [str(action) for action in naming.legal(2)] == ["void m", "void p", "void s", "leave"]

    played = laid({0: "2223m4445556p33s9p"}, voids="mspp")
    assert reason(played, 0, "discard 3s") == "you must discard your void suit (characters) first"
    assert reason(played, 0, "void p") == "the void suit is named once, and it is characters"
    assert reason(played, 0, "win") == "you still hold tiles of your void suit (characters)"
    played.step(0, "discard 3m")


def test_a_void_suit_is_not_claimed() -> None:
    """1 holds 33m and is void m; 2 is asked, so that the tile stays on offer."""
    played = laid({0: "3m", 1: "33m", 2: "12m456789s22333s"}, "0 discard 3m", voids="mmpp")

    assert reason(played, 1, "pung") == "3m is of your void suit (characters) and cannot be ponged or konged"
    held = laid({0: "2222m"}, voids="mppp")
    assert reason(held, 0, "kong 2m") == "2m is of your void suit (characters) and cannot be ponged or konged"


def test_a_passed_win_is_locked() -> None:
    """pass-01: 1 is ready on 4m and 7m, 平胡 1; it passes 4m and may not win 7m at the same price before it draws."""
    hands = {0: "77m", 1: "56m123p456p789p99p1s", 2: "4m235689m124578p", 3: "7m"}
    script = "1 discard 1s, 2 discard 4m, 1 pass, 3 discard 7m"
    played = laid(hands, script, draws="8p8p", dealer=1, voids="sssm")

    assert (
        reason(played, 1, "win")
        == "you passed a win worth 1× since your last draw: 7m is locked until your next draw"
    )


def test_the_last_tiles_of_the_wall() -> None:
    """The tail, first to last: 9s 5s 9p 1s. 0 discards 1m; 52 draws follow until three are left, the last by 3: 9s.

    Draw 1 is seat 1's, draw 52 seat 0's (52 mod 4 = 0), so seat 0 draws 9s with three tiles left behind it.
    """
    played = throw_until(laid({0: "1m45678m22255p789p", 1: "6666s"}, tail="1s9p5s3m"), 3)
    # 0 holds 45678m 222p 55p 789p and 3m, four tiles before the draw: it wins or nothing.
    assert reason(played, 0, "discard 3m") == "a win in the last 4 tiles of the wall is forced"
    assert reason(played, 0, "kong 3m").startswith("for a kong of 3m")
    assert [str(action) for action in played.legal(0)] == ["win", "leave"]


def test_a_forced_claim() -> None:
    """0 waits for 3m, which 3 draws and must not keep from it: three tiles are left then."""
    played = throw_until(laid({0: "1m45678m22255p789p", 1: "33m6666s"}, tail="1s9p5s9s3m"), 4)
    assert played.pending == (3,)
    played.step(3, "discard 3m")

    assert reason(played, 0, "pass") == "a win in the last 4 tiles of the wall is forced"


def test_an_empty_wall() -> None:
    """55 draws: the last one is seat 3's (55 mod 4 = 3). It holds four 6s and draws 1s, of which 0 holds two."""
    played = throw_until(laid({0: "2m11s", 3: "6666s"}, tail="1s"), 0)

    assert reason(played, 3, "kong 6s") == "no tile is left in the wall to replace a kong"
    played.step(3, "discard 1s")
    assert played.over
    ready = {0: "2m11s", 1: "23456789s123p99p"}
    played = throw_until(laid(ready, tail="1s"), 0)
    played.step(3, "discard 1s")
    assert reason(played, 0, "pung") == "the wall is empty: the last discard can only be won"


def test_out_of_the_game() -> None:
    played = laid({0: "6s", 3: "57s123p456p789p22p"}, "0 discard 6s, 3 win")
    assert reason(played, 3, "discard 1p") == "this seat has won and plays no more in this game"
    played.step(3, "leave")
    assert reason(played, 3, "discard 1p") == reason(played, 3, "leave") == "this seat has left the table"
    played.step(0, "leave")
    assert reason(played, 1, "pass") == "the game is over"


def check_game(played: Game, rng: random.Random, every: int) -> None:
    """Play on at random; every so many steps all illegal actions of all seats are explained, and nothing changes."""
    while True:
        if rng.randrange(every) == 0 or played.over:
            before = played.state.tobytes()
            for seat in range(played.rules.table.seats):
                legal = played.legal(seat)
                illegal = [action for action in ACTIONS.values() if action not in legal]
                for action in illegal if seat in played.pending else rng.sample(illegal, 8):
                    check(played, seat, action, legal)
            assert played.state.tobytes() == before
        if played.over:
            return
        seat = rng.choice(played.pending)
        stays = [action for action in played.legal(seat) if action.verb != "leave"]
        eager = [action for action in stays if action.verb not in ("discard", "pass", "win", "undo_pick")]
        played.step(seat, rng.choice(eager or stays))


@pytest.mark.parametrize("preset", preset_names())
def test_every_illegal_action_has_a_reason(preset: str) -> None:
    """The reason is a text in both languages and fits the table."""
    rng = random.Random(preset)
    for seed in range(4):
        check_game(Game(load_preset(preset), seed=seed), rng, 3)


def test_every_illegal_action_has_a_reason_whatever_the_rules() -> None:
    rng = random.Random("refusals")
    for seed in range(60):
        rules = random_ruleset(rng)
        persons = rng.randint(0, 4) if rules.table.horse else 0
        check_game(Game(rules, seed=seed, persons=persons), rng, 8)


def check(played: Game, seat: int, action: Action, legal: tuple[Action, ...]) -> None:
    refused = explain_refusal(played, seat, action)
    for lang in LANGS:
        words = refused.words(lang)
        assert words and "None" not in words
    names = {each.verb for each in legal}
    key = refused.key.removeprefix("refuse.")
    if key == "forced":
        assert names == {"win", "leave"}
    elif key in ("not_asked", "not_your_turn", "own_offer", "swap_done", "start_answered"):
        assert names <= {"leave"}
    elif key in ("void_tiles_first", "marked_first", "locked_hand", "announced_ready"):
        assert "discard" in names
    elif key == "too_cheap":
        units = refused.params["units"]
        assert isinstance(units, int) and 0 < units < played.rules.claim.min_units
    elif key == "passed":
        assert played.rules.claim.pass_win in ("until_draw", "until_draw_higher")
    asked = seat in played.pending
    assert asked <= (
        key not in ("over", "left", "won", "not_your_turn", "not_asked", "answered", "swap_done")
    )


@pytest.mark.parametrize("claimed", [True, False])
def test_what_a_win_would_be_worth_is_what_the_engine_says(claimed: bool) -> None:
    """For wins that are allowed both are known: what is offered, and what one payer pays."""
    rng = random.Random("worth")
    seen = 0
    while seen < 40:
        rules = random_ruleset(rng).replace({"value.self_draw": "none", "claim.min_units": 1})
        played = Game(rules, seed=rng.random().hex())
        while not played.over:
            for seat in played.pending:
                legal = played.legal(seat)
                if WIN in legal and claimed == (played.state["phase"] != L.PH_TURN):
                    seen += 1
                    case = Case(played.state, seat, WIN, legal)
                    if claimed:
                        assert worth.claimed(case) == played.state["offer_units"][seat]
                    else:
                        (win,) = (event for event in played.clone().step(seat, WIN) if isinstance(event, Win))
                        assert worth.drawn(case) == win.units
            seat = rng.choice(played.pending)
            bot = choice_of(played, seat, rng)
            played.step(seat, bot)


def choice_of(played: Game, seat: int, rng: random.Random) -> Action:
    """Mostly what `greedy` does, so that hands come near to a win."""
    legal = [action for action in played.legal(seat) if action.verb != "leave"]
    verbs = {action.verb for action in legal}
    if played.state["phase"] < L.PH_TURN or not verbs <= {
        "discard",
        "kong",
        "pung",
        "direct_kong",
        "win",
        "pass",
    }:
        return rng.choice(legal)
    return make_bot("greedy").choose(played.observe(seat))


def test_a_legal_action_is_not_explained() -> None:
    with pytest.raises(ValueError, match="discard 1m is legal for seat 0"):
        explain_refusal(laid({0: "1m"}), 0, Action(L.A_DISCARD))
