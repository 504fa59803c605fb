"""Match: several games in a row, who deals them (RULES §2), and the totals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from chuanma.events import AnyEvent, Leave, Pay, Seat, Win
from chuanma.game import Game
from chuanma.rules.ruleset import Ruleset
from chuanma.shuffle import Seed, Throws, draw_dealer, new_seed, throw_for_dealer

MAX_GAMES = 1000


class MatchError(ValueError):
    """A match that cannot be, or a next game that cannot be dealt yet."""


def first_wins(events: Sequence[AnyEvent]) -> list[Win]:
    """The first win of a game; several when one tile was won by several seats."""
    start = next((place for place, event in enumerate(events) if isinstance(event, Win)), len(events))
    together = takewhile(lambda event: isinstance(event, Win | Pay), events[start:])
    return [event for event in together if isinstance(event, Win)]


def succeed(rules: Ruleset, dealer: Seat, events: Sequence[AnyEvent]) -> Seat | None:
    """The dealer of the next game after one with these events (RULES §2); None: dice are thrown.

    A robbed kong counts as a discard of the konger, as it does for the payment.
    """
    rule = rules.table.next_dealer
    if rule == "dice":
        return None
    if rule == "rotate":
        return (dealer + 1) % rules.table.seats
    wins = first_wins(events)
    if not wins:
        return dealer
    feeder = wins[0].feeder
    if feeder is not None and (rule == "feeder" or len(wins) > 1):
        return feeder
    return wins[0].seat


class Match:
    """`games` games under `rules`, all dealt from `seed`. `game` is the one being played.

    `host` deals first under ``first_dealer = "host"``; `persons` are bound to the table (叫马).
    MatchError for a number of games or a host that cannot be, GameError for the persons.
    """

    __slots__ = ("dealer_throws", "finished", "game", "games", "persons", "rules", "seed")

    def __init__(
        self, rules: Ruleset, games: int, *, seed: Seed | None = None, host: Seat = 0, persons: int = 0
    ) -> None:
        if not 1 <= games <= MAX_GAMES:
            raise MatchError(f"a match has 1 to {MAX_GAMES} games, not {games}")
        if host not in range(rules.table.seats):
            raise MatchError(f"host {host}: seats are 0 to {rules.table.seats - 1}")
        self.rules = rules
        self.games = games
        self.persons = persons
        self.seed: Seed = new_seed() if seed is None else seed
        self.finished: list[Game] = []
        self.dealer_throws: Throws = ()  # for the game being played; empty if no dice were thrown for its dealer
        self.game = self._deal(0, self._first_dealer(host))

    def _deal(self, number: int, dealer: Seat | None) -> Game:
        """Game `number`; without a dealer dice are thrown for it."""
        self.dealer_throws = ()
        if dealer is None:
            dealer, self.dealer_throws = throw_for_dealer(self.seed, number, self.rules.table.seats)
        return Game(self.rules, seed=self.seed, game_no=number, dealer=dealer, persons=self.persons)

    def _first_dealer(self, host: Seat) -> Seat | None:
        if self.rules.table.first_dealer == "host":
            return host
        if self.rules.table.first_dealer == "random":
            return draw_dealer(self.seed, 0, self.rules.table.seats)
        return None

    @property
    def number(self) -> int:
        """Number of the game being played, from 0."""
        return len(self.finished)

    @property
    def last(self) -> bool:
        """True in the last game."""
        return self.number == self.games - 1

    @property
    def over(self) -> bool:
        """True when the last game has ended."""
        return self.last and self.game.over

    @property
    def totals(self) -> tuple[int, ...]:
        """Units of each seat over all games, the one being played included. With `house` and `person_totals`: 0."""
        return self._sums([game.scores for game in self._dealt])

    @property
    def house(self) -> int:
        """Units that went to the house over all games."""
        return sum(game.house for game in self._dealt)

    @property
    def person_totals(self) -> tuple[int, ...]:
        """Units of each bound person over all games."""
        return self._sums([game.person_scores for game in self._dealt])

    @property
    def _dealt(self) -> tuple[Game, ...]:
        return (*self.finished, self.game)

    @staticmethod
    def _sums(every: list[tuple[int, ...]]) -> tuple[int, ...]:
        return tuple(sum(units) for units in zip(*every, strict=True))

    def next_game(self, *, persons_changed: bool | None = None) -> Game:
        """Deal the next game. MatchError while one is running, or after the last.

        `persons_changed`: somebody else sits at the table now, so that `feeder` throws dice again (RULES §2); left out,
        that is so if a seat has left in the last game.
        """
        if not self.game.over:
            raise MatchError(f"game {self.number + 1} of {self.games} is still running")
        if self.last:
            raise MatchError(f"the match is over: all {self.games} games are played")
        events = self.game.events
        if persons_changed is None:
            persons_changed = any(isinstance(event, Leave) for event in events)
        dealer = succeed(self.rules, self.game.dealer, events)
        if persons_changed and self.rules.table.next_dealer == "feeder":
            dealer = None
        self.finished.append(self.game)
        self.game = self._deal(len(self.finished), dealer)
        return self.game
