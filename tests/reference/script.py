"""Small games for the tests of the reference: stacked hands, a script of actions, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from chuanma.engine import layout as L
from tests.reference.engine import ReferenceGame
from tests.reference.hands import SUITS
from tests.reference.notation import kind, kinds
from tests.reference.position import Event
from tests.reference.rulesets import ruleset
from tests.reference.walls import stacked

READY_M = "46m123456p22789p"  # 平胡 on 5m
READY_S = "46m123456s22789s"  # 平胡 on 5m
APART = "147m258p369s"  # nothing in it goes together
DEALER = "5m" + APART + "147p8s"  # fourteen
OTHER_1 = "12389m23456789s"
OTHER_2 = "12389m1369p3679s"
PAIR_5M = "55m137m14p14s3689s"

WORDS = {
    "pung": L.A_PUNG,
    "direct": L.A_DIRECT_KONG,
    "win": L.A_WIN,
    "pass": L.A_PASS,
    "sing": L.A_SING,
    "dance": L.A_DANCE,
    "leave": L.A_LEAVE,
    "undo": L.A_UNDO_PICK,
}
WITH_KIND = {"discard": L.A_DISCARD, "kong": L.A_KONG, "pick": L.A_PICK}


def start(
    hands: Sequence[str], draws: str = "", tail: str = "", swap_die: int = 1, persons: int = 0, **options: Any
) -> ReferenceGame:
    """Seat 0 deals; `hands` are those of seats 0, 1, …; as many seats as there are hands."""
    rules = ruleset(**{"table__seats": len(hands), **options})
    wall = stacked([kinds(hand) for hand in hands], kinds(draws), kinds(tail), suits=rules["table.suits"])
    return ReferenceGame(rules, wall, 0, (1, 1), swap_die, persons)


def action(text: str) -> int:
    """`discard 5m`, `void m`, `item peek_next`, `win`: the id."""
    verb, *rest = text.split()
    if verb == "void":
        return L.A_VOID + SUITS.index(rest[0])
    if verb == "item":
        return L.A_ITEM + L.ITEMS.index(rest[0])
    return WITH_KIND[verb] + kind(rest[0]) if rest else WORDS[verb]


def play(game: ReferenceGame, script: str) -> list[Event]:
    """`0 discard 5m, 2 win`: the events of all these steps."""
    found: list[Event] = []
    for line in script.split(","):
        seat, text = line.strip().split(" ", 1)
        found += game.step(int(seat), action(text))
    return found


def may(game: ReferenceGame, seat: int, text: str) -> bool:
    """Whether the action is legal."""
    return action(text) in game.legal(seat)


def discards(game: ReferenceGame, seat: int) -> set[int]:
    """The kinds the seat may discard by what is legal."""
    return {act for act in game.legal(seat) if act < L.A_KONG}


def named(events: Sequence[Event]) -> list[str]:
    return [L.EVENTS[event[0]] for event in events]


def only(events: Sequence[Event], event: int) -> list[Event]:
    return [each for each in events if each[0] == event]


def pays(events: Sequence[Event]) -> list[tuple[int, int, int, str]]:
    """Who pays whom how much for what."""
    return [
        (seat, other, units, L.REASONS[reason])
        for event, seat, other, _, _, units, reason in events
        if event == L.E_PAY
    ]


def wins(events: Sequence[Event]) -> list[tuple[int, int, int, int]]:
    """Winner, feeder, flags, units."""
    return [(seat, other, arg, units) for event, seat, other, _, arg, units, _ in events if event == L.E_WIN]


def judged(events: Sequence[Event]) -> list[tuple[int, int, int]]:
    """Seat, judgement, units."""
    return [(event[1], event[4], event[5]) for event in only(events, L.E_JUDGE)]


def throw_what_is_drawn(game: ReferenceGame, until_left: int = 0) -> list[Event]:
    """Everybody passes everything and throws the tile just drawn, down to a wall of so many tiles."""
    found: list[Event] = []
    while not game.over:
        seat = min(game.pending())
        if game.phase == "turn":
            if game.draw_type == L.DRAW_WALL and until_left and len(game.wall) <= until_left:
                break
            kind_thrown = game.drawn if game.drawn in discards(game, seat) else min(discards(game, seat))
            found += game.step(seat, L.A_DISCARD + kind_thrown)
        else:
            found += game.step(seat, L.A_PASS)
    return found
