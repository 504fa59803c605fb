"""Why an action is not legal now, in words: read off the table, one reason after another, the nearest cause first.

Each function looks at one thing and returns the text key of what is wrong with its parameters, or None.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from chuanma.actions import Action, IllegalAction
from chuanma.engine import layout as L
from chuanma.tiles import SUITS, name

Fault = tuple[str, Mapping[str, object]]
_MEANT_FOR_OFFERS = ("pung", "direct_kong", "pass")
_TURN_VERBS = ("discard", "kong")


class Asked(Protocol):
    """What this module needs of a Game."""

    @property
    def state(self) -> Any: ...

    def legal(self, seat: int) -> tuple[Action, ...]: ...


def explain_refusal(game: Asked, seat: int, action: Action) -> IllegalAction:
    """The reason why `seat` may not do `action` now, and what it may do. ValueError if the action is legal."""
    if seat not in range(L.SEATS):
        return IllegalAction("refuse.seat", seat=seat)
    allowed = game.legal(seat)
    if action in allowed:
        raise ValueError(f"{action} is legal for seat {seat}")
    key, params = _fault(game.state, seat, action)
    return IllegalAction(key, [each for each in allowed if each.id != L.A_LEAVE], **params)


def _fault(s: Any, seat: int, action: Action) -> Fault:
    return _gone(s, seat) or _phase(s, seat, action) or _rule(s, seat, action)


def _say(key: str, **params: object) -> Fault:
    return f"refuse.{key}", params


def _gone(s: Any, seat: int) -> Fault | None:
    """The seat plays no more, whatever it asks for."""
    if s["phase"] == L.PH_OVER:
        return _say("over")
    if s["leaving"][seat] != L.STAY:
        return _say("left")
    if s["won"][seat]:
        return _say("won")
    return None


def _phase(s: Any, seat: int, action: Action) -> Fault | None:
    """The seat is not asked, or asked for something else."""
    if action.verb in ("pick", "sing", "dance", "item", "undo_pick"):
        return _say("not_played", action=str(action))
    phase = s["phase"]
    if phase == L.PH_VOID:
        if s["void_pick"][seat] >= 0:
            return _say("void_once", suit=SUITS[s["void_pick"][seat]])
        return _say("void_first")
    if action.verb == "void":
        suit = int(s["void_suit"][seat])
        return _say("void_once", suit=SUITS[suit]) if suit >= 0 else _say("no_void")
    if phase == L.PH_TURN:
        if s["turn"] != seat:
            return _say("not_your_turn", turn=int(s["turn"]))
        return _say("nothing_offered") if action.verb in _MEANT_FOR_OFFERS else None
    return _offer(s, seat, action)


def _offer(s: Any, seat: int, action: Action) -> Fault | None:
    """A tile is on offer."""
    tile = name(int(s["offer_kind"]))
    if s["turn"] == seat:
        return _say("own_offer", tile=tile)
    if s["answer"][seat] >= 0:
        return _say("answered", tile=tile)
    if action.verb in _TURN_VERBS:
        return _say("offer_first", tile=tile)
    if s["phase"] == L.PH_ROB and action.verb in ("pung", "direct_kong"):
        return _say("only_rob", tile=tile)
    return None


def _rule(s: Any, seat: int, action: Action) -> Fault:
    """A rule of play forbids it."""
    if action.verb == "discard":
        return _discard(s, seat, action)
    if action.verb == "kong":
        return _kong(s, seat, action)
    if action.verb in ("pung", "direct_kong"):
        return _claim(s, seat, action)
    if action.verb == "pass":
        return _forced(s, seat) or _say("not_asked", tile=name(int(s["offer_kind"])))
    return _win(s, seat)


def _forced(s: Any, seat: int) -> Fault | None:
    """A win is forced in the last tiles (RULES §4, `forced_last`)."""
    if s["opts"][seat] & L.O_WIN and s["rules"]["claim_forced_last"] > 0:
        return _say("forced", n=int(s["rules"]["claim_forced_last"]))
    return None


def _discard(s: Any, seat: int, action: Action) -> Fault:
    kind = action.id - L.A_DISCARD
    if s["hand"][seat, kind] == 0:
        return _say("not_held", tile=name(kind))
    void = int(s["void_suit"][seat])
    if (
        s["rules"]["open_void"] == L.VOID_FORCED
        and void >= 0
        and kind // L.RANKS != void
        and s["keys"][seat, void]
    ):
        return _say("void_tiles_first", suit=SUITS[void])
    return _say("forced", n=int(s["rules"]["claim_forced_last"]))


def _kong(s: Any, seat: int, action: Action) -> Fault:
    kind = action.id - L.A_KONG
    tile = name(kind)
    own_pung = any(
        s["meld_type"][seat, m] == L.MELD_PUNG and s["meld_kind"][seat, m] == kind
        for m in range(s["n_meld"][seat])
    )
    if s["hand"][seat, kind] != L.COPIES and not (own_pung and s["hand"][seat, kind] == 1):
        return _say("kong_tiles", tile=tile)
    if kind // L.RANKS == s["void_suit"][seat]:
        return _say("void_suit", suit=SUITS[kind // L.RANKS], tile=tile)
    if s["draw_type"] == L.DRAW_NONE:
        return _say("after_pung")
    if s["tail"] <= s["head"]:
        return _say("no_replacement")
    return _say("forced", n=int(s["rules"]["claim_forced_last"]))


def _claim(s: Any, seat: int, action: Action) -> Fault:
    """碰 or 直杠."""
    kind = int(s["offer_kind"])
    need = 2 if action.verb == "pung" else 3
    if s["hand"][seat, kind] < need:
        return _say("too_few", tile=name(kind), n=need)
    if kind // L.RANKS == s["void_suit"][seat]:
        return _say("void_suit", suit=SUITS[kind // L.RANKS], tile=name(kind))
    if s["tail"] <= s["head"]:
        return _say("last_discard")
    return _say("forced", n=int(s["rules"]["claim_forced_last"]))


def _win(s: Any, seat: int) -> Fault:
    if s["phase"] == L.PH_TURN:
        if s["draw_type"] == L.DRAW_NONE:
            return _say("after_pung")
        return _holds_void(s, seat) or _say("incomplete")
    kind = int(s["offer_kind"])
    if int(s["waits"][seat]) >> kind & 1:
        return _say("passed", tile=name(kind), units=int(s["passed_units"][seat]))
    return _holds_void(s, seat) or _say("no_wait", tile=name(kind))


def _holds_void(s: Any, seat: int) -> Fault | None:
    void = int(s["void_suit"][seat])
    return _say("win_void", suit=SUITS[void]) if void >= 0 and s["keys"][seat, void] else None
