"""Records (牌谱): a game or a match as a file of JSON lines: written, read, replayed, verified (docs/records.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from chuanma import tiles
from chuanma.actions import IllegalAction, parse_action
from chuanma.engine import layout as L
from chuanma.events import AnyEvent, End, Leave
from chuanma.game import Game, wall_commitment, wall_text
from chuanma.match import Match, succeed
from chuanma.rules import RulesError, Ruleset
from chuanma.shuffle import wall_kinds
from chuanma.text import text

VERSION = 1
SUFFIX = ".chuanma"
MAX_FILE = 64 * 1024 * 1024  # bytes; a match of 1000 games has about a third of it
MAX_LINE = 64 * 1024  # characters
SHOWN = 80  # characters of something wrong that a message repeats
BOT = "greedy"  # the name of a seat nobody named

T = TypeVar("T")


class RecordError(ValueError):
    """A record that cannot be read, replayed or verified; `words` names the line (from 1) and the fault."""

    def __init__(self, line: int | None, key: str, /, **params: object) -> None:
        super().__init__(line, key)
        self.line = line
        self.key = key
        self.params = params

    def words(self, lang: str) -> str:
        """Line and fault in plain words."""
        params = {name: _in_words(value, lang) for name, value in self.params.items()}
        fault = text(f"record.{self.key}", lang, **params)
        return fault if self.line is None else text("record.line", lang, line=self.line, fault=fault)

    def __str__(self) -> str:
        return self.words("en")


def _in_words(value: object, lang: str) -> object:
    if isinstance(value, IllegalAction | RulesError):
        return value.words(lang)
    words = str(value)
    return words if len(words) <= SHOWN else words[:SHOWN] + "…"


# -------------------------------------------------------------------------------------------------- lines of a file
class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line. `rules` is the whole ruleset, `rules_code` its code, `layout` the engine's LAYOUT_VERSION."""

    chuanma: Literal["record"]
    version: int
    kind: Literal["game", "match"]
    games: int
    layout: int
    rules_code: str
    rules: dict[str, Any]
    seats: tuple[str, ...]


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line of a game: its number (from 0), dealer, dice, and the SHA-256 of the wall.

    `swap_die` stands there where it says where swapped tiles go, `persons` where some are bound to the table.
    """

    game: int
    dealer: int
    dice: tuple[int, int]
    commitment: str
    swap_die: int | None = None
    persons: int = 0


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a seat did, a pass too; `ms`: how long it thought."""

    seat: int
    action: str
    ms: int | None = None


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a game ended, and what each seat won or lost in it; the house and bound persons where they are about."""

    end: str
    scores: tuple[int, ...]
    house: int = 0
    persons: tuple[int, ...] = ()


class Wall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a game: the wall in drawing order."""

    wall: str


class Totals(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The last line of a match: sums over its games."""

    totals: tuple[int, ...]
    house: int = 0
    persons: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game: `entries` are what was done and what happened, each with its line; the rest as in the lines."""

    deal: Deal
    entries: tuple[tuple[int, Act | AnyEvent], ...]
    outcome: Outcome
    wall: tuple[int, ...]
    deal_line: int
    outcome_line: int
    wall_line: int


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record."""

    kind: Literal["game", "match"]
    rules: Ruleset
    seats: tuple[str, ...]
    games: tuple[GameRecord, ...]
    sums: Totals | None
    layout: int = L.LAYOUT_VERSION

    @property
    def totals(self) -> tuple[int, ...] | None:
        """Units of each seat over a match."""
        return self.sums.totals if self.sums is not None else None

    # ---------------------------------------------------------------------------------------------------- replaying
    def replay(self) -> list[Game]:
        """The games, played again from walls and actions. RecordError names an action that is not legal."""
        return [_play(self.rules, game, check=False) for game in self.games]

    def verify(self) -> list[Game]:
        """`replay`; commitment, events, result, dealers and totals must be those that come out. Else RecordError."""
        played: list[Game] = []
        for record in self.games:
            _check_wall(record)
            if played:
                _check_number(played[-1], record)
                _check_dealer(self.rules, played[-1], record)
            played.append(_play(self.rules, record, check=True))
            _check_outcome(record, played[-1])
        if self.kind == "match":
            expected = _sums(played)
            if self.sums != expected:
                raise RecordError(None, "totals", found=_show(self.sums), expected=_show(expected))
        return played

    # ------------------------------------------------------------------------------------------------------ writing
    def lines(self) -> Iterator[bytes]:
        """The lines of the file, without their ends."""
        yield _encode(
            Header(
                chuanma="record",
                version=VERSION,
                kind=self.kind,
                games=len(self.games),
                layout=self.layout,
                rules_code=self.rules.code,
                rules=self.rules.to_dict(),
                seats=self.seats,
            )
        )
        for game in self.games:
            yield _encode(game.deal)
            for _, entry in game.entries:
                yield _encode(entry)
            yield _encode(game.outcome)
            yield _encode(Wall(wall_text(game.wall)))
        if self.sums is not None:
            yield _encode(self.sums)

    def write(self, path: str | Path) -> None:
        """Write the file (UTF-8, one JSON object a line)."""
        Path(path).write_bytes(b"".join(line + b"\n" for line in self.lines()))


_encode = msgspec.json.Encoder().encode


def _sums(games: Sequence[Game]) -> Totals:
    return Totals(
        totals=_added(game.scores for game in games),
        house=sum(game.house for game in games),
        persons=_added(game.person_scores for game in games),
    )


def _added(rows: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """Sums by place; a person that is not bound in a game has nothing there."""
    return tuple(sum(units) for units in zip_longest(*rows, fillvalue=0))


# ------------------------------------------------------------------------------------------- from what was played
def record_game(
    game: Game, seats: Sequence[str] | None = None, times: Sequence[int | None] | None = None
) -> Record:
    """The record of a finished game. `seats` are the names; `times` how long each action took, in ms."""
    return Record("game", game.rules, _names(seats, game.rules), (_game_record(game, times),), None)


def record_match(match: Match, seats: Sequence[str] | None = None) -> Record:
    """The record of a match whose last game has ended."""
    played = (*match.finished, match.game)
    games = tuple(_game_record(game, None) for game in played)
    return Record("match", match.rules, _names(seats, match.rules), games, _sums(played))


def _names(seats: Sequence[str] | None, rules: Ruleset) -> tuple[str, ...]:
    if seats is None:
        return (BOT,) * rules.table.seats
    if len(seats) != rules.table.seats:
        raise ValueError(f"{len(seats)} names for {rules.table.seats} seats")
    return tuple(seats)


def _game_record(game: Game, times: Sequence[int | None] | None) -> GameRecord:
    if not game.over:
        raise ValueError("the game is still running: it has no record yet")
    history = game.history
    every = [None] * len(history) if times is None else times
    entries: list[Act | AnyEvent] = [*game.opening]
    for (seat, action, events), ms in zip(history, every, strict=True):
        entries += [Act(seat, str(action), ms), *events]
    return GameRecord(
        deal=Deal(
            game.game_no,
            game.dealer,
            game.dice,
            game.commitment,
            game.swap_die if _throws_swap_die(game.rules) else None,
            game.persons,
        ),
        entries=tuple((0, entry) for entry in entries),
        outcome=_outcome(game),
        wall=game.wall,
        deal_line=0,
        outcome_line=0,
        wall_line=0,
    )


def _throws_swap_die(rules: Ruleset) -> bool:
    return rules.open.swap > 0 and rules.open.swap_direction == "dice"


def _outcome(game: Game) -> Outcome:
    last = game.events[-1]
    assert isinstance(last, End)
    return Outcome(last.reason, game.scores, game.house, game.person_scores)


# ------------------------------------------------------------------------------------------------------------- reading
def read_record(path: str | Path) -> Record:
    """The record of a file. RecordError names the line and what is wrong with it."""
    try:
        with Path(path).open("rb") as file:
            content = file.read(MAX_FILE + 1)
    except OSError as fault:
        raise RecordError(None, "unreadable", error=fault.strerror) from None
    if len(content) > MAX_FILE:
        raise RecordError(None, "too_large", limit=MAX_FILE)
    return parse_record(content)


def parse_record(content: bytes) -> Record:
    """The record of a file's content."""
    return _Reader(content).record()


class _Reader:
    """Reads line after line."""

    def __init__(self, content: bytes) -> None:
        self._lines = content.split(b"\n")
        self._ends_well = self._lines[-1] == b""
        if self._ends_well:
            self._lines.pop()
        self.line = 0  # the line read last, from 1

    def _next(self) -> dict[str, Any]:
        """The object of the next line."""
        if self.line == len(self._lines):
            raise RecordError(self.line + 1, "truncated")
        self.line += 1
        words = self._lines[self.line - 1]
        if len(words) > MAX_LINE:
            raise RecordError(self.line, "long_line", limit=MAX_LINE)
        try:
            found = msgspec.json.decode(words)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
            whole = self.line < len(self._lines) or self._ends_well
            raise RecordError(self.line, "not_json" if whole else "truncated", fault=fault) from None
        if not isinstance(found, dict):
            raise RecordError(self.line, "not_an_object", found=type(found).__name__)
        return found

    def _as(self, found: dict[str, Any], shape: type[T]) -> T:
        try:
            return msgspec.convert(found, shape)
        except msgspec.ValidationError as fault:
            raise RecordError(self.line, "fields", fault=fault) from None

    def record(self) -> Record:
        """All lines."""
        header, rules = self._header()
        games = tuple(self._game(rules) for _ in range(header.games))
        sums = self._as(self._next(), Totals) if header.kind == "match" else None
        if sums is not None:
            self._count(sums.totals, rules)
        if self.line < len(self._lines):
            raise RecordError(self.line + 1, "too_much")
        return Record(header.kind, rules, header.seats, games, sums, header.layout)

    def _count(self, by_seat: Sequence[object], rules: Ruleset) -> None:
        """One a seat is expected."""
        if len(by_seat) != rules.table.seats:
            raise RecordError(self.line, "by_seat", found=len(by_seat), seats=rules.table.seats)

    def _header(self) -> tuple[Header, Ruleset]:
        """The code of the rules is one of that layout's options: under another layout it cannot be compared."""
        found = self._next()
        if found.get("chuanma") != "record":
            raise RecordError(1, "no_record")
        if found.get("version") != VERSION:
            raise RecordError(1, "version", found=found.get("version"), version=VERSION)
        header = self._as(found, Header)
        if not 0 <= header.layout <= L.LAYOUT_VERSION:
            raise RecordError(1, "layout", found=header.layout, newest=L.LAYOUT_VERSION)
        if header.games < 1 or (header.kind == "game" and header.games != 1):
            raise RecordError(1, "games", found=header.games)
        try:
            rules = Ruleset.from_dict(header.rules)
        except RulesError as fault:
            raise RecordError(1, "rules", fault=fault) from None
        if header.layout == L.LAYOUT_VERSION and rules.code != header.rules_code:
            raise RecordError(1, "rules_code", found=header.rules_code, expected=rules.code)
        self._count(header.seats, rules)
        return header, rules

    def _game(self, rules: Ruleset) -> GameRecord:
        deal = self._deal(rules)
        deal_line = self.line
        entries: list[tuple[int, Act | AnyEvent]] = []
        while "end" not in (found := self._next()):
            entries.append((self.line, self._entry(found)))
        outcome_line = self.line
        outcome = self._as(found, Outcome)
        self._count(outcome.scores, rules)
        wall = self._wall(self._as(self._next(), Wall).wall, rules)
        return GameRecord(deal, tuple(entries), outcome, wall, deal_line, outcome_line, self.line)

    def _deal(self, rules: Ruleset) -> Deal:
        deal = self._as(self._next(), Deal)
        dice = (*deal.dice, 1 if deal.swap_die is None else deal.swap_die)
        most = L.PERSONS if rules.table.horse else 0
        if not (
            deal.game >= 0
            and deal.dealer in range(rules.table.seats)
            and all(1 <= die <= 6 for die in dice)
            and 0 <= deal.persons <= most
        ):
            raise RecordError(self.line, "deal")
        return deal

    def _entry(self, found: dict[str, Any]) -> Act | AnyEvent:
        if "e" not in found:
            act = self._as(found, Act)
            if act.ms is not None and act.ms < 0:
                raise RecordError(self.line, "ms", found=act.ms)
            return act
        event: AnyEvent = self._as(found, AnyEvent)  # type: ignore[arg-type]  # a union is no type to mypy
        strange = found.keys() - msgspec.to_builtins(event).keys()
        if strange:
            raise RecordError(self.line, "fields", fault=f"unknown field {min(strange)!r}")
        return event

    def _wall(self, words: str, rules: Ruleset) -> tuple[int, ...]:
        try:
            wall = tuple(tiles.kind(words[place : place + 2]) for place in range(0, len(words), 2))
        except tiles.NotationError as fault:
            raise RecordError(self.line, "wall_tiles", fault=fault) from None
        kinds = wall_kinds(rules.table.suits)
        if sorted(wall) != kinds:
            raise RecordError(self.line, "wall", kinds=len(kinds) // L.COPIES)
        return wall


# ----------------------------------------------------------------------------------------------------------- verifying
def _play(rules: Ruleset, record: GameRecord, *, check: bool) -> Game:
    """Play a game again; with `check` the events must be those that come out."""
    try:
        game = Game(
            rules,
            wall=record.wall,
            game_no=record.deal.game,
            dealer=record.deal.dealer,
            dice=record.deal.dice,
            swap_die=record.deal.swap_die,
            persons=record.deal.persons,
        )
    except RulesError as fault:
        raise RecordError(1, "rules", fault=fault) from None
    coming = game.events
    for line, entry in record.entries:
        if isinstance(entry, Act):
            if check and coming:
                raise RecordError(line, "missing_event", expected=_show(coming[0]))
            coming = _do(game, line, entry)
        elif check:
            if not coming:
                raise RecordError(line, "surplus_event", found=_show(entry))
            if entry != coming[0]:
                raise RecordError(line, "event", found=_show(entry), expected=_show(coming[0]))
            coming.pop(0)
    if check and coming:
        raise RecordError(record.outcome_line, "missing_event", expected=_show(coming[0]))
    if not game.over:
        raise RecordError(record.outcome_line, "not_over")
    return game


def _do(game: Game, line: int, act: Act) -> list[AnyEvent]:
    try:
        return game.step(act.seat, parse_action(act.action))
    except IllegalAction as fault:
        raise RecordError(line, "illegal", seat=act.seat, action=act.action, fault=fault) from None


def _show(line: AnyEvent | Outcome | Totals | None) -> str:
    return _encode(line).decode()


def _check_wall(record: GameRecord) -> None:
    found = wall_commitment(record.wall)
    if found != record.deal.commitment:
        raise RecordError(record.wall_line, "commitment", found=found, expected=record.deal.commitment)


def _check_number(before: Game, record: GameRecord) -> None:
    if record.deal.game != before.game_no + 1:
        raise RecordError(record.deal_line, "number", found=record.deal.game, expected=before.game_no + 1)


def _check_dealer(rules: Ruleset, before: Game, record: GameRecord) -> None:
    """Dice leave the dealer open, and they are thrown for `feeder` too when the persons have changed."""
    expected = succeed(rules, before.dealer, before.events)
    left = any(isinstance(event, Leave) for event in before.events)
    persons_changed = left or record.deal.persons != before.persons
    thrown = expected is None or (persons_changed and rules.table.next_dealer == "feeder")
    if not thrown and record.deal.dealer != expected:
        raise RecordError(record.deal_line, "dealer", found=record.deal.dealer, expected=expected)


def _check_outcome(record: GameRecord, game: Game) -> None:
    expected = _outcome(game)
    if record.outcome != expected:
        raise RecordError(
            record.outcome_line, "outcome", found=_show(record.outcome), expected=_show(expected)
        )
