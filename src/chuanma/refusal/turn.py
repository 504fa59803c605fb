"""Reasons in a turn: discards, kongs, self-draws, songs, items, void suits named with a discard."""

from __future__ import annotations

from collections.abc import Callable

from chuanma.engine import layout as L
from chuanma.refusal import worth
from chuanma.refusal.case import (
    FLOW_NEVER,
    LOCKED_SWAP_CALL,
    Case,
    Fault,
    forced,
    holds_void,
    of_void,
    say,
    too_cheap,
)
from chuanma.tiles import SUITS, name

_SIDES = ("", "sing", "dance")
_TRADES = ("trade_chosen", "trade_random")


def turn(c: Case) -> Fault:
    """Somebody is in turn."""
    if c.s["turn"] != c.seat:
        return say("not_your_turn", turn=int(c.s["turn"]))
    if c.verb in ("pung", "direct_kong", "pass"):
        return say("nothing_offered")
    if c.s["item_open"] >= 0:
        return _target(c)
    if c.s["announced"]:
        return _announced(c)
    return _REASONS[c.verb](c)


def _target(c: Case) -> Fault:
    """An item is in use: it asks for tiles."""
    if c.verb != "pick":
        return say("item_open", item=L.ITEMS[c.s["item_open"]])
    if c.s["item_target"] >= 0:
        return say("item_same", tile=name(c.kind))
    if not c.held(c.kind):
        return say("not_held", tile=name(c.kind))
    return say("item_marked", tile=name(c.kind))


def _announced(c: Case) -> Fault:
    """The seat has said that it sings or dances: only a discard that leaves it ready may follow (RULES §10)."""
    side = _SIDES[c.s["announced"]]
    if c.verb != "discard":
        return say("announced", side=side)
    if not c.held(c.kind):
        return say("not_held", tile=name(c.kind))
    return say("announced_ready", side=side, tile=name(c.kind))


def _discard(c: Case) -> Fault:
    if not c.held(c.kind):
        return say("not_held", tile=name(c.kind))
    if c.forced:
        return forced(c)
    return _locked_hand(c) or _void_duty(c) or _called_or_danced(c) or _named_first(c)


def _locked_hand(c: Case) -> Fault | None:
    if not c.sings and not c.won:
        return None
    return say("locked_hand", tile=name(int(c.s["drawn"])))


def _void_duty(c: Case) -> Fault | None:
    """`forced`: the void suit goes first; `marked`: the tile laid face down does."""
    if c.rule("open_void") == L.VOID_FORCED and c.kind // L.RANKS != c.void and c.s["keys"][c.seat, c.void]:
        return say("void_tiles_first", suit=SUITS[c.void])
    marker = c.own("marker")
    return say("marked_first", tile=name(marker)) if marker >= 0 and marker != c.kind else None


def _called_or_danced(c: Case) -> Fault | None:
    if c.rule("claim_swap_call") == LOCKED_SWAP_CALL and c.kind == c.s["pung_kind"]:
        return say("swap_call", tile=name(c.kind))
    for seat, waits in enumerate(c.s["shown_waits"].tolist()):
        if waits >> c.kind & 1:
            return say("dancer_waits", tile=name(c.kind), dancer=seat)
    return None


def _named_first(c: Case) -> Fault:
    """A hand that lacks, or would lack, two suits names one of them first."""
    if c.rule("open_void") == L.VOID_LOCKED:
        return say("name_before", tile=name(c.kind))
    return say("name_first")


def _kong(c: Case) -> Fault:
    tile = name(c.kind)
    added = (L.MELD_PUNG, c.kind) in c.melds and c.held(c.kind) == 1
    if c.held(c.kind) != L.COPIES and not added:
        return say("kong_tiles", tile=tile)
    if c.kind // L.RANKS == c.void:
        return of_void(c.kind)
    if c.s["draw_type"] == L.DRAW_NONE:
        return say("after_pung")
    if c.wall_empty:
        return say("no_replacement")
    if c.sings:
        return say("sung_kong")
    if c.forced:
        return forced(c)
    return _flow_kong(c) if c.won else say("late_kong", tile=tile)


def _flow_kong(c: Case) -> Fault:
    if c.rule("kong_flow") == FLOW_NEVER:
        return say("flow_no_kong")
    return say("flow_kong_waits" if c.kind == c.s["drawn"] else "flow_kong_drawn", tile=name(c.kind))


def _win(c: Case) -> Fault:
    if c.s["draw_type"] == L.DRAW_NONE:
        return say("after_pung")
    fault = holds_void(c)
    if fault or not _complete(c):
        return fault or say("incomplete")
    return say("pass_locked") if c.own("pass_locked") else too_cheap(c, worth.drawn(c))


def _complete(c: Case) -> bool:
    """The tiles win by their shape: as dealt, or with the tile drawn."""
    if c.s["draw_type"] == L.DRAW_DEALT:
        return worth.drawn(c) > 0
    return bool(c.own("waits") >> int(c.s["drawn"]) & 1)


def _side(c: Case) -> Fault:
    """唱歌, 跳舞."""
    if c.sings:
        return say("sung_once", side=_SIDES[c.own("sung")])
    if c.won:
        return say("side_won")
    return forced(c) if c.forced else say("side_not_ready")


def _item(c: Case) -> Fault:
    item = c.action.object
    if c.own("items_used") >> L.ITEMS.index(item) & 1:
        return say("item_used", item=item)
    if item == "near_flush_deal":
        return say("item_before_deal", item=item)
    if c.s["draw_type"] == L.DRAW_NONE:
        return say("after_pung")
    if c.forced:
        return forced(c)
    if item in _TRADES and (c.sings or c.won):
        return say("item_locked", item=item)
    return say("item_no_wall", item=item)


def _void(c: Case) -> Fault:
    named = c.own("void_pick") if c.void < 0 else c.void
    if named >= 0:
        return say("void_once", suit=SUITS[named])
    if c.forced:
        return forced(c)
    return say("name_lacking_after" if c.rule("open_void") == L.VOID_LOCKED else "name_lacking")


_REASONS: dict[str, Callable[[Case], Fault]] = {
    "discard": _discard,
    "kong": _kong,
    "win": _win,
    "sing": _side,
    "dance": _side,
    "item": _item,
    "void": _void,
    "pick": lambda c: say("no_pick"),
    "undo_pick": lambda c: say("nothing_picked"),
}
