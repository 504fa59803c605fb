"""Scenarios: games laid out by hand, with what must come of them worked out by hand.

Each `*.toml` file here holds `[[scenario]]` tables:

- `title`, `why` (the calculation), `rules` (a preset), `case` (ids of tests/vectors/cases.jsonl it settles),
  `dealer` (0);
- `hands`: tiles by seat, e.g. `{ 0 = "1111258m", 2 = "234567234m22s78s" }`; what is missing of 13 (dealer:
  14) is filled with junk (chuanma/testing/deals.py);
- `draws`: the next tiles of the wall in order; `tail`: its last tiles, the very last one first (kong
  replacements);
- `voids`: the void suits of seats 0-3, e.g. `"pmss"`, where the rules ask for them;
- `script`, one line each: `0 discard 9s`: an action (seats that are asked and not named pass); `turns 3`: so
  many turns in which the seat in turn throws what it drew (or its lowest legal tile) and all others pass;
  `until 4`: turns until so many tiles are left; `end`: turns to the end of the game; `legal 0: win leave`:
  exactly these are legal; `legal 0: -win`: not legal, `legal 0: +win`: among the legal ones;
- what must hold then: `scores`, and where given `rows` (the whole ledger, `payer>receiver units reason`),
  `won` (place of each seat), `over`, `turn`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from chuanma import testing
from chuanma.actions import parse_action
from chuanma.engine import layout as L

HERE = Path(__file__).parent
SEATS = range(L.SEATS)


class Engine(Protocol):
    """What a scenario needs of an engine: kernel and reference both offer it."""

    def pending(self) -> set[int]: ...

    def legal(self, seat: int) -> set[int]: ...

    def step(self, seat: int, action: int) -> list[tuple[int, ...]]:
        """Events as (event, seat, other, kind, arg, units, reason)."""
        ...


@dataclass
class Scenario:
    """One scenario as written in its file."""

    title: str
    why: str
    rules: str
    script: str
    scores: list[int]
    hands: dict[str, str] = field(default_factory=dict)
    case: list[str] = field(default_factory=list)
    set: dict[str, Any] = field(default_factory=dict)
    dealer: int = 0
    draws: str = ""
    tail: str = ""
    voids: str = ""
    rows: list[str] | None = None
    won: list[int] | None = None
    over: bool | None = None
    turn: int | None = None


def load() -> list[Scenario]:
    """Every scenario of every file."""
    return [
        Scenario(**entry)
        for path in sorted(HERE.glob("*.toml"))
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]
    ]


def lay_wall(scenario: Scenario) -> list[int]:
    """The wall in drawing order that deals the scenario's hands and draws."""
    hands = {int(seat): tiles for seat, tiles in scenario.hands.items()}
    return testing.lay_wall(hands, scenario.draws, scenario.tail, scenario.dealer)


class Run:
    """A scenario in play on one engine."""

    def __init__(self, scenario: Scenario, engine: Engine) -> None:
        self.scenario = scenario
        self.engine = engine
        self.scores = [0, 0, 0, 0]
        self.rows: list[str] = []
        self.won = [0, 0, 0, 0]
        self.over = False
        self.turn = scenario.dealer
        self.drawn: int | None = None
        self.left = 55
        self.offered = False
        for seat, suit in enumerate(scenario.voids):
            self.act(seat, f"void {suit}")
        for line in scenario.script.strip().splitlines():
            self.line(line.split("#")[0].strip())

    def line(self, line: str) -> None:
        """One line of the script."""
        words = line.split()
        if words[0] == "turns":
            for _ in range(int(words[1])):
                self.one_turn()
        elif words[0] == "until":
            while self.left > int(words[1]):
                self.one_turn()
        elif words[0] == "end":
            while not self.over:
                self.one_turn()
        elif words[0] == "legal":
            self.check_legal(int(words[1].rstrip(":")), words[2:])
        else:
            self.act(int(words[0]), " ".join(words[1:]))

    def check_legal(self, seat: int, words: list[str]) -> None:
        names = {_name(action) for action in self.engine.legal(seat)}
        plain = {word.replace("_", " ", 0) for word in words if word[0] not in "+-"}
        if plain:
            assert names == plain, f"{self.scenario.title}: legal for {seat}: {sorted(names)}"
        for word in words:
            if word[0] in "+-":
                assert (word[1:] in names) == (word[0] == "+"), (
                    f"{self.scenario.title}: {word}: {sorted(names)}"
                )

    def act(self, seat: int, text: str) -> None:
        """An action; seats that are asked before it can be done pass."""
        action = parse_action(text).id
        while action not in self.engine.legal(seat):
            assert self.offered and self.engine.pending(), (
                f"{self.scenario.title}: {seat} {text} is not legal"
            )
            self.step(min(self.engine.pending()), L.A_PASS)
        self.step(seat, action)

    def one_turn(self) -> None:
        """The seat in turn throws what it drew; whoever is asked passes, or does the only thing it may."""
        self.settle_claims()
        if self.over:
            return
        legal = self.engine.legal(self.turn)
        discards = sorted(action for action in legal if action < L.A_KONG)
        if self.drawn in discards:
            self.step(self.turn, self.drawn)
        else:
            self.step(self.turn, discards[0] if discards else L.A_WIN)
        self.settle_claims()

    def settle_claims(self) -> None:
        while self.offered and not self.over and self.engine.pending():
            seat = min(self.engine.pending())
            self.step(seat, L.A_PASS if L.A_PASS in self.engine.legal(seat) else L.A_WIN)

    def step(self, seat: int, action: int) -> None:
        events = self.engine.step(seat, action)
        for event, who, other, kind, _, units, reason in events:
            if event == L.E_PAY:
                self.scores[who] -= units
                self.scores[other] += units
                self.rows.append(f"{who}>{other} {units} {L.REASONS[reason]}")
            elif event == L.E_WIN:
                self.won[who] = -1
            elif event == L.E_DRAW:
                self.turn, self.drawn, self.left, self.offered = who, kind, units, False
            elif event in (L.E_PUNG, L.E_KONG):
                self.turn, self.drawn, self.offered = who, None, False
            elif event in (L.E_DISCARD, L.E_ANNOUNCE_KONG):
                self.offered = True
            elif event == L.E_END:
                self.over = True
        winners = [who for who in SEATS if self.won[who] < 0]
        place = 1 + sum(place > 0 for place in self.won)
        for who in winners:
            self.won[who] = place

    def check(self) -> None:
        """What the scenario says must hold."""
        wanted = self.scenario
        assert self.scores == wanted.scores, f"{wanted.title}: {self.scores}, ledger {self.rows}"
        if wanted.rows is not None:
            assert self.rows == wanted.rows, f"{wanted.title}: {self.rows}"
        for name in ("won", "over", "turn"):
            if getattr(wanted, name) is not None:
                assert getattr(self, name) == getattr(wanted, name), (
                    f"{wanted.title}: {name} {getattr(self, name)}"
                )


def _name(action: int) -> str:
    from chuanma.actions import Action

    return str(Action(action)).replace(" ", "_")
