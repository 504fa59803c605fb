"""What the store takes and gives back, as plain values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest; `token` is what the browser keeps."""

    id: int
    token: str


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as it is made. `seats`: bot name of each seat, None for the guest."""

    guest_id: int
    preset: str
    ruleset: str
    games: int
    seed: str
    seats: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as it begins: number from 1, wall as text."""

    match_id: int
    number: int
    ruleset: str
    dealer: int
    dice: tuple[int, int]
    wall: str


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action of a game, numbered from 0; `ms` it took, `by_clock` if the clock played it."""

    match_id: int
    game: int
    number: int
    seat: int
    action: int
    ms: int
    by_clock: bool


@dataclass(frozen=True, slots=True)
class Saved:
    """A match with all that was played of it, game by game."""

    id: int
    match: MatchRow
    status: str
    games: tuple[tuple[GameRow, tuple[ActionRow, ...]], ...]
