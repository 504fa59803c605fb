"""Match: who deals first and next (RULES §2), totals, and when the next game may be dealt."""

from __future__ import annotations

import random

import pytest

from chuanma.events import AnyEvent, Deal, Discard, Draw, End, Exhausted, Kong, Pay, Win
from chuanma.game import Game
from chuanma.match import Match, MatchError, first_wins, succeed
from chuanma.rules import Ruleset, load_preset
from chuanma.shuffle import throw_for_dealer
from chuanma.testing import lay_wall

STANDARD = load_preset("standard")
RULES = {
    name: STANDARD.replace({"table.next_dealer": name})
    for name in ("dice", "first_winner", "feeder", "rotate")
}


def win(seat: int, feeder: int | None = None, robbed: bool = False) -> list[AnyEvent]:
    """A win as it stands among the events, with what is paid for it."""
    if feeder is None:
        pays = [Pay(payer, seat, 1, "self_draw") for payer in range(4) if payer != seat]
        return [Win(seat, "5m", None, ("self_draw",), 1), *pays]
    return [Win(seat, "5m", feeder, ("robbed",) if robbed else (), 1), Pay(feeder, seat, 1, "win")]


START: list[AnyEvent] = [Deal(0, (1, 1)), Discard(0, "1m", False), Draw(1, "2m", False, 54)]
BETWEEN: list[AnyEvent] = [Draw(3, "3m", False, 40), Discard(3, "3m", True)]
NOBODY: list[AnyEvent] = [*START, Exhausted(), End("exhausted")]
SELF_DRAW_FIRST = [*START, *win(2), *BETWEEN, *win(1, 0), *win(3, 0)]  # dealer-01
DISCARD_FIRST = [*START, *win(0, 3), *BETWEEN, *win(1, 3)]  # dealer-03
TWO_AT_ONCE = [*START, *win(1, 0), *win(3, 0), *BETWEEN, *win(2)]
ROBBED_BY_THREE = [*START, *win(1, 0, True), *win(2, 0, True), *win(3, 0, True)]  # rob-08
FED = [*START, *win(3, 1)]  # dealer-06


@pytest.mark.parametrize(
    ("rule", "events", "dealer", "expected"),
    [
        # The first winner, seat 2, by self-draw (case dealer-01).
        ("first_winner", SELF_DRAW_FIRST, 0, 2),
        # The first winner, seat 0, fed by 3 (case dealer-03); later wins do not matter.
        ("first_winner", DISCARD_FIRST, 2, 0),
        # One discard won by two seats: its feeder.
        ("first_winner", TWO_AT_ONCE, 2, 0),
        # A kong robbed by three: the konger (case rob-08).
        ("first_winner", ROBBED_BY_THREE, 2, 0),
        # Nobody won: the dealer stays (case dealer-05).
        ("first_winner", NOBODY, 2, 2),
        # The feeder of the first win (case dealer-06), also if several won.
        ("feeder", FED, 0, 1),
        ("feeder", DISCARD_FIRST, 2, 3),
        ("feeder", TWO_AT_ONCE, 2, 0),
        # A self-draw: the winner. Nobody: the dealer stays (case dealer-05).
        ("feeder", SELF_DRAW_FIRST, 0, 2),
        ("feeder", NOBODY, 3, 3),
        # The next seat, whatever happened.
        ("rotate", FED, 0, 1),
        ("rotate", NOBODY, 3, 0),
        # Dice are thrown every game.
        ("dice", FED, 0, None),
    ],
)
def test_the_next_dealer(rule: str, events: list[AnyEvent], dealer: int, expected: int | None) -> None:
    assert succeed(RULES[rule], dealer, events) == expected


def test_wins_of_one_tile_are_first_together_and_later_ones_are_not() -> None:
    assert [event.seat for event in first_wins(TWO_AT_ONCE)] == [1, 3]
    assert [event.seat for event in first_wins(DISCARD_FIRST)] == [0]
    assert first_wins(NOBODY) == []


def test_a_self_draw_right_after_another_win_is_no_win_with_it() -> None:
    """1 and 3 cannot win together by self-draw: a draw stands between the two wins."""
    assert [event.seat for event in first_wins([*START, *win(1), Draw(2, "5m", False, 30), *win(2)])] == [1]


def test_baogang_counts_as_a_self_draw() -> None:
    """dingque, bloom_payer = feeder: seat 1 feeds the 直杠, seat 0 wins on its replacement: the winner deals."""
    rules = load_preset("dingque").replace({"table.next_dealer": "feeder"})
    hands = {0: "999m2345667788p", 1: "9m123456789s11p22s"}
    game = Game(rules, wall=lay_wall(hands, tail="5p", dealer=1), dealer=1)
    for seat, suit in enumerate("smmm"):
        game.step(seat, f"void {suit}")
    game.step(1, "discard 9m")
    events = game.step(0, "direct_kong")
    assert events[0] == Kong(0, "9m", "direct", 1)
    game.step(0, "win")

    assert succeed(rules, 1, game.events) == 0


def play(game: Game) -> None:
    rng = random.Random(game.game_no)
    while not game.over:
        seat = game.pending[0]
        game.step(seat, rng.choice(game.legal(seat)[:-1]))


@pytest.mark.parametrize("rule", RULES)
def test_a_match_from_the_first_game_to_the_last(rule: str) -> None:
    match = Match(RULES[rule], 6, seed="match")
    sums = [0, 0, 0, 0]
    for number in range(6):
        assert (match.number, match.game.game_no, match.last) == (number, number, number == 5)
        play(match.game)
        sums = [total + units for total, units in zip(sums, match.game.scores, strict=True)]
        assert match.totals == tuple(sums) and sum(sums) == 0
        if not match.last:
            expected = succeed(RULES[rule], match.game.dealer, match.game.events)
            game = match.next_game()
            thrown = throw_for_dealer("match", number + 1)
            assert game is match.game
            assert game.dealer == (thrown[0] if expected is None else expected)
            assert match.dealer_throws == (thrown[1] if expected is None else ())

    assert match.over
    with pytest.raises(MatchError, match="the match is over: all 6 games are played"):
        match.next_game()


def first_dealer(how: str, seed: int, host: int = 0) -> int:
    return Match(STANDARD.replace({"table.first_dealer": how}), 1, seed=seed, host=host).game.dealer


def test_the_first_dealer() -> None:
    assert [first_dealer("dice", seed) for seed in range(20)] == [
        throw_for_dealer(seed)[0] for seed in range(20)
    ]
    assert {first_dealer("random", seed) for seed in range(40)} == {0, 1, 2, 3}
    assert first_dealer("host", 1) == 0
    assert first_dealer("host", 1, host=3) == 3


@pytest.mark.parametrize(
    ("rule", "leaves", "changed", "thrown"),
    [
        ("feeder", False, None, False),
        ("feeder", False, True, True),
        ("feeder", True, None, True),
        ("feeder", True, False, False),
        ("first_winner", True, None, False),
    ],
)
def test_a_change_of_persons_throws_dice_again_for_feeder(
    rule: str, leaves: bool, changed: bool | None, thrown: bool
) -> None:
    match = Match(RULES[rule].replace({"table.first_dealer": "host"}), 2, seed="persons")
    if leaves:
        match.game.step(0, "leave")  # ends the game
    else:
        play(match.game)
    dice = throw_for_dealer("persons", 1)[0]
    stays = succeed(match.rules, 0, match.game.events)
    assert stays != dice

    assert match.next_game(persons_changed=changed).dealer == (dice if thrown else stays)


def test_the_next_game_waits_for_the_end_of_this_one() -> None:
    match = Match(STANDARD, 2, seed=1)

    with pytest.raises(MatchError, match="game 1 of 2 is still running"):
        match.next_game()
    assert match.number == 0


@pytest.mark.parametrize("games", [0, -1, 1001])
def test_a_number_of_games_that_cannot_be_is_refused(games: int) -> None:
    with pytest.raises(MatchError, match="1 to 1000 games"):
        Match(STANDARD, games)


def test_hosts_that_cannot_be_are_refused() -> None:
    with pytest.raises(MatchError, match="host 4: seats are 0 to 3"):
        Match(STANDARD, 1, host=4)
    with pytest.raises(MatchError, match="host 3: seats are 0 to 2"):
        Match(Ruleset().replace({"table.seats": 3}), 1, host=3)
