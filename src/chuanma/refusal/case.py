"""What is refused, and what the table says about it: the common ground of all reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from chuanma.actions import Action
from chuanma.engine import layout as L
from chuanma.tiles import SUITS, name

Fault = tuple[str, Mapping[str, object]]
LOCKED_SWAP_CALL, FLOW_NEVER = 0, 1  # codes of `claim.swap_call = false`, `kong.flow = "never"`


class Case(NamedTuple):
    """`seat` asks for `action`, which is not among the `allowed`; `s` is the STATE record."""

    s: Any
    seat: int
    action: Action
    allowed: tuple[Action, ...]

    @property
    def verb(self) -> str:
        """The verb of the action."""
        return self.action.verb

    @property
    def kind(self) -> int:
        """The kind the action names."""
        kind = self.action.kind
        assert kind is not None
        return kind

    def rule(self, field: str) -> int:
        """An option of the rules by its field."""
        return int(self.s["rules"][field])

    def bonus(self, number: int) -> int:
        """The factor of a bonus; 0: there is none."""
        return int(self.s["rules"]["value_bonuses"][number])

    def own(self, field: str) -> int:
        """A field of the seat."""
        return int(self.s[field][self.seat])

    def held(self, kind: int) -> int:
        """Copies of a kind in hand."""
        return int(self.s["hand"][self.seat, kind])

    def melds_of(self, seat: int) -> list[tuple[int, int]]:
        """Type and kind of the open sets of a seat."""
        n = int(self.s["n_meld"][seat])
        types, kinds = self.s["meld_type"][seat, :n], self.s["meld_kind"][seat, :n]
        return list(zip(types.tolist(), kinds.tolist(), strict=True))

    @property
    def melds(self) -> list[tuple[int, int]]:
        """Type and kind of the own open sets."""
        return self.melds_of(self.seat)

    @property
    def void(self) -> int:
        """The known void suit, or -1."""
        return self.own("void_suit")

    @property
    def wall_empty(self) -> bool:
        """No tile is left to draw."""
        return bool(self.s["tail"] <= self.s["head"])

    @property
    def sings(self) -> bool:
        """It sings or dances."""
        return self.own("sung") > 0

    @property
    def won(self) -> bool:
        """It has won before (and plays on, in `flow`)."""
        return self.own("won") > 0

    @property
    def forced(self) -> bool:
        """A win is its only choice (RULES §4, `forced_last`)."""
        return {action.verb for action in self.allowed} <= {"win", "leave"} and any(
            action.verb == "win" for action in self.allowed
        )


def say(key: str, **params: object) -> Fault:
    """The reason with that text."""
    return f"refuse.{key}", params


def forced(c: Case) -> Fault:
    """A win in the last tiles is forced."""
    return say("forced", n=c.rule("claim_forced_last"))


def of_void(kind: int) -> Fault:
    """A tile of the void suit cannot be called."""
    return say("void_suit", suit=SUITS[kind // L.RANKS], tile=name(kind))


def holds_void(c: Case) -> Fault | None:
    """A win must not hold the void suit, concealed or open."""
    if c.own("broke"):
        return say("broke", suit=SUITS[c.void])
    if c.void >= 0 and c.s["keys"][c.seat, c.void]:
        return say("win_void", suit=SUITS[c.void])
    if any(kind // L.RANKS == c.void for _, kind in c.melds):
        return say("win_void_open", suit=SUITS[c.void])
    return None


def too_cheap(c: Case, units: int) -> Fault:
    """A win worth less than `min_units` is none (RULES §4)."""
    return say("too_cheap", units=units, least=c.rule("claim_min_units"))
