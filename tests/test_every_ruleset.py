"""Games under every preset and random rulesets: names, views, words, records and results hold whatever the rules."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from chuanma.actions import Action
from chuanma.bots import make_bot
from chuanma.engine import layout as L
from chuanma.events import AnyEvent, Deal, redact
from chuanma.game import Game
from chuanma.match import Match
from chuanma.narrate import dealt_hands, tell_event, tell_game
from chuanma.record import parse_record, record_game, record_match
from chuanma.results import SeatResult
from chuanma.rules import Ruleset, load_preset, preset_names
from chuanma.rules.generate import random_ruleset
from chuanma.text import LANGS
from chuanma.view import TableView

USUAL = {"discard", "kong", "pung", "direct_kong", "win", "pass"}


def choose(game: Game, seat: int, rng: random.Random) -> Action:
    """Half at random, else what `greedy` does, so that hands come near to a win."""
    legal = [action for action in game.legal(seat) if action.verb != "leave"]
    if (
        rng.random() < 0.5
        or game.state["phase"] < L.PH_TURN
        or not {action.verb for action in legal} <= USUAL
    ):
        return rng.choice(legal)
    return make_bot("greedy").choose(game.observe(seat))


def play(game: Game, rng: random.Random) -> Game:
    leaver = rng.randrange(200)  # who leaves, now and then, at this step
    while not game.over:
        seat = rng.choice(game.pending)
        leaves = len(game.actions) == leaver and "leave" in map(str, game.legal(seat))
        game.step(seat, "leave" if leaves else choose(game, seat, rng))
    return game


def new_game(rules: Ruleset, rng: random.Random) -> Game:
    persons = rng.randint(1, 4) if rules.table.horse else 0
    dealer = rng.randrange(rules.table.seats)
    return Game(rules, seed=rng.random().hex(), dealer=dealer, persons=persons)


def check(game: Game) -> None:
    """A finished game."""
    check_money(game)
    check_record(game)
    check_words(game)
    check_results(game)


def check_money(game: Game) -> None:
    sums: Counter[int] = Counter()
    for row in game.ledger:
        sums[row.payer] -= row.units
        sums[row.receiver] += row.units
        assert row.units > 0
        for lang in LANGS:
            assert row.words(lang) and row.rule_words(lang)
    seats = range(game.rules.table.seats)
    assert game.scores == tuple(sums[seat] for seat in seats)
    assert game.house == sums[L.HOUSE]
    assert game.person_scores == tuple(sums[L.PERSON + number] for number in range(game.persons))
    assert sum(sums.values()) == 0


def check_record(game: Game) -> None:
    record = record_game(game)
    again = parse_record(b"".join(line + b"\n" for line in record.lines()))
    (replayed,) = again.verify()
    assert replayed.events == game.events
    assert (replayed.house, replayed.person_scores) == (game.house, game.person_scores)
    assert replayed.results() == game.results()
    assert list(again.lines()) == list(record.lines())


def check_words(game: Game) -> None:
    for lang in LANGS:
        assert not any("{" in line or "None" in line for line in tell_game(game, lang))
        for seat in (0, None):
            for event in game.events:
                words = tell_event(redact(event, seat), lang)
                assert "{" not in words and "None" not in words
    if any(isinstance(event, Deal) for event in game.events):
        hands = dealt_hands(game)
        assert [len(hand) for hand in hands.values()] == [14, *[13] * (game.rules.table.seats - 1)]


def check_results(game: Game) -> None:
    results = game.results()
    assert len(results) == game.rules.table.seats
    for result in results:
        assert result.score == game.scores[result.seat]
        assert (result.win is None) == (not result.wins)
        if result.wins:
            assert result.status == "won" and result.win == result.wins[-1]
        if result.status in ("won", "ready"):
            check_reading(result)


def check_reading(result: SeatResult) -> None:
    assert result.pattern is not None and result.units > 0
    tiles = sorted(tile for part in result.reading for tile in part)
    open_tiles = [meld.tile for meld in result.melds for _ in range(3 + (meld.type != "pung"))]
    wait = [result.wait] if result.wait else []
    assert tiles == sorted([*result.hand, *open_tiles, *wait])


def check_views(game: Game) -> None:
    seats = range(game.rules.table.seats)
    for seat in (*seats, None):
        view = game.view(seat)
        assert msgspec.json.decode(msgspec.json.encode(view), type=TableView) == view
        assert len(view.seats) == len(seats)
        for other in view.seats:
            own = other.seat == seat
            shown = own or (game.rules.table.reveal_win and other.win is not None) or not other.n_hand
            assert other.hand is None if not shown else True
            assert other.marker is None or own
            if own and other.hand is not None:
                assert len(other.hand) + (view.drawn is not None) == other.n_hand
        for wait in view.waits:
            assert 0 <= wait.left <= 4 and wait.units > 0


@pytest.mark.parametrize("preset", preset_names())
def test_presets(preset: str) -> None:
    rng = random.Random(preset)
    for _ in range(6):
        check(play(new_game(load_preset(preset), rng), rng))


def test_random_rulesets() -> None:
    rng = random.Random("every ruleset")
    for _ in range(120):
        check(play(new_game(random_ruleset(rng), rng), rng))


def test_views_of_random_rulesets() -> None:
    rng = random.Random("views")
    for _ in range(40):
        game = new_game(random_ruleset(rng), rng)
        while not game.over:
            if rng.random() < 0.2:
                check_views(game)
            seat = rng.choice(game.pending)
            game.step(seat, choose(game, seat, rng))


def test_no_event_tells_another_seat_more_than_its_view() -> None:
    """A tile named in a redacted event of another seat is one that its view shows, or that all may know."""
    rng = random.Random("redacted")
    hidden: Counter[str] = Counter()
    for _ in range(60):
        game = play(new_game(random_ruleset(rng), rng), rng)
        for event in game.events:
            for seat in range(game.rules.table.seats):
                seen = redact(event, seat)
                if seen != event:
                    hidden[type(event).__name__] += 1
                    assert not tiles_in(seen)
    assert set(hidden) == {"Draw", "Swap", "Mark", "Item"}


def tiles_in(event: AnyEvent) -> list[str]:
    values = msgspec.to_builtins(event).values()
    return [value for value in values if isinstance(value, str) and len(value) == 2 and value[0].isdigit()]


@pytest.mark.parametrize("rule", ["dice", "first_winner", "feeder", "rotate"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_matches_of_all_sizes(rule: str, seats: int) -> None:
    """Each dealer follows by the rule; totals with the house and two bound persons sum to zero."""
    changes = {"table.next_dealer": rule, "table.seats": seats, "table.horse": True, "draw.pig_to": "house"}
    match = Match(load_preset("standard").replace(changes), 4, seed=f"{rule} {seats}", persons=2)
    rng = random.Random(seats)
    while True:
        play(match.game, rng)
        if match.over:
            break
        match.next_game()

    assert len(match.totals) == seats and len(match.person_totals) == 2
    assert sum(match.totals) + match.house + sum(match.person_totals) == 0
    record = parse_record(b"".join(line + b"\n" for line in record_match(match).lines()))
    assert [game.events for game in record.verify()] == [
        game.events for game in (*match.finished, match.game)
    ]
    assert record.totals == match.totals
