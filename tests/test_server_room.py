"""A room by itself, with time set by hand: pauses, clocks, answers, settlements, and that nothing hidden shows."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np
import pytest

from chuanma.actions import Action, parse_action
from chuanma.bots.base import legal_bits
from chuanma.engine import layout as L
from chuanma.events import AnnounceKong, AnyEvent, Discard, Draw, Kong, Leave, Pay, Pung, Win
from chuanma.game import Game
from chuanma.match import Match
from chuanma.rules import load_preset
from chuanma.server.faults import Refusal
from chuanma.server.protocol import Events, Finished, Left, Table
from chuanma.server.room import Message, NewGame, Played, Room, Status
from chuanma.server.safe import safe_action
from chuanma.server.settings import Pace
from chuanma.shuffle import wall_from_seed
from chuanma.testing import lay_wall
from chuanma.view import TableView

PACE = Pace()
NO_SCRIPTS: Mapping[int, Sequence[str]] = {}
START = 5_000


class Scripted:
    """A bot that does what its script says; after it, it passes or throws what it drew."""

    def __init__(self, script: Sequence[str] = ()) -> None:
        self.script = list(script)

    def choose(self, view: np.ndarray) -> Action:
        if self.script:
            return parse_action(self.script.pop(0))
        legal = legal_bits(view)
        if legal >> L.A_PASS & 1:
            return Action(L.A_PASS)
        drawn = int(view["drawn"][0])
        return Action(drawn if drawn >= 0 and legal >> drawn & 1 else (legal & -legal).bit_length() - 1)


class Sitting:
    """A room, its time, and what the guest was sent when."""

    def __init__(
        self, game: Game, scripts: Mapping[int, Sequence[str]] = NO_SCRIPTS, games: int = 1, pace: Pace = PACE
    ) -> None:
        match = Match(game.rules, games, seed=1)
        match.game = game
        self.now = START
        self.answered: int | None = None
        self.sent: list[tuple[int, Message]] = []
        self.played: list[Played] = []
        self.room = Room(
            match_id=1,
            match=match,
            preset="test",
            seats=(None, "a", "b", "c"),
            pace=pace,
            maker=lambda _name, _seed, number, seat: Scripted(scripts.get(seat, ()) if number == game.game_no else ()),
        )
        self.room.start(self.now)
        self.room.show_table(self.now)
        self.collect()

    def collect(self) -> None:
        for item in self.room.out:
            if isinstance(item, Played):
                self.played.append(item)
            elif not isinstance(item, NewGame | Status):
                self.sent.append((self.now, item))
        self.room.out.clear()

    def to(self, now: int) -> None:
        """Let time pass until `now`, everything at its moment."""
        while (due := self.room.wake_at) is not None and due <= now:
            self.now = max(self.now, due)
            self.room.advance(self.now)
            self.collect()
        self.now = now

    def wait(self, ms: int) -> None:
        self.to(self.now + ms)

    def step(self) -> None:
        """To the next thing that happens by itself."""
        due = self.room.wake_at
        assert due is not None
        self.to(max(self.now, due))

    def until(self, wanted: Callable[[AnyEvent], bool]) -> None:
        """Until an event of that kind was shown."""
        seen = len(self.sent)
        while not any(wanted(event) for event in self.events(seen)):
            self.step()

    def events(self, since: int = 0) -> list[AnyEvent]:
        """All that was shown."""
        return [event for _, sent in self.sent[since:] if isinstance(sent, Events) for event in sent.events]

    @property
    def ask(self) -> list[str]:
        """What the guest is asked, as it was told last, and has not answered."""
        ask = self.last(Table | Events).ask
        return [] if ask is None or ask.decision == self.answered else list(ask.actions)

    @property
    def decision(self) -> int:
        last = self.last(Table | Events)
        assert last.ask is not None
        return int(last.ask.decision)

    def last(self, kind: Any) -> Any:
        return next(sent for _, sent in reversed(self.sent) if isinstance(sent, kind))

    @property
    def view(self) -> TableView:
        view: TableView = self.last(Table | Events).view
        return view

    def answer(self, action: str) -> None:
        decision = self.decision
        self.room.answer(decision, action, self.now)
        self.answered = decision
        self.collect()


STANDARD = load_preset("standard")
DINGQUE = load_preset("dingque")
# No two seats share a suit's neighbourhood: nobody can claim anything of the first turns.
QUIET = {0: "1m4m7m1p4p7p1s4s7s2m5m8m2p5p"}
# Seat 1 deals and throws 5p, which seat 0 may pung and seat 2 win (46p).
CONTESTED = {0: "55p147m258s369s19m", 1: "5p", 2: "11123456789s46p"}


def contested(*, second: Sequence[str]) -> Sitting:
    game = Game(STANDARD, wall=lay_wall(CONTESTED, dealer=1), dealer=1)
    table = Sitting(game, {1: ["discard 5p"], 2: second})
    table.until(lambda event: isinstance(event, Discard))
    return table


# ----------------------------------------------------------------------------------------------------- pauses
def test_a_discard_lies_on_offer_before_the_next_seat_draws() -> None:
    table = Sitting(Game(STANDARD, wall=lay_wall(QUIET)))
    table.wait(2_000)
    table.answer("discard 1m")

    assert table.events() == [Discard(0, "1m", False)]
    assert table.view.phase == "claim" and table.view.wall_left == 55
    table.wait(PACE.window - 1)
    assert len(table.events()) == 1
    table.wait(1)
    assert table.events()[1:] == [Draw(1, None, False, 54)]  # leak-01: its tile is the drawer's own
    table.wait(PACE.think - 1)
    assert len(table.events()) == 2
    table.wait(1)
    assert isinstance(table.events()[2], Discard)


def hidden_moved(wall: Sequence[int], rng: random.Random) -> list[int]:
    """The same wall to seat 0, the dealer: others' hands and the last 20 tiles are mixed anew."""
    places = [*range(13, 52), *range(L.TILES - 20, L.TILES)]
    tiles = [wall[place] for place in places]
    rng.shuffle(tiles)
    moved = list(wall)
    for place, tile in zip(places, tiles, strict=True):
        moved[place] = tile
    return moved


def timeline(wall: Sequence[int], seed: int) -> tuple[list[tuple[int, bytes]], list[int]]:
    """All that the guest is sent and when, with a guest that acts by chance; and who acted, in order."""
    table = Sitting(Game(STANDARD, wall=wall))
    rng = random.Random(seed)
    while table.view.wall_left > 20 and table.room.phase == "playing":
        calm = [action for action in table.ask if "kong" not in action]
        if calm and rng.random() < 0.9:
            table.wait(rng.randrange(3_000))
            table.answer(rng.choice(calm))
        elif table.room.wake_at is not None:
            table.step()
    return [(at, msgspec.json.encode(sent)) for at, sent in table.sent], [each.row.seat for each in table.played]


def test_leak_06_messages_and_their_times_tell_nothing_of_hidden_tiles() -> None:
    """Two worlds that differ in hidden tiles alone: the same bytes at the same moments, whoever may claim what."""
    differed = 0
    for seed in range(25):
        wall = wall_from_seed(seed)
        sent, seats = timeline(wall, seed)
        for other in range(2):
            sent_there, seats_there = timeline(hidden_moved(wall, random.Random(other)), seed)
            assert sent_there == sent
            differed += seats_there != seats
    assert differed >= 20  # in most of them a bot was asked that is not asked in the other


# ----------------------------------------------------------------------------------------------------- claims
def test_order_05_a_pung_waits_for_a_seat_that_may_win() -> None:
    table = contested(second=["pass"])
    thrown = table.now
    table.wait(100)
    assert table.ask == ["pung", "pass"]
    table.answer("pung")
    assert table.events()[-1] == Discard(1, "5p", False)
    table.to(thrown + PACE.window)

    assert table.events()[-1] == Pung(0, "5p", 1)
    assert [str(Action(each.row.action)) for each in table.played[1:]] == ["pung", "pass"]
    assert table.played[1].row.ms == 100


def test_a_pung_is_outranked_by_a_win() -> None:
    table = contested(second=["win"])
    decision = table.decision
    table.answer("pung")
    table.wait(PACE.window)

    assert any(isinstance(event, Win) and event.seat == 2 for event in table.events())
    assert not any(isinstance(event, Pung) for event in table.events())
    with pytest.raises(Refusal, match="over"):
        table.room.answer(decision, "pung", table.now)


def test_an_answer_is_played_only_when_the_pause_is_over() -> None:
    """Else its effect would tell at once that nobody else was asked."""
    hands = {0: "55p147m258s369s19m", 1: "5p"}
    table = Sitting(Game(STANDARD, wall=lay_wall(hands, dealer=1), dealer=1), {1: ["discard 5p"]})
    table.until(lambda event: isinstance(event, Discard))
    thrown = table.now
    table.wait(100)
    table.answer("pass")
    table.to(thrown + PACE.window - 1)
    assert table.events()[-1] == Discard(1, "5p", False)
    table.wait(1)
    assert isinstance(table.events()[-1], Draw)


def test_a_question_gives_way_to_the_next_one() -> None:
    """Seat 3 wins what the guest may pung; the guest is next to draw, and asked for a discard."""
    hands = {0: "55p147m258s369s19m", 1: "5p", 3: "11123456789s46p"}
    table = Sitting(Game(STANDARD, wall=lay_wall(hands, dealer=1), dealer=1), {1: ["discard 5p"], 3: ["win"]})
    table.until(lambda event: isinstance(event, Discard))
    decision = table.decision
    assert table.ask == ["pung", "pass"]
    table.wait(PACE.window)

    assert isinstance(table.events()[-1], Draw) and table.view.turn == 0
    assert table.decision > decision and "discard 5p" in table.ask and "pung" not in table.ask


def test_a_question_is_withdrawn_when_a_win_outranks_it() -> None:
    table = contested(second=["win"])
    decision = table.decision
    table.wait(PACE.window)

    assert table.view.phase == "turn" and decision != getattr(table.last(Events).ask, "decision", None)
    with pytest.raises(Refusal) as caught:
        table.room.answer(decision, "pung", table.now)
    assert caught.value.error.code == "stale"


def test_order_10_a_bot_that_is_no_longer_asked_does_not_answer() -> None:
    """The guest wins what a bot may only pung: the bot's answer is not needed any more, and play goes on."""
    hands = {0: "11123456789s46p", 1: "5p", 2: "55p147m258m369m9s"}
    game = Game(STANDARD, wall=lay_wall(hands, dealer=1), dealer=1)
    table = Sitting(game, {1: ["discard 5p"]})
    table.until(lambda event: isinstance(event, Discard))
    table.answer("win")
    table.wait(PACE.window)

    assert [each.row.seat for each in table.played] == [1, 0]
    assert any(isinstance(event, Win) and event.seat == 0 for event in table.events())
    table.wait(5_000)
    assert len(table.played) > 3


def test_a_bot_waits_with_its_pung_for_the_guest_that_may_win() -> None:
    hands = {0: "11123456789s46p", 1: "5p", 2: "55p147m258m369m9s"}
    game = Game(STANDARD, wall=lay_wall(hands, dealer=1), dealer=1)
    table = Sitting(game, {1: ["discard 5p"], 2: ["pung"]})
    table.until(lambda event: isinstance(event, Discard))
    table.wait(5_000)
    assert table.ask == ["win", "pass"]
    table.answer("pass")

    assert table.events()[-1] == Pung(2, "5p", 1)


# ---------------------------------------------------------------------------------------------------- answers
def test_order_03_a_tile_cannot_be_discarded_twice() -> None:
    table = Sitting(Game(STANDARD, wall=lay_wall(QUIET)))
    decision = table.decision
    table.answer("discard 1m")
    before = table.room.match.game.actions
    for number in (decision, decision + 1, 0):
        with pytest.raises(Refusal) as caught:
            table.room.answer(number, "discard 4m", table.now)
        assert caught.value.error.code == "stale"
    assert table.room.match.game.actions == before
    assert table.room.out == []


@pytest.mark.parametrize(
    ("action", "words"),
    [("discard 9s", "9s"), ("pung", "pung"), ("void m", "void"), ("dance", "dance"), ("fly", "'fly'"), ("", "''")],
)
def test_an_action_that_is_not_legal_is_refused_in_words_and_changes_nothing(action: str, words: str) -> None:
    table = Sitting(Game(STANDARD, wall=lay_wall(QUIET)))
    with pytest.raises(Refusal) as caught:
        table.room.answer(table.decision, action, table.now)

    assert caught.value.error.code == "illegal"
    assert caught.value.error.en and caught.value.error.zh and caught.value.error.zh != caught.value.error.en
    assert table.room.match.game.actions == [] and table.room.out == []
    table.answer("discard 1m")  # the question is still open


def test_an_illegal_answer_to_an_offer_is_refused_while_it_lies_there() -> None:
    table = contested(second=["pass"])
    with pytest.raises(Refusal) as caught:
        table.room.answer(table.decision, "win", table.now)
    assert caught.value.error.code == "illegal"
    table.answer("pass")


# ----------------------------------------------------------------------------------------------------- clocks
def test_after_turn_and_bank_the_drawn_tile_is_played() -> None:
    game = Game(STANDARD, wall=lay_wall({0: "1m4m7m1p4p7p1s4s7s2m5m8m2p"}, draws="9s", dealer=3), dealer=3)
    table = Sitting(game)
    table.until(lambda event: isinstance(event, Draw) and event.seat == 0)
    asked = table.last(Events).ask
    assert (asked.turn_ms, asked.bank_ms) == (20_000, 60_000)
    table.wait(79_999)
    assert table.played[-1].row.seat == 3
    table.wait(1)

    assert table.events()[-1] == Discard(0, "9s", True)
    row = table.played[-1].row
    assert (row.seat, row.by_clock, row.ms) == (0, True, 80_000)
    table.until(lambda event: isinstance(event, Draw) and event.seat == 0)
    assert table.last(Events).ask.bank_ms == 0  # the bank is used up
    table.wait(20_000)
    assert table.played[-1].row.by_clock


def test_time_beyond_the_turn_comes_from_the_bank() -> None:
    table = Sitting(Game(STANDARD, wall=lay_wall(QUIET)))
    table.wait(30_000)
    table.room.show_table(table.now)
    table.collect()
    assert (table.last(Table).ask.turn_ms, table.last(Table).ask.bank_ms) == (0, 50_000)
    table.answer("discard 1m")
    table.until(lambda event: isinstance(event, Draw) and event.seat == 0)
    assert (table.last(Events).ask.turn_ms, table.last(Events).ask.bank_ms) == (20_000, 50_000)


def test_void_08_the_clock_plays_the_void_suit_first() -> None:
    """void m, 3m among 13 other tiles, 9p drawn: 3m is discarded."""
    wall = lay_wall({0: "3m147p258p369p147s"}, draws="9p", dealer=3)
    scripts = {1: ["void s"], 2: ["void s"], 3: ["void s"]}
    table = Sitting(Game(DINGQUE, wall=wall, dealer=3), scripts)
    table.answer("void m")
    table.until(lambda event: isinstance(event, Draw) and event.seat == 0)
    any_tile = [parse_action(f"discard {tile}") for tile in ("3m", "1p", "9p")]  # where the duty does not bind
    assert str(safe_action(any_tile, table.view)) == "discard 3m"
    table.wait(80_000)

    assert Discard(0, "3m", False) in table.events()


def test_the_clock_names_the_suit_with_the_fewest_tiles() -> None:
    wall = lay_wall({0: "1147m2589m33369s1p"})  # six of m, seven... one of p
    table = Sitting(Game(DINGQUE, wall=wall), {seat: ["void s"] for seat in (1, 2, 3)})
    table.wait(80_000)

    assert table.view.seats[0].void == "p"


def test_the_clock_passes_but_takes_a_win_it_cannot_refuse() -> None:
    table = contested(second=["pass"])
    table.wait(80_000)
    assert next(str(Action(each.row.action)) for each in table.played if each.row.seat == 0) == "pass"

    leave, win = parse_action("leave"), parse_action("win")
    assert safe_action([win, leave], table.view) == win


def test_after_a_pung_the_clock_throws_a_legal_tile() -> None:
    table = contested(second=["pass"])
    table.answer("pung")
    table.wait(PACE.window + 80_000)

    assert isinstance(table.events()[table.events().index(Pung(0, "5p", 1)) + 1], Discard)


# ----------------------------------------------------------------------------------------------- what is seen
def test_leak_03_a_winner_shows_its_tile_and_value_only() -> None:
    table = contested(second=["win"])
    table.wait(PACE.window)
    seat = table.view.seats[2]

    assert seat.win is not None and (seat.win.tile, seat.win.feeder) == ("5p", 1)
    assert seat.hand is None
    assert [each.hand is not None for each in table.view.seats] == [True, False, False, False]


def test_leak_05_a_spectator_sees_no_hand_until_the_end() -> None:
    game = Game(STANDARD, wall=lay_wall(QUIET))
    view = game.view(None)
    assert [seat.hand for seat in view.seats] == [None] * 4 and view.drawn is None and view.waits == ()
    game.step(0, "leave")
    assert all(seat.hand for seat in game.view(None).seats)


def test_order_06_the_whole_table_says_who_one_is_and_what_is_asked() -> None:
    table = contested(second=["pass"])
    table.room.show_table(table.now)
    table.collect()
    whole = table.last(Table)

    assert whole.view.seat == 0 and not whole.players[0].bot
    assert whole.view.turn == 1 and whole.view.offer is not None and whole.view.offer.tile == "5p"
    assert whole.ask is not None and whole.ask.turn_ms == 20_000


def test_the_whole_table_asked_for_in_a_pause_does_not_show_what_comes_after_it() -> None:
    table = Sitting(Game(STANDARD, wall=lay_wall(QUIET)))
    table.answer("discard 1m")
    table.room.show_table(table.now)
    table.collect()

    assert table.last(Table).view.phase == "claim" and table.last(Table).view.wall_left == 55


# ---------------------------------------------------------------------------------------------------- endings
def test_leaving_ends_the_game_and_shows_its_price() -> None:
    """16 units to each of three (RULES §11)."""
    table = Sitting(Game(STANDARD, wall=lay_wall(QUIET)), games=4)
    table.room.leave(table.now)
    table.collect()
    result = table.last(Finished).result

    assert (result.end, result.last, result.totals) == ("escape", True, (-48, 16, 16, 16))
    assert table.room.phase == "result"
    table.room.leave(table.now)
    table.collect()
    assert isinstance(table.sent[-1][1], Left) and table.room.phase == "closed"


def test_leaving_while_a_tile_is_on_offer_takes_effect_when_it_is_resolved() -> None:
    table = contested(second=["pass"])
    table.room.leave(table.now)
    table.collect()
    assert table.room.phase == "playing" and table.events()[-1] == Discard(1, "5p", False)
    with pytest.raises(Refusal, match="already leaving"):
        table.room.leave(table.now)
    table.wait(PACE.window)

    assert table.last(Finished).result.end == "escape"


def test_a_winner_leaves_and_the_others_play_on_unseen() -> None:
    table = Sitting(Game(STANDARD, wall=lay_wall({0: "123456789s11155p"})), games=4)
    table.answer("win")
    table.room.leave(table.now)
    table.collect()

    assert isinstance(table.sent[-1][1], Left)
    assert table.room.phase == "closed" and table.room.match.game.over
    assert table.played[-1].scores == table.room.match.game.scores
    assert len(table.played) == len(table.room.match.game.actions) > 20
    assert table.room.wake_at is None


def test_order_08_a_result_counts_once_and_leads_to_one_next_game() -> None:
    table = Sitting(Game(STANDARD, wall=lay_wall({0: "123456789s11155p"})), games=3)
    table.answer("win")
    table.wait(600_000 if table.room.phase == "result" else 0)
    while table.room.phase == "playing":
        table.step()
    totals = table.last(Finished).result.totals
    table.room.show_table(table.now)
    table.collect()
    assert table.last(Table).result == table.last(Finished).result
    table.room.go_on(1, table.now)
    for game in (1, 2, 3):
        with pytest.raises(Refusal) as caught:
            table.room.go_on(game, table.now)
        assert caught.value.error.code == "stale"
    table.collect()

    assert table.last(Table).game == 2 and table.last(Table).totals == totals
    assert sum(totals) == 0


def test_the_next_game_comes_by_itself_and_after_the_last_none() -> None:
    table = Sitting(Game(STANDARD, wall=lay_wall(QUIET)), games=2)
    while table.room.phase == "playing":
        table.step()
    table.wait(PACE.result - 1)
    assert table.room.phase == "result"
    table.wait(1)
    assert table.room.phase == "playing" and table.last(Table).game == 2
    while table.room.phase == "playing":
        table.step()
    assert table.last(Finished).result.last and table.room.wake_at is None


def test_a_winner_s_reading_is_made_of_its_hand() -> None:
    winners = 0
    for seed in range(8):
        table = Sitting(Game(DINGQUE, seed=seed), pace=replace(PACE, think=0, window=0, turn=0, bank=0))
        table.room = Room(1, table.room.match, "test", (None, "greedy", "greedy", "greedy"), PACE.at_speed(0))
        table.room.start(table.now)
        table.room.show_table(table.now)
        table.collect()
        while table.room.phase == "playing":
            table.step()
        for hand in table.last(Finished).result.hands:
            if hand.status == "won":
                winners += 1
                assert sorted(tile for group in hand.reading for tile in group) == sorted(hand.hand)
                assert hand.pattern is not None and hand.units > 0
    assert winners >= 8


def test_decision_numbers_never_come_again() -> None:
    table = Sitting(Game(STANDARD, seed=3), games=3)
    decisions = []
    while not (table.room.phase == "result" and table.last(Finished).result.last):
        table.step()
    for _, sent in table.sent:
        if isinstance(sent, Table | Events) and sent.ask is not None:
            decisions.append(sent.ask.decision)
    assert decisions == sorted(set(decisions))


# ------------------------------------------------------------------------------------------------------- kongs, leaving
# Seat 1 pungs the dealer's 5p, later adds the fourth; seat 2 waits for 5p in vain: all four are gone but for that kong.
ADDED = {0: "5p147m258s369s19m2p3p", 1: "55p147m258m369m1s2s"}


def added_kong(script: Sequence[str], second: str = "147p258s369m147s9p") -> Sitting:
    """The dealer, seat 0, throws 5p; seat 1 pungs it, draws the fourth next and announces the kong."""
    hands = {**ADDED, 2: second}
    table = Sitting(Game(STANDARD, wall=lay_wall(hands, draws="7s7s9s5p", tail="9p")), {1: ["pung", *script]})
    table.answer("discard 5p")
    table.until(lambda event: isinstance(event, Pung))
    while not any(isinstance(event, AnnounceKong) for event in table.events()):
        if table.ask and table.view.phase == "turn":
            table.answer(f"discard {table.view.drawn}")
        elif table.ask:
            table.answer("pass")
        else:
            table.step()
    return table


def test_an_added_kong_lies_on_offer_before_it_is_made() -> None:
    table = added_kong(["discard 1m", "kong 5p"])
    announced = table.now
    assert table.events()[-1] == AnnounceKong(1, "5p")
    assert table.view.phase == "rob" and table.view.offer is not None and table.view.offer.kong
    assert table.view.seats[1].melds[0].type == "pung"
    table.to(announced + PACE.window - 1)
    assert table.events()[-1] == AnnounceKong(1, "5p")
    table.wait(1)
    assert [type(event) for event in table.events()[-5:]] == [Kong, Pay, Pay, Pay, Draw]


def test_leaving_in_the_pause_after_the_own_discard_shows_first_what_came_of_it() -> None:
    table = Sitting(Game(STANDARD, wall=lay_wall(QUIET)))
    table.answer("discard 1m")
    table.room.leave(table.now)
    table.collect()

    assert table.events()[:3] == [Discard(0, "1m", False), Draw(1, None, False, 54), Leave(0)]
    assert table.last(Finished).result.totals == (-48, 16, 16, 16)


def test_an_answer_given_before_leaving_stands() -> None:
    table = contested(second=["pass"])
    table.answer("pung")
    table.room.leave(table.now)
    table.collect()
    assert [str(Action(each.row.action)) for each in table.played[1:]] == ["pung", "leave"]
    table.wait(PACE.window)

    assert Pung(0, "5p", 1) in table.events()
    assert table.last(Finished).result.end == "escape"


@pytest.mark.parametrize("seed", range(40))
def test_whatever_a_guest_does_and_when_the_table_holds(seed: int) -> None:
    """Answers right, wrong, late and doubled, leaving, asking for the table, at any time: numbers without gaps, the
    same state as the game's, and a record that leads to it."""
    rng = random.Random(seed)
    table = Sitting(Game(rng.choice([STANDARD, DINGQUE]), seed=seed, dealer=rng.randrange(4)), games=2)
    while table.room.phase != "closed":
        disturb(table, rng)
        if table.room.phase == "result" and rng.random() < 0.3:
            last = table.last(Finished | Table).result.last
            with suppress(Refusal):
                table.room.leave(table.now) if last else table.room.go_on(table.room.number, table.now)
        table.wait(rng.choice([0, 1, 100, 700, 5_000, 30_000]))
    numbers = [sent.seq for _, sent in table.sent if not isinstance(sent, Left)]
    assert numbers == list(range(1, len(numbers) + 1))
    game = table.room.match.game
    rows = [each.row for each in table.played if each.row.game == table.room.number]
    again = Game(game.rules, wall=game.wall, dealer=game.dealer, dice=game.dice)
    for row in rows:
        again.step(row.seat, row.action)
    assert again.over and again.events == game.events
    assert [row.number for row in rows] == list(range(len(rows)))


def disturb(table: Sitting, rng: random.Random) -> None:
    """Something a guest may send, right or wrong."""
    decision = rng.choice([0, table.answered or 1, table.answered or 1, 10**6])
    action = rng.choice(["pass", "win", "pung", "discard 5m", "void p", "nonsense"])
    with suppress(Refusal):
        match rng.randrange(12):
            case 0:
                table.room.answer(decision, action, table.now)
            case 1:
                table.room.show_table(table.now)
            case 2 if rng.random() < 0.04:
                table.room.leave(table.now)
            case 3:
                table.room.go_on(rng.randrange(4), table.now)
            case number if number > 4 and table.ask:
                table.answer(rng.choice(table.ask))
    table.collect()
