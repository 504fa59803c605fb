"""Reasons while a tile is on offer: a discard, or an added kong that may be robbed (RULES §4)."""

from __future__ import annotations

from chuanma.engine import layout as L
from chuanma.refusal import worth
from chuanma.refusal.case import FLOW_NEVER, Case, Fault, forced, holds_void, of_void, say, too_cheap
from chuanma.tiles import name

_ANSWERS = ("pung", "direct_kong", "win", "pass")


def offer(c: Case) -> Fault:
    """A tile is on offer."""
    tile = name(int(c.s["offer_kind"]))
    if c.s["turn"] == c.seat:
        return say("own_offer", tile=tile)
    if c.own("answer") >= 0:
        return say("answered", tile=tile)
    if c.verb not in _ANSWERS:
        return say("offer_first", tile=tile)
    if c.verb == "win":
        return _win(c)
    if c.verb == "pass":
        return forced(c) if c.forced else say("not_asked", tile=tile)
    return say("only_rob", tile=tile) if c.s["phase"] == L.PH_ROB else _call(c, int(c.s["offer_kind"]))


def _call(c: Case, kind: int) -> Fault:
    """碰 or 直杠."""
    need = 2 if c.verb == "pung" else 3
    if c.sings or (c.won and c.verb == "pung"):
        return say("locked_call")
    if c.held(kind) < need:
        return say("too_few", tile=name(kind), n=need)
    if kind // L.RANKS == c.void:
        return of_void(kind)
    if c.wall_empty:
        return say("last_discard")
    if c.forced:
        return forced(c)
    if c.verb == "pung":
        return say("pung_passed", tile=name(kind))
    return (
        say("flow_no_kong") if c.rule("kong_flow") == FLOW_NEVER else say("flow_kong_waits", tile=name(kind))
    )


def _win(c: Case) -> Fault:
    kind = int(c.s["offer_kind"])
    if not c.own("waits") >> kind & 1:
        return holds_void(c) or say("no_wait", tile=name(kind))
    if c.own("pass_locked"):
        return say("pass_locked")
    passed = c.own("passed_units")
    return say("passed", tile=name(kind), units=passed) if passed else too_cheap(c, worth.claimed(c))
