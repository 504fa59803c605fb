"""Messages between a browser and the server: JSON over one WebSocket, the tag field ``t`` names each.

The server owns the rules, the clock and the truth. It numbers what it sends to a seat (`seq`, from 1, without gaps); a
client that finds a gap asks for the whole table again (`sync`); after a reconnect the count goes on from the `table`
sent. Every question has a number (`decision`); an answer names it, so a late or doubled click is told `stale` and
changes nothing.
TypeScript types in web/src/lib/protocol.ts are generated from here (tools/generate_types.py).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from chuanma.events import AnyEvent, Party, Reason, Seat
from chuanma.view import MeldView, TableView

PROTOCOL = 1
MAX_FRAME = 16 * 1024  # bytes of one client message

Number = Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)]
Games = Annotated[int, msgspec.Meta(ge=1, le=16)]
Word = Annotated[str, msgspec.Meta(max_length=64)]
Token = Annotated[str, msgspec.Meta(max_length=128)]

ErrorCode = Literal[
    "bad_message",  # no JSON, unknown type, missing or wrong field
    "too_large",
    "version",
    "not_seated",  # an action without a table
    "stale",  # answers a decision that is over; nothing changed
    "illegal",  # the action is not allowed now; nothing changed
    "replaced",  # another tab took this seat
    "bad_rules",
    "busy",  # already at a table
    "too_fast",  # more messages than a person can send; this one was not read
    "server",  # the fault is on this side; the table stands as it was last seen
]


# ------------------------------------------------------------------------------------------------ client to server
class Hello(msgspec.Struct, frozen=True, tag_field="t", tag="hello"):
    """First message. `token` brings the same guest back; without it a new guest is made."""

    protocol: Number
    token: Token | None = None


class Create(msgspec.Struct, frozen=True, tag_field="t", tag="create"):
    """A table with three bots: preset name and number of games (1-16)."""

    preset: Word
    games: Games


class Act(msgspec.Struct, frozen=True, tag_field="t", tag="act"):
    """The answer to `decision`: the name of an action, e.g. ``discard 5m``, ``pung``, ``pass``."""

    decision: Number
    action: Word


class Continue(msgspec.Struct, frozen=True, tag_field="t", tag="continue"):
    """On to the next game after a result has been looked at."""

    game: Number


class Leave(msgspec.Struct, frozen=True, tag_field="t", tag="leave"):
    """Leave the table.

    During a game this is RULES §11: an active seat ends the game by it and sees its settlement (`result.last`), a
    winner goes at once. When a result is shown it costs nothing: back to the lobby, games to come are not played.
    """


class Sync(msgspec.Struct, frozen=True, tag_field="t", tag="sync"):
    """Send the whole table again."""


class Ping(msgspec.Struct, frozen=True, tag_field="t", tag="ping"):
    """Answered by a pong with the same number."""

    n: Number


ClientMessage = Hello | Create | Act | Continue | Leave | Sync | Ping


# ------------------------------------------------------------------------------------------------ server to client
class PresetInfo(msgspec.Struct, frozen=True):
    """A preset that can be played: name and title in both languages."""

    name: str
    zh: str
    en: str
    show: Literal["fan", "units"]


class Player(msgspec.Struct, frozen=True):
    """Who sits where: the name in both languages (`name`: the Chinese one)."""

    seat: Seat
    bot: bool
    name: str
    zh: str
    en: str


class Ask(msgspec.Struct, frozen=True):
    """A question to this seat: legal actions by name; what is left of turn time and bank, in ms, when it was sent.

    `leave` is always legal and not listed.
    """

    decision: int
    actions: tuple[str, ...]
    turn_ms: int
    bank_ms: int


class Transfer(msgspec.Struct, frozen=True):
    """One row of the settlement, with its reason in words and the rule it follows, both languages."""

    payer: Party
    receiver: Party
    units: int
    reason: Reason
    zh: str
    en: str
    rule: str


class BonusView(msgspec.Struct, frozen=True):
    """A bonus and how often it counts."""

    id: str
    count: int
    factor: int


class HandResult(msgspec.Struct, frozen=True):
    """One seat at the end of a game.

    `hand`: its concealed tiles, the tile won included. A winner has pattern, bonuses and the `units` one payer paid,
    a ready seat those of the `wait` that 查大叫 pays. `reading`: the concealed sets and the pair as they were counted.
    `wins`: how often it won; with several, hand and value are those of the last.
    """

    seat: Seat
    hand: tuple[str, ...]
    melds: tuple[MeldView, ...]
    status: Literal["won", "ready", "not_ready", "pig", "left", "active"]
    wait: str | None
    pattern: str | None
    bonuses: tuple[BonusView, ...]
    reading: tuple[tuple[str, ...], ...]
    wins: int
    units: int
    score: int


class Result(msgspec.Struct, frozen=True):
    """The settlement of a game: hands, every transfer, what house and bound persons got, totals of the match so far."""

    game: int
    end: str
    hands: tuple[HandResult, ...]
    transfers: tuple[Transfer, ...]
    house: int
    persons: tuple[int, ...]
    totals: tuple[int, ...]
    last: bool


class Welcome(msgspec.Struct, frozen=True, tag_field="t", tag="welcome"):
    """Answer to hello: keep `token`; `seated` says that a table message follows."""

    protocol: int
    token: str
    name: str
    presets: tuple[PresetInfo, ...]
    seated: bool


class Table(msgspec.Struct, frozen=True, tag_field="t", tag="table"):
    """The full table in one message: at the start of each game, after a reconnect, on sync."""

    seq: int
    preset: str
    game: int
    games: int
    players: tuple[Player, ...]
    totals: tuple[int, ...]
    view: TableView
    ask: Ask | None
    result: Result | None
    turn_ms: int


class Events(msgspec.Struct, frozen=True, tag_field="t", tag="events"):
    """What happened, redacted for this seat, the view after it, and the question to this seat if there is one."""

    seq: int
    events: tuple[AnyEvent, ...]
    view: TableView
    ask: Ask | None


class Finished(msgspec.Struct, frozen=True, tag_field="t", tag="finished"):
    """A game is over: its settlement. `result.last`: these are the final standings."""

    seq: int
    result: Result


class Left(msgspec.Struct, frozen=True, tag_field="t", tag="left"):
    """The seat is no longer at a table: show the lobby."""


class Pong(msgspec.Struct, frozen=True, tag_field="t", tag="pong"):
    """Answer to a ping."""

    n: int


class Error(msgspec.Struct, frozen=True, tag_field="t", tag="error"):
    """What was wrong and what is allowed, in words (zh, en); nothing has changed."""

    code: ErrorCode
    zh: str
    en: str


ServerMessage = Welcome | Table | Events | Finished | Left | Pong | Error
