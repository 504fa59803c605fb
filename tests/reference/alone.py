"""The reference by itself: what must hold in every game, whoever is right about the rules.

Tiles are conserved, every payment is taken from one party and given to another, and there is always somebody who
can go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chuanma.engine import layout as L
from tests.reference.differ import Difference, Game
from tests.reference.position import Event, Position
from tests.reference.walls import tiles_of


class Alone:
    """A game of the reference with nothing beside it; `difference` is the first thing that does not hold."""

    def __init__(self, game: Game) -> None:
        self.game = game.reference()
        self.steps = 0
        self.difference: Difference | None = None
        self.paid = dict.fromkeys(range(L.PERSON + L.PERSONS), 0)
        self.tiles = sorted(tiles_of(game.rules["table.suits"]))
        self._look(self.game.opening)

    def step(self, seat: int, action: int) -> list[Event]:
        """Take a step, and look at what it left."""
        events = self.game.step(seat, action)
        self.steps += 1
        self._look(events)
        return events

    def _look(self, events: Sequence[Event]) -> None:
        self._expect("tiles", self.tiles, tiles_on_the_table(self.game))
        self._expect("money", *self._money(events))
        self._expect("sizes of hands", [], hands_of_wrong_size(self.game))
        stuck = [
            seat for seat in self.game.pending() if not self.game.legal(seat) - {L.A_LEAVE, L.A_UNDO_PICK}
        ]
        self._expect("seats asked that can do nothing", [], stuck)
        self._expect("a game that is over asks nobody", self.game.over, not self.game.pending())

    def _money(self, events: Sequence[Event]) -> tuple[list[int], list[int]]:
        """What all parties have by the payments so far, and what they are said to have."""
        for event, payer, receiver, _, _, units, _ in events:
            if event == L.E_PAY:
                self.paid[payer] -= units
                self.paid[receiver] += units
        game = self.game
        absent = [0] * (L.SEATS - game.number)
        return list(self.paid.values()), [*game.scores, *absent, game.house, *game.person_scores]

    def _expect(self, what: str, expected: Any, found: Any) -> None:
        if self.difference is None and expected != found:
            self.difference = Difference(self.steps, what, expected, found)


def tiles_on_the_table(game: Position) -> list[int]:
    """Every tile, wherever it lies."""
    found = [*game.wall, *game.horses]
    for player in game.seats:
        found += [kind for kind in range(27) for _ in range(player.hand[kind])]
        found += [meld.kind for meld in player.melds for _ in range(meld.tiles)]
        found += player.river + player.won_tiles
    if game.phase == "claim" and game.offered is not None:
        found.append(game.offered)
    return sorted(found)


def hands_of_wrong_size(game: Position) -> list[int]:
    """Seats that do not hold 13 tiles (open sets count three), or 14 in turn; a dealt 天胡 keeps its 14."""
    wrong = []
    for seat, player in enumerate(game.seats):
        size = sum(player.hand) + 3 * len(player.melds)
        allowed = {14} if seat == game.turn and game.phase in ("turn", "rob", "swap", "void") else {13}
        if game.phase == "start":
            allowed = {0}
        elif player.out or game.over:
            allowed = {0, 13, 14}
        if size not in allowed:
            wrong.append(seat)
    return wrong
