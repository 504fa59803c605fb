"""A room: one match of a guest with bots. Time comes in, messages and what is to be written come out; no I/O.

Whoever owns a room calls it with the time (ms) and takes `out` in order: a message may leave only when every
write before it is committed. Nothing in what a seat is sent or in when it is sent tells of hidden tiles:

- After every discard and every added kong the tile lies on offer for the same pause, whether or not anybody may claim
  it; only then come bots' answers, or the next draw. An answer of the guest given earlier is kept until then.
- Decision and sequence numbers count what the guest has seen, never what others have done unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Literal

from chuanma.actions import Action, IllegalAction, parse_action
from chuanma.bots import Bot, make_bot
from chuanma.events import AnyEvent, Dance, Seat, Sing, Void, redact
from chuanma.game import wall_text
from chuanma.match import Match
from chuanma.refusal import explain_refusal
from chuanma.server.clock import Allowance
from chuanma.server.faults import illegal, refusal
from chuanma.server.protocol import Ask, Events, Finished, Left, Player, Result, Table
from chuanma.server.safe import safe_action
from chuanma.server.settings import Pace
from chuanma.server.settlement import settlement
from chuanma.shuffle import Seed
from chuanma.store import ActionRow, GameRow
from chuanma.text import text
from chuanma.view import TableView

DECISIONS = 1000  # numbers kept free for the questions of one game: it has fewer events
GUEST_SEAT: Seat = 0


@dataclass(frozen=True, slots=True)
class NewGame:
    """To be written: a game begins."""

    row: GameRow


@dataclass(frozen=True, slots=True)
class Played:
    """To be written: an action, and the scores if it ended the game."""

    row: ActionRow
    scores: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Status:
    """To be written: the match is over, or closed."""

    status: Literal["over", "closed"]


Message = Table | Events | Finished | Left
Write = NewGame | Played | Status


@dataclass(frozen=True, slots=True)
class _Question:
    """What the guest is being asked."""

    decision: int
    asked: int
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class _Answer:
    """The guest's answer to a tile on offer, kept until the pause is over."""

    action: Action
    ms: int
    by_clock: bool


@dataclass(slots=True)
class _Offer:
    """A tile lies on offer until `until`; then `rest` is shown, or those that may claim it answer."""

    until: int
    rest: list[AnyEvent]


@dataclass(slots=True)
class Room:
    """One match at one table. `seats` names the bot of each seat, None is the guest's.

    A new room is started with `start`; one that was written down is played up to where it was with `replay`, then
    goes on with `resume`. `maker` makes the bots.
    """

    match_id: int
    match: Match
    preset: str
    seats: tuple[str | None, ...]
    pace: Pace
    maker: Callable[[str, Seed, int, Seat], Bot] = make_bot
    out: list[Message | Write] = field(default_factory=list)
    phase: Literal["playing", "result", "closed"] = "playing"
    _seq: int = 0
    _seat: Seat = GUEST_SEAT
    _bots: dict[Seat, Bot] = field(default_factory=dict)
    _allowance: Allowance = field(init=False)
    _question: _Question | None = None
    _answer: _Answer | None = None
    _offer: _Offer | None = None
    _asked: dict[Seat, int] = field(default_factory=dict)  # bots that are asked, since when
    _due: dict[Seat, int] = field(default_factory=dict)  # and when they answer
    _view: TableView = field(init=False)  # what the guest was shown last
    _result: Result | None = None
    _silent: int = 0  # answers of the guest that nothing was seen of but the next question
    _go_on: int | None = None  # when the next game comes by itself
    _leaving: bool = False

    def __post_init__(self) -> None:
        self._seat = self.seats.index(None)
        self._set_up_game()

    # ----------------------------------------------------------------------------------------------- starting
    def _set_up_game(self) -> None:
        """Everything that begins anew with each game."""
        game = self.match.game
        self.phase = "playing"
        self._allowance = Allowance(self.pace.turn, self.pace.bank)
        self._bots = {
            seat: self.maker(name, self.match.seed, game.game_no, seat)
            for seat, name in enumerate(self.seats)
            if name is not None
        }
        self._question, self._answer, self._offer, self._result, self._go_on = None, None, None, None, None
        self._asked, self._due, self._silent = {}, {}, 0
        self._view = game.view(self._seat)

    def start(self, now: int) -> None:
        """Begin the game just dealt: write it down, and ask whoever acts first."""
        game = self.match.game
        row = GameRow(
            match_id=self.match_id,
            number=self.number,
            ruleset=self.match.rules.to_json(),
            dealer=game.dealer,
            dice=game.dice,
            wall=wall_text(game.wall),
        )
        self.out.append(NewGame(row))
        self._ask_all(now)

    def replay(self, game: GameRow, actions: Sequence[ActionRow]) -> None:
        """Play a game that was written down as far as it was played. ValueError if it does not fit this match.

        The bots are asked along, so that they know what they would have known.
        """
        if game.number > self.number:
            self.match.next_game()
            self._set_up_game()
        if (game.number, game.wall) != (self.number, wall_text(self.match.game.wall)):
            raise ValueError(f"game {game.number} of match {self.match_id} was dealt from another wall")
        for row in actions:
            if row.seat in self._bots:
                self._bots[row.seat].choose(self.match.game.observe(row.seat))
            else:
                self._allowance.spend(row.ms)
            events = self.match.game.step(row.seat, row.action)
            self._silent += row.seat == self._seat and not events
            self._leaving = self._leaving or Action(row.action).verb == "leave"
        self._view = self.match.game.view(self._seat)

    def resume(self, now: int) -> None:
        """Go on from where the match was played to; clocks of open questions begin anew."""
        if self.match.game.over:
            self._settle(now)
            return
        if self._view.phase in ("claim", "rob"):
            self._offer = _Offer(now + self.pace.window, [])
        self._ask_all(now)

    # ------------------------------------------------------------------------------------------------ looking
    @property
    def number(self) -> int:
        """The game being played, from 1."""
        return self.match.number + 1

    @property
    def wake_at(self) -> int | None:
        """When something is due without anybody doing anything; None: only the guest can go on."""
        times = list(self._due.values())
        if self._offer is not None:
            times = [self._offer.until]
        if self._question is not None:
            times.append(self._allowance.deadline(self._question.asked))
        if self._go_on is not None:
            times.append(self._go_on)
        return min(times, default=None)

    def show_table(self, now: int) -> None:
        """Send the whole table: at the start of a game, to a connection that is new, on demand."""
        if self.phase == "closed":
            return
        self._send(
            Table(
                seq=self._next_seq(),
                preset=self.preset,
                game=self.number,
                games=self.match.games,
                players=self.players,
                totals=self.match.totals,
                view=self._view,
                ask=self._ask(now),
                result=self._result,
                turn_ms=self.pace.turn,
            )
        )

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits where."""
        names = []
        bots = 0
        for seat, bot in enumerate(self.seats):
            bots += bot is not None
            key = "server.guest" if bot is None else f"server.bot.{bots}"
            zh, en = text(key, "zh"), text(key, "en")
            names.append(Player(seat, bot is not None, zh, zh, en))
        return tuple(names)

    # -------------------------------------------------------------------------------------- what a guest does
    def answer(self, decision: int, name: str, now: int) -> None:
        """The guest's answer to a question. Refusal: it is over (stale) or the rules do not allow the action."""
        question = self._question
        if question is None or question.decision != decision:
            raise refusal("stale", "stale", decision=decision)
        try:
            action = parse_action(name)
            if action.verb != "leave" and action not in question.actions:
                raise explain_refusal(self.match.game, self._seat, action)
        except IllegalAction as fault:
            raise illegal(fault) from None
        if action.verb == "leave":
            self.leave(now)
            return
        self._give(action, now)

    def go_on(self, game: int, now: int) -> None:
        """The guest has seen the result of `game`. Refusal if it is another, or none follows."""
        if self.phase != "result" or game != self.number or self._result is None or self._result.last:
            raise refusal("stale", "no_next_game", game=game)
        self._next_game(now)

    def leave(self, now: int) -> None:
        """The guest leaves: RULES §11 while it plays, free of charge when a result is shown."""
        if self.phase == "result":
            self._close()
            return
        if self._leaving or self.phase == "closed":
            raise refusal("stale", "leaving")
        self._leaving = True
        self._show_rest(now)
        self._play_kept_answer(now)
        if self.phase != "playing":
            return
        self._question = None
        self._play(self._seat, parse_action("leave"), 0, now)
        if self.phase == "playing" and self._goes_at_once():
            self._play_out(now)

    def _goes_at_once(self) -> bool:
        """A winner that plays no more leaves the others to themselves; or a bot takes the seat (RULES §11)."""
        rules = self.match.rules
        won = self._view.seats[self._seat].win is not None and rules.table.mode != "flow"
        return won or rules.leave.escape == "bot"

    def _give(self, action: Action, now: int, *, by_clock: bool = False) -> None:
        """The answer to the open question: played at once, or kept while a tile lies on offer."""
        question, self._question = self._question, None
        assert question is not None
        given = _Answer(action, now - question.asked, by_clock)
        self._allowance.spend(given.ms)
        if self._offer is None:
            self._play(self._seat, action, given.ms, now, by_clock=by_clock)
        else:
            self._answer = given

    # -------------------------------------------------------------------------------------------- time passes
    def advance(self, now: int) -> None:
        """Do all that is due by `now`."""
        while (due := self.wake_at) is not None and due <= now:
            self._do_due(now)

    def _do_due(self, now: int) -> None:
        if self._go_on is not None:
            self._next_game(now)
        elif self._offer is not None and self._offer.until <= now:
            self._end_offer(now)
        elif self._offer is None and (seat := self._first_due(now)) is not None:
            action = self._bots[seat].choose(self.match.game.observe(seat))
            self._play(seat, action, now - self._asked[seat], now)
        elif self._question is not None:
            self._give(safe_action(self._question.actions, self._view), now, by_clock=True)

    def _first_due(self, now: int) -> Seat | None:
        return next((seat for seat in sorted(self._due) if self._due[seat] <= now), None)

    def _end_offer(self, now: int) -> None:
        """The pause is over: what came after the tile is shown, or whoever was asked for it answers."""
        if self._offer is not None and self._offer.rest:
            self._show_rest(now)
        else:
            self._offer = None
            self._play_kept_answer(now)

    def _show_rest(self, now: int) -> None:
        """End the pause after a tile nobody may claim: what came after it is shown."""
        if self._offer is None or not self._offer.rest:
            return
        events = self._offer.rest
        self._offer = None
        self._show(events, now)

    def _play_kept_answer(self, now: int) -> None:
        answer, self._answer = self._answer, None
        if answer is not None:
            self._play(self._seat, answer.action, answer.ms, now, by_clock=answer.by_clock)

    def _next_game(self, now: int) -> None:
        self.match.next_game()
        self._set_up_game()
        self.start(now)
        self.show_table(now)

    # ------------------------------------------------------------------------------------------------ playing
    def _step(self, seat: Seat, action: Action, ms: int, *, by_clock: bool = False) -> list[AnyEvent]:
        """One action into the game, to be written down."""
        game = self.match.game
        row = ActionRow(self.match_id, self.number, len(game.actions), seat, action.id, ms, by_clock)
        events = game.step(seat, action)
        self.out.append(Played(row, game.scores if game.over else None))
        self._asked.pop(seat, None)
        self._due.pop(seat, None)
        return events

    def _play(self, seat: Seat, action: Action, ms: int, now: int, *, by_clock: bool = False) -> None:
        """One action, and what it brought about shown: a tile laid open first, the rest after the pause."""
        laid_open = self.match.game.laid_open(seat, action)
        events = self._step(seat, action, ms, by_clock=by_clock)
        if laid_open is not None:
            laid = 1 + sum(
                1 for _ in takewhile(lambda event: isinstance(event, Void | Sing | Dance), events[1:])
            )
            self._offer = _Offer(now + self.pace.window, events[laid:])
            self._show(events[:laid], now, laid_open.view(self._seat))
        elif events:
            self._offer = None
            self._show(events, now)
        elif seat in self.match.game.pending:
            self._ask_on(seat, now)

    def _ask_on(self, seat: Seat, now: int) -> None:
        """An answer that nothing shows calls for the next of the same seat: one more tile, or the discard announced."""
        if seat in self._bots:
            self._asked[seat], self._due[seat] = now, now
            return
        self._silent += 1
        self._show([], now)

    def _show(self, events: Sequence[AnyEvent], now: int, view: TableView | None = None) -> None:
        """Send what happened, with the view after it, and ask whose answer it calls for."""
        self._view = view or self.match.game.view(self._seat)
        self._question = None
        if events:
            self._asked, self._due = {}, {}
        if self._offer is None or not self._offer.rest:
            self._ask_all(now)
        seen = tuple(redact(event, self._seat) for event in events)
        self._send(Events(self._next_seq(), seen, self._view, self._ask(now)))
        if self._view.phase == "over":
            self._settle(now)
            assert self._result is not None
            self._send(Finished(self._next_seq(), self._result))

    def _ask_all(self, now: int) -> None:
        """Questions to all whose answer is awaited; those that are no longer needed are withdrawn."""
        game = self.match.game
        pending = game.pending
        if self._seat not in pending:
            self._question = None
        elif self._question is None:
            actions = tuple(action for action in game.legal(self._seat) if action.verb != "leave")
            number = self.number * DECISIONS + len(game.rows) + self._silent
            self._question = _Question(number, now, actions)
        answers = now + self.pace.think if self._offer is None else self._offer.until
        bots = [seat for seat in pending if seat in self._bots]
        self._asked = {seat: self._asked.get(seat, now) for seat in bots}
        self._due = {seat: self._due.get(seat, answers) for seat in bots}

    def _ask(self, now: int) -> Ask | None:
        if self._question is None:
            return None
        turn, bank = self._allowance.left(now - self._question.asked)
        return Ask(self._question.decision, tuple(map(str, self._question.actions)), turn, bank)

    # ------------------------------------------------------------------------------------------------- ending
    def _settle(self, now: int) -> None:
        """The game is over: its result lies on the table."""
        last = self.match.last or self._leaving
        self.phase = "result"
        totals = self.match.totals
        self._result = settlement(self.match.game, self.number, totals, self.players, self._seat, last=last)
        self._go_on = None if last else now + self.pace.result
        if last:
            self.out.append(Status("over"))

    def _play_out(self, now: int) -> None:
        """The guest has left: the others play to the end unseen, with a bot in its place where the rules say so."""
        game = self.match.game
        for seat in {self._seat} - self._bots.keys():
            name = next(name for name in self.seats if name is not None)
            self._bots[seat] = self.maker(name, self.match.seed, game.game_no, seat)
        while not game.over:
            seat = game.pending[0]
            self._step(seat, self._bots[seat].choose(game.observe(seat)), 0)
        self._close()

    def _close(self) -> None:
        self.phase = "closed"
        self._question, self._answer, self._offer, self._go_on = None, None, None, None
        self._asked, self._due = {}, {}
        self.out.append(Status("closed"))
        self._send(Left())

    # ------------------------------------------------------------------------------------------------ sending
    def _next_seq(self) -> int:
        self._seq += 1
        return self._seq

    def _send(self, message: Message) -> None:
        self.out.append(message)
