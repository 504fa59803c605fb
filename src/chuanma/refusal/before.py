"""Reasons before the first turn: items before the deal, the swap, void suits (RULES §3, §12)."""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.refusal.case import Case, Fault, say
from chuanma.tiles import SUITS, name


def start(c: Case) -> Fault:
    """Before the deal every seat uses the item for it, or passes."""
    return say("start_answered" if c.own("answer") >= 0 else "start_first")


def swap(c: Case) -> Fault:
    """Tiles are picked to be given away."""
    n, picked = c.rule("open_swap"), c.own("n_pick")
    if picked == n:
        return say("swap_done", n=n)
    if c.verb == "undo_pick":
        return say("nothing_picked")
    if c.verb != "pick":
        return say("swap_first", n=n)
    return _pick(c, c.s["swap_pick"][c.seat, :picked].tolist(), n)


def _pick(c: Case, picks: list[int], n: int) -> Fault:
    kind, suit = c.kind, c.kind // L.RANKS
    if not c.held(kind):
        return say("not_held", tile=name(kind))
    if picks and c.rule("open_swap_same_suit") and picks[0] // L.RANKS != suit:
        return say("swap_suit", suit=SUITS[picks[0] // L.RANKS])
    if c.held(kind) <= picks.count(kind):
        return say("swap_all_picked", tile=name(kind))
    return say("swap_few", suit=SUITS[suit], n=n)


def void(c: Case) -> Fault:
    """Void suits are named, and under `marked` a tile of it is laid face down."""
    named = c.own("void_pick")
    if named < 0:
        return say("void_first")
    if c.verb == "void":
        return say("void_once", suit=SUITS[named])
    if not any(action.verb == "pick" for action in c.allowed):
        return say("void_first")
    if c.verb == "pick" and not c.held(c.kind):
        return say("not_held", tile=name(c.kind))
    return say("mark_suit", suit=SUITS[named])
