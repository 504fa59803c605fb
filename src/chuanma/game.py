"""`Game`: one deal from the first tile to the settlement, with names for all that can be done and all that happens.

>>> from chuanma.game import Game
>>> from chuanma.rules import load_preset
>>> game = Game(load_preset("standard"), seed=7)
>>> game.pending
(0,)
>>> str(game.legal(0)[0])
'discard 3m'
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Self

import numpy as np

from chuanma.actions import ACTIONS, Action, IllegalAction, actions_of, parse_action
from chuanma.engine import layout as L
from chuanma.engine.table import Refused, Table
from chuanma.events import AnyEvent, Pay, Row, name_row
from chuanma.ledger import LedgerRow
from chuanma.refusal import explain_refusal
from chuanma.results import SeatResult, seat_results
from chuanma.rules.kernel import fill
from chuanma.rules.ruleset import Ruleset
from chuanma.shuffle import Seed, dice_from_seed, new_seed, swap_die_from_seed, wall_from_seed, wall_kinds
from chuanma.text import text
from chuanma.tiles import name
from chuanma.view import TableView, table_view

__all__ = [
    "Action",
    "Game",
    "GameError",
    "IllegalAction",
    "LedgerRow",
    "SeatResult",
    "wall_commitment",
    "wall_from_seed",
]

_SEAT_SETS = tuple(tuple(seat for seat in range(L.SEATS) if bits >> seat & 1) for bits in range(1 << L.SEATS))


class GameError(ValueError):
    """A deal that cannot be; `words` names what is wrong and what is allowed."""

    def __init__(self, key: str, /, **params: object) -> None:
        super().__init__(key)
        self.key = key
        self.params = params

    def words(self, lang: str) -> str:
        """The fault in plain words."""
        return text(f"game.{self.key}", lang, **self.params)

    def __str__(self) -> str:
        return self.words("en")


def wall_text(wall: Sequence[int]) -> str:
    """The wall in drawing order, tile after tile: ``5m3p…``, two characters each."""
    return "".join(name(kind) for kind in wall)


def wall_commitment(wall: Sequence[int]) -> str:
    """SHA-256 of the wall's text: published before the game, it proves afterwards that the wall was not touched."""
    return hashlib.sha256(wall_text(wall).encode()).hexdigest()


@lru_cache(64)
def _record(rules: Ruleset) -> np.ndarray:
    """The rules as the engine reads them."""
    return fill(rules)


class Game:
    """One deal under `rules`.

    The wall is given (`wall`: 108 kinds in drawing order, 72 with two suits) or follows from `seed` and `game_no`
    (shuffle.py); without both a fresh seed is taken. `dice` are for display, `swap_die` says where swapped tiles go
    under ``swap_direction = "dice"``; both follow from the seed unless given. `persons` are bound to the table
    (叫马), at most four and only with ``table.horse``.
    RulesError for rules the engine cannot play yet, GameError for a deal that cannot be.
    """

    __slots__ = (
        "_actions",
        "_events",
        "_rows",
        "_table",
        "dealer",
        "dice",
        "game_no",
        "persons",
        "rules",
        "seed",
        "swap_die",
        "wall",
    )

    def __init__(
        self,
        rules: Ruleset,
        *,
        seed: Seed | None = None,
        wall: Sequence[int] | None = None,
        game_no: int = 0,
        dealer: int = 0,
        dice: tuple[int, int] | None = None,
        swap_die: int | None = None,
        persons: int = 0,
    ) -> None:
        record = _record(rules)
        if wall is None:
            seed = new_seed() if seed is None else seed
            wall = wall_from_seed(seed, game_no, rules.table.suits)
        if dice is None:
            dice = (1, 1) if seed is None else dice_from_seed(seed, game_no)
        if swap_die is None:
            swap_die = 1 if seed is None else swap_die_from_seed(seed, game_no)
        self.rules = rules
        self.seed = seed
        self.game_no = game_no
        self.dealer = dealer
        self.dice = dice
        self.swap_die = swap_die
        self.persons = persons
        self.wall = tuple(int(kind) for kind in wall)
        self._require_possible()
        self._table = Table(record, self.wall, dealer, dice, swap_die, persons)
        self._rows: list[Row] = self._table.opening.tolist()
        self._events: list[AnyEvent] = []
        self._actions: list[tuple[int, int, int]] = []  # seat, action id, number of rows before it

    def _require_possible(self) -> None:
        table = self.rules.table
        kinds = wall_kinds(table.suits)
        if Counter(self.wall) != Counter(kinds):
            lowest, highest = name(kinds[0]), name(kinds[-1])
            raise GameError("wall", tiles=len(kinds), lowest=lowest, highest=highest, found=len(self.wall))
        if self.dealer not in range(table.seats):
            raise GameError("dealer", dealer=self.dealer, last=table.seats - 1)
        if not all(1 <= die <= 6 for die in self.dice):
            raise GameError("dice", dice=self.dice)
        if not 1 <= self.swap_die <= 6:
            raise GameError("swap_die", die=self.swap_die)
        if not 0 <= self.persons <= L.PERSONS:
            raise GameError("persons", persons=self.persons, most=L.PERSONS)
        if self.persons and not table.horse:
            raise GameError("no_horse", persons=self.persons)

    @classmethod
    def replay(
        cls,
        rules: Ruleset,
        wall: Sequence[int],
        actions: Iterable[tuple[int, Action | str | int]],
        *,
        dealer: int = 0,
        dice: tuple[int, int] | None = None,
        game_no: int = 0,
        swap_die: int | None = None,
        persons: int = 0,
    ) -> Self:
        """The game in which these (seat, action) were done in this order; IllegalAction if one was not legal."""
        game = cls(
            rules, wall=wall, dealer=dealer, dice=dice, game_no=game_no, swap_die=swap_die, persons=persons
        )
        for seat, action in actions:
            game.step(seat, action)
        return game

    # -------------------------------------------------------------------------------------------------------- playing
    @property
    def pending(self) -> tuple[int, ...]:
        """Seats whose answer is awaited; empty when the game is over."""
        return _SEAT_SETS[self._table.pending()]

    def legal(self, seat: int) -> tuple[Action, ...]:
        """What `seat` may do now, by action id; `leave` is open to everybody, once, until the game is over."""
        return actions_of(self._table.legal(seat))

    def step(self, seat: int, action: Action | str | int) -> list[AnyEvent]:
        """Do one action (an Action, its name or id); what happened. IllegalAction says why not and what is legal."""
        rows = self.apply(seat, _action_id(action))
        return [name_row(row) for row in rows]

    def apply(self, seat: int, number: int) -> list[Row]:
        """`step` without names: an action id in, rows of the kernel out."""
        try:
            rows: list[Row] = self._table.step(seat, number).tolist()
        except Refused:
            raise explain_refusal(self, seat, ACTIONS[number]) from None
        self._actions.append((seat, number, len(self._rows)))
        self._rows += rows
        return rows

    # -------------------------------------------------------------------------------------------------------- looking
    @property
    def over(self) -> bool:
        """True when the game has ended."""
        return self._table.over

    @property
    def events(self) -> list[AnyEvent]:
        """All that happened, from the deal on. Unredacted: `events.redact` makes what a seat may see."""
        self._events += [name_row(row) for row in self._rows[len(self._events) :]]
        return self._events.copy()

    @property
    def rows(self) -> list[Row]:
        """The events as rows of the kernel."""
        return self._rows.copy()

    @property
    def actions(self) -> list[tuple[int, Action]]:
        """All that was done, in order of arrival: (seat, action)."""
        return [(seat, ACTIONS[number]) for seat, number, _ in self._actions]

    @property
    def history(self) -> list[tuple[int, Action, list[AnyEvent]]]:
        """All that was done, with what each action brought about; the deal came before it."""
        events = self.events
        starts = [*(start for _, _, start in self._actions), len(events)]
        return [
            (seat, ACTIONS[number], events[start:end])
            for (seat, number, start), end in zip(self._actions, starts[1:], strict=True)
        ]

    @property
    def opening(self) -> list[AnyEvent]:
        """What happened before anybody did anything: the deal, or nothing where items are used before it."""
        return self.events[: self._actions[0][2] if self._actions else None]

    def first(self, actions: int) -> Self:
        """This game after its first `actions` actions."""
        return self.replay(
            self.rules,
            self.wall,
            self.actions[:actions],
            dealer=self.dealer,
            dice=self.dice,
            game_no=self.game_no,
            swap_die=self.swap_die,
            persons=self.persons,
        )

    @property
    def ledger(self) -> list[LedgerRow]:
        """Every transfer so far."""
        return [LedgerRow.of(event) for event in self.events if isinstance(event, Pay)]

    @property
    def scores(self) -> tuple[int, ...]:
        """Units won and lost by each seat so far. With `house` and `person_scores` their sum is 0."""
        return tuple(self.state["scores"][: self.rules.table.seats].tolist())

    @property
    def house(self) -> int:
        """Units that went to the house so far."""
        return int(self.state["house"])

    @property
    def person_scores(self) -> tuple[int, ...]:
        """Units won and lost by each bound person so far."""
        return tuple(self.state["person_scores"][: self.persons].tolist())

    @property
    def state(self) -> Any:
        """The STATE record: everything, hidden tiles too. Not to be changed, and not for bots."""
        return self._table.state[0]

    @property
    def commitment(self) -> str:
        """SHA-256 of the wall."""
        return wall_commitment(self.wall)

    def observe(self, seat: int | None) -> np.ndarray:
        """What a seat (None: a spectator) may know, as a VIEW record of shape (1,)."""
        return self._table.observe(L.SPECTATOR if seat is None else seat)

    def view(self, seat: int | None) -> TableView:
        """What a seat (None: a spectator) may know, with names."""
        return table_view(self.observe(seat))

    def laid_open(self, seat: int, action: Action) -> Self | None:
        """This game while the discard or added kong of `seat` lies on offer, or None for another action.

        It looks the same to every seat that is not asked, whether or not another may claim the tile. A copy to
        look at only.
        """
        table = self._table.laid_open(seat, action.id)
        if table is None:
            return None
        twin = self.clone()
        twin._table = table
        return twin

    def results(self) -> tuple[SeatResult, ...]:
        """How each seat stands at the end. ValueError while the game is running."""
        if not self.over:
            raise ValueError("the game is still running: it has no result yet")
        return seat_results(self._table.state, self._rows)

    def clone(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        for slot in ("dealer", "dice", "game_no", "persons", "rules", "seed", "swap_die", "wall"):
            setattr(twin, slot, getattr(self, slot))
        twin._table = self._table.clone()
        twin._rows = self._rows.copy()
        twin._events = self._events.copy()
        twin._actions = self._actions.copy()
        return twin


def _action_id(action: Action | str | int) -> int:
    if isinstance(action, Action):
        return action.id
    if isinstance(action, str):
        return parse_action(action).id
    if action not in ACTIONS:
        raise IllegalAction("refuse.unknown", action=action)
    return action
