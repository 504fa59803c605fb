"""Why an action is not legal now, in words: read off the table, one reason after another, the nearest cause first.

Each function looks at one thing and returns the text key of what is wrong with its parameters, or None.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from chuanma.actions import Action, IllegalAction
from chuanma.engine import layout as L
from chuanma.refusal.before import start, swap, void
from chuanma.refusal.case import Case, Fault, say
from chuanma.refusal.offer import offer
from chuanma.refusal.turn import turn
from chuanma.tiles import SUITS

_NAMED_BEFORE_PLAY = (L.VOID_DECLARED, L.VOID_FORCED, L.VOID_MARKED)
_PHASES: dict[int, Callable[[Case], Fault]] = {
    L.PH_START: start,
    L.PH_SWAP: swap,
    L.PH_VOID: void,
    L.PH_TURN: turn,
    L.PH_CLAIM: offer,
    L.PH_ROB: offer,
}


class Asked(Protocol):
    """What this module needs of a Game."""

    @property
    def state(self) -> Any: ...

    def legal(self, seat: int) -> tuple[Action, ...]: ...


def explain_refusal(game: Asked, seat: int, action: Action) -> IllegalAction:
    """The reason why `seat` may not do `action` now, and what it may do. ValueError if the action is legal."""
    s = game.state
    seats = int(s["rules"]["table_seats"])
    if seat not in range(seats):
        return IllegalAction("refuse.seat", seat=seat, last=seats - 1)
    allowed = game.legal(seat)
    if action in allowed:
        raise ValueError(f"{action} is legal for seat {seat}")
    c = Case(s, seat, action, allowed)
    key, params = _gone(c) or _absent(c) or _PHASES[int(s["phase"])](c)
    return IllegalAction(key, [each for each in allowed if each.id != L.A_LEAVE], **params)


def _gone(c: Case) -> Fault | None:
    """The seat plays no more, whatever it asks for."""
    if c.s["phase"] == L.PH_OVER:
        return say("over")
    leaving = c.own("leaving")
    if leaving == L.LEFT or (leaving == L.LEAVING and not c.rule("leave_escape")):
        return say("left")
    if c.verb == "leave":
        return say("replaced")
    return say("won") if c.won and c.rule("table_mode") != L.MODE_FLOW else None


def _absent(c: Case) -> Fault | None:
    """These rules have no such action."""
    if c.action.kind is not None and c.kind // L.RANKS < L.SUITS - c.rule("table_suits"):
        return say("no_suit", suit=SUITS[c.kind // L.RANKS])
    if c.verb == "void":
        return _absent_void(c)
    if c.verb in ("kong", "direct_kong"):
        return None if c.rule("kong_enabled") else say("no_kongs")
    exists = {
        "sing": c.rule("side_sing"),
        "dance": c.rule("side_dance"),
        "item": c.rule("side_items"),
        "pick": c.rule("side_items") or c.rule("open_swap") or c.rule("open_void") == L.VOID_MARKED,
        "undo_pick": c.rule("side_items") or c.rule("open_swap"),
    }
    return None if exists.get(c.verb, True) else say("not_played", action=str(c.action))


def _absent_void(c: Case) -> Fault | None:
    if c.rule("open_void") == L.VOID_FREE:
        return say("no_void")
    if c.rule("open_void") in _NAMED_BEFORE_PLAY and c.s["phase"] > L.PH_VOID:
        return say("void_once", suit=SUITS[c.void])
    return None
