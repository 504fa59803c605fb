"""The ledger of a game: who paid whom how much for what, with the reason in words and its rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from chuanma.engine import layout as L
from chuanma.events import Party, Pay, Reason
from chuanma.text import text


def party_names(lang: str) -> dict[Party, str]:
    """Every party by its plain name: East, South, West, North, the house, person 1 to 4."""
    seats = {seat: text(f"seat.{seat}", lang) for seat in range(L.SEATS)}
    persons = {
        L.PERSON + number: text("party.person", lang, number=number + 1) for number in range(L.PERSONS)
    }
    return {**seats, L.HOUSE: text("party.house", lang), **persons}


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One transfer of `units` (times the base point) from `payer` to `receiver`, each a seat, the house or a person."""

    payer: Party
    receiver: Party
    units: int
    reason: Reason

    @classmethod
    def of(cls, event: Pay) -> LedgerRow:
        """The row of a `pay` event."""
        return cls(event.payer, event.receiver, event.units, event.reason)

    @property
    def rule(self) -> str:
        """The section of the rule book that says so, with its name in both languages."""
        return self.rule_words("en")

    def rule_words(self, lang: str) -> str:
        """The section of the rule book that says so, in `lang`."""
        return text(f"rule.{self.reason}", lang)

    def words(self, lang: str, names: Mapping[int, str] | None = None) -> str:
        """The row in a sentence; parties by their `names`, else East, South, West, North, the house, person 1 …"""
        who = {**party_names(lang), **(names or {})}
        return text(
            f"reason.{self.reason}.words",
            lang,
            **{"from": who[self.payer], "to": who[self.receiver], "units": self.units},
        )
