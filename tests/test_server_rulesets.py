"""A room under any ruleset: questions in several steps, what is shown before the pause, seats a bot takes over."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest

from chuanma.bots import Bot, make_bot
from chuanma.events import Dance, Discard, Draw, Sing, Swap, Void
from chuanma.game import Game
from chuanma.match import Match
from chuanma.rules import Ruleset, load_preset, preset_names
from chuanma.rules.generate import random_ruleset
from chuanma.server.protocol import Events, Finished, Left, Table
from chuanma.server.room import Message, Played, Room, Status
from chuanma.server.safe import safe_action
from chuanma.server.settings import Pace
from chuanma.shuffle import Seed
from tests.laid import laid

STANDARD = load_preset("standard")


def random_bot(name: str, seed: Seed, game_no: int, seat: int) -> Bot:
    return make_bot("random", seed, game_no, seat)


class Sitting:
    """A room of one game; its guest does what it is told, else its clock plays."""

    def __init__(self, match: Match) -> None:
        bots = ("random",) * (match.rules.table.seats - 1)
        self.room = Room(
            match_id=1, match=match, preset="any", seats=(None, *bots), pace=Pace(), maker=random_bot
        )
        self.sent: list[Message] = []
        self.played: list[Played] = []
        self.closed = False
        self.now = 0
        self.room.start(0)
        self.room.show_table(0)
        self.collect()

    def collect(self) -> None:
        for item in self.room.out:
            if isinstance(item, Played):
                self.played.append(item)
            elif isinstance(item, Status):
                self.closed = item.status == "closed"
            elif isinstance(item, Table | Events | Finished | Left):
                self.sent.append(item)
        self.room.out.clear()

    def step(self) -> None:
        due = self.room.wake_at
        assert due is not None
        self.now = max(self.now, due)
        self.room.advance(self.now)
        self.collect()

    def to_the_end(self) -> Finished:
        while self.room.phase == "playing":
            self.step()
        last = self.sent[-1]
        assert isinstance(last, Finished)
        return last

    @property
    def asked(self) -> tuple[int, tuple[str, ...]]:
        last = self.sent[-1]
        assert isinstance(last, Table | Events) and last.ask is not None
        return last.ask.decision, last.ask.actions

    def answer(self, action: str) -> None:
        self.room.answer(self.asked[0], action, self.now)
        self.collect()


def check(sitting: Sitting) -> None:
    """Numbers have no gap, no question has the number of an earlier one, and what is asked is legal."""
    assert [message.seq for message in sitting.sent if not isinstance(message, Left)] == list(
        range(1, len(sitting.sent) + 1)
    )
    asks = [message.ask for message in sitting.sent if isinstance(message, Table | Events) and message.ask]
    numbers: dict[int, tuple[str, ...]] = {}
    for ask in asks:
        assert numbers.setdefault(ask.decision, ask.actions) == ask.actions
        assert ask.actions and "leave" not in ask.actions
    assert list(numbers) == sorted(numbers)


@pytest.mark.parametrize("preset", preset_names())
def test_a_sleeping_guest_plays_every_preset_to_its_end(preset: str) -> None:
    sitting = Sitting(Match(load_preset(preset), 1, seed=3))

    result = sitting.to_the_end().result
    assert result.totals == sitting.room.match.game.scores and result.house == sitting.room.match.game.house
    check(sitting)


def test_a_sleeping_guest_plays_any_rules_to_their_end() -> None:
    rng = random.Random("rooms")
    for seed in range(40):
        sitting = Sitting(Match(random_ruleset(rng), 1, seed=seed))
        sitting.to_the_end()
        check(sitting)


def sitting_at(rules: Ruleset, hands: Mapping[int, str], script: str = "", **deal: str) -> Sitting:
    match = Match(rules, 1, seed=1)
    match.game = laid(hands, script, rules=rules, **deal)  # type: ignore[arg-type]
    return Sitting(match)


def test_tiles_to_swap_are_asked_for_one_by_one() -> None:
    rules = STANDARD.replace({"open.swap": 3, "open.swap_direction": "left"})
    sitting = sitting_at(rules, {0: "111m"})
    first, _ = sitting.asked
    sitting.answer("pick 1m")
    second, actions = sitting.asked
    last = sitting.sent[-1]

    assert second > first and "undo_pick" in actions
    assert isinstance(last, Events) and (last.events, last.view.picks) == ((), ("1m",))
    sitting.answer("pick 1m")
    sitting.answer("pick 1m")
    while not any(isinstance(message, Events) and message.events for message in sitting.sent):
        sitting.step()
    shown = next(message for message in sitting.sent if isinstance(message, Events) and message.events)
    swaps = [event for event in shown.events if isinstance(event, Swap)]
    assert [swap.tile for swap in swaps if swap.seat == 0] == ["1m"] * 3
    assert [swap.tile is None for swap in swaps] == [0 not in (swap.seat, swap.to) for swap in swaps]


@pytest.mark.parametrize(
    ("changes", "hand", "acts", "shown"),
    [
        ({"side.sing": True}, "12345678911m46p9s", ("sing", "discard 9s"), (Discard, Sing)),
        ({"side.dance": True}, "12345678911m46p9s", ("dance", "discard 9s"), (Discard, Dance)),
        ({"open.void": "locked"}, "12345678911m46p9s", ("discard 9s",), (Discard, Void)),
        ({"open.void": "first_discard"}, "12345678911m46p9s", ("discard 9s",), (Discard, Void)),
    ],
)
def test_what_a_discard_tells_is_shown_with_it_before_the_pause(
    changes: dict[str, object], hand: str, acts: Sequence[str], shown: tuple[type, ...]
) -> None:
    sitting = sitting_at(STANDARD.replace(changes), {0: hand})
    for act in acts:
        sitting.answer(act)
    last = sitting.sent[-1]

    assert isinstance(last, Events)
    assert tuple(type(event) for event in last.events) == shown
    assert last.view.phase == "claim"
    sitting.step()
    after = sitting.sent[-1]
    assert isinstance(after, Events) and isinstance(after.events[0], Draw)


def test_a_bot_takes_the_seat_of_a_guest_that_leaves() -> None:
    rules = STANDARD.replace({"leave.escape": "bot"})
    sitting = Sitting(Match(rules, 1, seed=5))
    sitting.room.leave(sitting.now)
    sitting.collect()

    assert sitting.closed and isinstance(sitting.sent[-1], Left)
    assert sitting.room.match.game.over
    assert {played.row.seat for played in sitting.played} == {0, 1, 2, 3}


def test_a_winner_that_plays_on_ends_the_game_by_leaving() -> None:
    """血流: 0 wins 5m; when it leaves later it is an escape, and it sees the settlement."""
    rules = load_preset("flow").replace({"open.swap": 0, "open.void": "free", "leave.escape": "end"})
    hands = {0: "46m123789s456s99s", 1: "5m"}
    sitting = sitting_at(rules, hands, "1 discard 5m, 0 win", dealer=1)  # type: ignore[arg-type]
    sitting.room.leave(sitting.now)
    sitting.collect()

    finished = sitting.sent[-1]
    assert isinstance(finished, Finished) and (finished.result.end, finished.result.last) == ("escape", True)


def safe(game: Game, *verbs: str) -> str:
    """What the clock plays for seat 0, of the actions with these verbs if some are named."""
    legal = [action for action in game.legal(0) if action.verb != "leave"]
    return str(
        safe_action([action for action in legal if action.verb in (verbs or (action.verb,))], game.view(0))
    )


def test_the_safe_answers_of_every_phase() -> None:
    swap = laid({0: "1m2233p445566789s"}, rules=STANDARD.replace({"open.swap": 3}))
    assert safe(swap) == "pick 2p"  # of the suits with three tiles that with fewest

    items = laid({0: "1122m"}, rules=STANDARD.replace({"side.items": True}))
    assert safe(items) == "pass"
    for seat in range(4):
        items.step(seat, "pass")
    items.step(0, "item trade_chosen")
    assert safe(items) == "undo_pick"

    lacking = laid({0: "11223344556677m"}, rules=STANDARD.replace({"open.void": "first_discard"}))
    assert safe(lacking, "void") == "void p"
