"""One game of the reference, from the deal to the settlement: who is asked, what is legal, one step after another.

What a rule does stands in the module of its subject; the order of events is that of docs/engine.md.
"""

from __future__ import annotations

from collections.abc import Sequence

from chuanma.engine import layout as L
from tests.reference import claims, discards, leaving, opening, turn
from tests.reference.position import Event, Position
from tests.reference.value import Rules


class ReferenceGame(Position):
    """A game in play. `opening` holds the events before the first action; `scores` one number for each seat."""

    def __init__(
        self,
        rules: Rules,
        wall: Sequence[int],
        dealer: int,
        dice: tuple[int, int] = (1, 1),
        swap_die: int = 1,
        persons: int = 0,
    ) -> None:
        if persons and not rules["table.horse"]:
            raise ValueError("persons are bound only where table.horse is on")
        super().__init__(rules, wall, dealer, dice, swap_die, persons)
        self._legal: dict[int, frozenset[int]] = {}
        opening.begin(self)
        self.opening = self.events

    def legal(self, seat: int) -> frozenset[int]:
        """The ids of all actions open to a seat now."""
        if seat not in self._legal:
            self._legal[seat] = frozenset(self._find_legal(seat))
        return self._legal[seat]

    def _find_legal(self, seat: int) -> set[int]:
        player = self.seats[seat]
        if self.over or player.left:
            return set()
        actions = set() if player.leaving else {L.A_LEAVE}
        if seat not in self.pending():
            return actions
        if self.phase == "start":
            return actions | opening.start_actions()
        if self.phase == "swap":
            return actions | opening.swap_actions(self, seat)
        if self.phase == "void":
            return actions | opening.void_actions(self, seat)
        if self.phase == "turn":
            return actions | turn.actions(self, seat)
        return actions | claims.answers_open(self.offers[seat])

    def step(self, seat: int, action: int) -> list[Event]:
        """Carry out one legal action; all events that follow from it. ValueError for an illegal one."""
        if action not in self.legal(seat):
            raise ValueError(f"seat {seat} may not do {action}: {sorted(self.legal(seat))}")
        self.events = []
        if action == L.A_LEAVE:
            leaving.say(self, seat)
        else:
            self._do(seat, action)
        self._legal = {}
        return self.events

    def _do(self, seat: int, action: int) -> None:
        if self.phase == "start":
            opening.answer_start(self, seat, action)
        elif self.phase == "swap":
            opening.answer_swap(self, seat, action)
        elif self.phase == "void":
            opening.answer_void(self, seat, action)
        elif self.phase == "turn":
            turn.act(self, seat, action)
        else:
            claims.answer(self, seat, action)
            leaving.late(self)

    def discards_allowed(self, seat: int) -> set[int]:
        """The kinds the seat in turn may discard."""
        return discards.allowed(self, seat)
