"""The bot `efficient`: its discards, voids, calls and kongs as reasoned by hand, and that it can play anything."""

from __future__ import annotations

import random

import pytest

from chuanma.actions import ACTIONS
from chuanma.bots import make_bot
from chuanma.bots.base import modest
from chuanma.engine import layout as L
from chuanma.game import Game
from chuanma.rules import Ruleset, load_preset, preset_names
from chuanma.rules.generate import random_ruleset
from chuanma.testing import lay_wall
from tests.laid import laid

STANDARD = load_preset("standard")
DINGQUE = load_preset("dingque")
CHENGDU = load_preset("chengdu")
MODERN = load_preset("modern")
SONG = load_preset("classic-song")


def answer(game: Game, seat: int, bot: str = "efficient") -> str:
    return str(make_bot(bot).choose(game.observe(seat)))


# ------------------------------------------------------------------------------------------------------------ discards
def test_of_two_single_waits_it_keeps_the_one_with_more_tiles_unseen() -> None:
    """0 holds 123 456 789m 456p and two singles, 2p and 8p: whichever stays is the wait.

    Three copies of each are unseen, but only two of the one that 1 has thrown (0 passed the win on 2p).
    """
    hands = {0: "123456789m456p2p", 1: "28p"}

    def after(thrown: str) -> str:
        script = f"1 discard {thrown}, 2 discard 1s, 3 discard 4s"
        return answer(laid(hands, script, draws="1s4s8p", dealer=1), 0)

    assert after("8p") == "discard 8p"
    assert after("2p, 0 pass") == "discard 2p"


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        # 123 456 234 55 99 and one tile too many, of the only suit that can go.
        ("123456m234p5599p1s", "1s"),
        # 123 456 789m 55p: with 67p it waits on 5p (two unseen) and 8p (four); with 69p on nothing, with 79p on 8p.
        ("123456789m55679p", "9p"),
        # Six pairs and two singles, three copies of each unseen: seven pairs of one suit are worth 16 units, of two 4.
        ("1122335778899m5p", "5p"),
        # 123 456m, 99m, 13p, 67p, 99p: two tiles are missing, and twelve bring it nearer, after 1p, 3p, 9m, 9p alike.
        # Without 1p or 3p: 5p and 8p, eight tiles, then four win (9m, 9p); 9m and 9p, two each which may come from
        # three hands, then eight win (5p, 8p): 8 * 4 + 2 * 3 * 8 + 2 * 3 * 8 = 128. Without 9m or 9p: 2p, four, then
        # eight win; 5p and 8p, eight, then four win (2p): 64. Of 1p and 3p the first is farther from 5.
        ("12345699m136799p", "1p"),
        # 123m, 1245788s, 159p: all that is worth less than the rest is p (see the void suits); three unseen of each,
        # 1p and 9p are farthest from 5.
        ("123m159p12457889s", "1p"),
    ],
)
def test_discards(hand: str, tile: str) -> None:
    assert answer(Game(STANDARD, wall=lay_wall({0: hand})), 0) == f"discard {tile}"


def test_the_void_suit_goes_first() -> None:
    """Nine useful-looking m are worth nothing: three of each unseen, so an end goes, 1m before 9m."""
    game = laid({0: "123456789m2355p9s"}, voids="mppp")

    assert answer(game, 0) == "discard 1m"


# ---------------------------------------------------------------------------------------------------------- void suits
def test_the_void_suit_goes_by_shape_where_the_count_says_nothing() -> None:
    """Three m, three p, seven s. 123m is a set, 1p, 5p and 9p are nothing.

    Without p: 123m, 12s, 45s, 78s and a single 8s lack one tile each and the pair's second: four. Without m: the same
    three pairs of neighbours (three), a set begun by a single p (two) and the pair's second (one): six.
    """
    game = Game(DINGQUE, wall=lay_wall({1: "123m159p1245788s"}))

    assert answer(game, 1) == "void p"
    assert answer(game, 1, "greedy") == "void m"  # as many: the first


def test_a_tile_of_the_void_suit_is_laid_face_down() -> None:
    game = Game(CHENGDU, wall=lay_wall({0: "123m159p12457889s"}))

    assert answer(game, 0) == "void p"
    game.step(0, "void p")
    assert answer(game, 0) == "pick 1p"
    assert answer(game, 0, "greedy") == "pick 1p"


def test_a_suit_that_both_lack_is_named_before_a_discard() -> None:
    """`first_discard`: with 14 tiles of one suit p or s must be named; both are lacking alike."""
    rules = STANDARD.replace({"open.void": "first_discard"})
    game = Game(rules, wall=lay_wall({0: "11122233344459m"}))

    for bot in ("efficient", "greedy"):
        assert answer(game, 0, bot) == "void p"
    game.step(0, "void p")
    assert answer(game, 0).startswith("discard")


def test_a_discard_that_needs_a_name_gets_it() -> None:
    """`locked`: thirteen m are ready without the single 9p; thrown, it leaves one suit, so another is named before."""
    rules = STANDARD.replace({"open.void": "locked"})
    game = Game(rules, wall=lay_wall({0: "1112223334445m9p"}))

    assert answer(game, 0) == "void s"  # which it holds less of
    game.step(0, "void s")
    assert answer(game, 0) == "discard 9p"


def test_a_tile_that_would_break_the_lock_goes_before_a_kong() -> None:
    """`locked`: 0 lacks s since its first discard. With 1s in hand a replacement might be a second s to be kept."""
    rules = STANDARD.replace({"open.void": "locked"})
    script = "0 discard 9p, 1 discard 2s, 2 discard 5s, 3 discard 8s"
    game = laid({0: "1111m2345678889p"}, script, draws="2s5s8s1s", rules=rules)

    assert "kong 1m" in map(str, game.legal(0))
    assert answer(game, 0) == "discard 1s"


# --------------------------------------------------------------------------------------------------------------- calls
@pytest.mark.parametrize(
    ("hand", "thrown", "expected"),
    [
        ("123456789m55p99p", "5p", "win"),
        # 123 456 789m 55p 1p, 2s of the suit to go: two tiles are missing; after the pung 1p is a wait.
        ("123456789m155p2s", "5p", "pung"),
        # It waits on 1p and 4p, 55p the pair: after a pung a pair and a set are begun, it is farther.
        ("123456789m2355p", "5p", "pass"),
        # 123 456m 99m 234p 57p waits on 6p, four. After the pung and 7p 2345p waits on 2p and 5p, three each.
        ("12345699m23457p", "9m", "pung"),
        # 123 456m 13p 55p 678p waits on 2p, four. After the pung 3 678p waits on 3p alone, or 1 678p on 1p: three.
        ("123456m1355678p", "5p", "pass"),
        # It waits on 3m (three), 6m (three) and 9m (four), a unit each: ten. After the pung and 1m (or 8m) on 2m, 5m
        # and 8m (or 1m, 4m, 7m), three each, and the pung with the fourth 5p in 567p doubles it: 18.
        ("12345678m55567p", "5p", "pung"),
        # Three of the tile, and ready on 3m and 6m: the kong leaves it so.
        ("45m789m123m99m555p", "5p", "direct_kong"),
    ],
)
def test_it_answers_a_discard(hand: str, thrown: str, expected: str) -> None:
    game = laid({0: thrown, 1: hand}, f"0 discard {thrown}")

    assert answer(game, 1) == expected


def test_a_pung_counts_the_discard_it_forces() -> None:
    """Without `swap_call` 5p may not follow the pung of 5p: of 555p 1p 9p one of the singles goes, and it is ready."""
    rules = STANDARD.replace({"claim.swap_call": False})
    game = laid({0: "5p", 1: "123456789m1559p"}, "0 discard 5p", rules=rules)

    assert answer(game, 1) == "pung"
    game.step(1, "pung")
    assert answer(game, 1) == "discard 1p"


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        # 111m 234p 567p 888p 9p: ready with the fourth 1m thrown, and with it in a kong.
        ("1111m234567p8889p", "kong 1m"),
        # 111 123 456 789m and 5p or 9p: a kong would break 123m. Three of each unseen, 9p is farther from 5.
        ("111123456789m59p", "discard 9p"),
    ],
)
def test_kongs_that_do_not_take_it_farther(hand: str, action: str) -> None:
    assert answer(laid({0: hand}), 0) == action


def test_it_adds_to_its_pung() -> None:
    """0 pungs 5m and draws the fourth; nothing in its hand has use for it."""
    hands = {0: "55m123456789p9s1p", 1: "5m"}
    script = "1 discard 5m, 0 pung, 0 discard 9s, 1 discard 1s, 2 discard 4s, 3 discard 7s"

    assert answer(laid(hands, script, draws="1s4s7s5m", dealer=1), 0) == "kong 5m"


# ------------------------------------------------------------------------------------------------ swap, songs, the rest
def picks(game: Game, seat: int, bot: str = "efficient") -> list[str]:
    """What the bot gives away, sorted."""
    found = []
    while game.view(seat).phase == "swap" and seat in game.pending:
        found.append(answer(game, seat, bot))
        game.step(seat, found[-1])
    return sorted(found)


def test_it_gives_away_what_leaves_the_best_rest() -> None:
    """Of 123m, 159p and eight s it gives p: the rest loses nothing, without m it would lose a set."""
    wall = lay_wall({0: "123m159p12457889s"})

    assert picks(Game(MODERN, wall=wall), 0) == ["pick 1p", "pick 5p", "pick 9p"]
    assert picks(Game(MODERN, wall=wall), 0, "greedy") == [
        "pick 1m",
        "pick 2m",
        "pick 3m",
    ]  # as many: the first


def test_four_tiles_of_any_suits() -> None:
    """123 456 789m, 1p, 9p, 5s, 1s and 9s: only the nine m belong together, so no m goes."""
    rules = MODERN.replace({"open.swap": 4, "open.swap_same_suit": False})
    given = picks(Game(rules, wall=lay_wall({0: "123456789m19p159s"})), 0)

    assert len(given) == 4 and not any(each.endswith("m") for each in given)


# 123 456 789m 55p, 67p and 9p: without 9p ready on two 5p and four 8p, six; 7p instead of 6p: on four 8p.
SIX, FOUR = "123456789m55679p", "123456789m55799p"


@pytest.mark.parametrize(
    ("hand", "sing", "dance", "expected"),
    [
        (SIX, 1, 1, "discard 9p"),  # nothing to be gained
        (SIX, 2, 1, "sing"),
        (SIX, 2, 2, "sing"),
        (SIX, 2, 3, "dance"),
        (FOUR, 2, 3, "discard 9p"),  # four tiles are not many
    ],
)
def test_it_announces_for_many_tiles_and_double_the_win(
    hand: str, sing: int, dance: int, expected: str
) -> None:
    rules = SONG.replace({"value.bonuses.sing": sing, "value.bonuses.dance": dance})
    game = Game(rules, wall=lay_wall({0: hand}))

    assert answer(game, 0) == expected
    assert not answer(game, 0, "greedy").startswith(("sing", "dance"))
    if expected in ("sing", "dance"):
        game.step(0, expected)
        assert answer(game, 0) == answer(game, 0, "greedy") == "discard 9p"


def test_it_uses_no_items() -> None:
    game = Game(STANDARD.replace({"side.items": True}), seed=1)

    for bot in ("efficient", "greedy"):
        assert answer(game, 0, bot) == "pass"


def test_where_a_bot_has_no_rule_it_does_the_least() -> None:
    def of(*names: int) -> int:
        return modest(sum(1 << each for each in names)).id

    assert of(L.A_DISCARD, L.A_PASS) == L.A_PASS
    assert of(L.A_SING, L.A_ITEM, L.A_PICK + 3, L.A_UNDO_PICK) == L.A_PICK + 3
    assert of(L.A_ITEM, L.A_UNDO_PICK) == L.A_ITEM
    assert of(L.A_UNDO_PICK) == L.A_UNDO_PICK
    with pytest.raises(ValueError, match="nothing is legal"):
        modest(0)


# --------------------------------------------------------------------------------------------------------- whole games
def play(rules: Ruleset, names: tuple[str, ...], number: int) -> Game:
    """A game to its end; every choice is legal (Game would refuse it), nobody leaves or takes a pick back."""
    seats = rules.table.seats
    game = Game(rules, seed="whole games", game_no=number, dealer=number % seats)
    bots = [make_bot(name, 0, number, seat) for seat, name in enumerate(names[:seats])]
    while pending := game.pending:
        game.step(pending[-1], bots[pending[-1]].choose(game.observe(pending[-1])))
    assert not {"leave", "undo_pick", "item"} & {action.verb for _, action in game.actions}
    return game


@pytest.mark.parametrize("preset", preset_names())
def test_whole_games_of_every_preset(preset: str) -> None:
    rules = load_preset(preset)
    for number in range(4):
        names = ("efficient",) * 4 if number % 2 else ("greedy", "efficient", "efficient", "greedy")
        game = play(rules, names, number)
        assert sum(game.scores) + game.house == 0
        assert play(rules, names, number).actions == game.actions


def test_whole_games_under_random_rules() -> None:
    rng = random.Random("rules for bots")
    verbs = set()
    for number in range(150):
        names = ("efficient", "greedy") if number % 2 else ("greedy", "efficient")
        verbs |= {action.verb for _, action in play(random_ruleset(rng), names * 2, number).actions}

    never = {"leave", "undo_pick", "item"}
    assert verbs == {action.verb for action in ACTIONS.values()} - never


def test_it_decides_the_same_on_the_same_view_and_leaves_it_as_it_was() -> None:
    view = Game(STANDARD, seed=3).observe(0)
    before = view.tobytes()

    first = make_bot("efficient").choose(view)

    assert view.tobytes() == before
    assert make_bot("efficient", 9, 9, 3).choose(view) == first


def test_it_beats_greedy() -> None:
    """Over all four seatings of 60 walls it wins more often (`bench duel` measures the points)."""
    from chuanma.sim import simulate

    report = simulate(DINGQUE, ("efficient", "greedy", "greedy", "greedy"), 60, "beats", rotate=True)

    ours, theirs = report.by_bot["efficient"], report.by_bot["greedy"]
    assert ours.wins * 3 > theirs.wins
