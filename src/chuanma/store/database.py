"""`Store`: the database of a server, with all it takes to write a match down and to take it up again."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

from sqlalchemy import event, insert, select, text, update
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from chuanma.store.ledger import ActionRow, GameRow, Guest, MatchRow, Saved
from chuanma.store.migrate import upgrade
from chuanma.store.models import CLOSED, OVER, RUNNING, ActionModel, GameModel, GuestModel, MatchModel
from chuanma.store.writer import Statement, StoreError, Writer

__all__ = ["Store", "StoreError", "sqlite_url"]

BUSY_MS = 5000


def sqlite_url(path: Path) -> str:
    """The address of an SQLite file."""
    return f"sqlite+aiosqlite:///{path}"


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Store:
    """One database. Every method that writes returns after the commit."""

    def __init__(self, engine: AsyncEngine, clock: Callable[[], int] = now_ms) -> None:
        self._engine = engine
        self._clock = clock
        self._writer = Writer(engine)

    @classmethod
    async def open(cls, url: str, clock: Callable[[], int] = now_ms) -> Self:
        """The database at `url`, its tables brought up to date. StoreError says what is wrong with it."""
        try:
            engine = create_async_engine(url)
        except (ArgumentError, ImportError) as fault:
            raise StoreError(f"database address {url!r}: {fault}") from None
        if engine.url.get_backend_name() == "sqlite":
            _require_place(engine.url.database)
            event.listen(engine.sync_engine, "connect", _set_up_sqlite)
        try:
            async with engine.begin() as connection:
                await connection.run_sync(upgrade)
        except (SQLAlchemyError, OSError) as fault:
            await engine.dispose()
            raise StoreError(f"database {engine.url.render_as_string()}: {_words(fault)}") from fault
        return cls(engine, clock)

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""
        await self._writer.close()
        await self._engine.dispose()

    async def ready(self) -> None:
        """Returns if the database answers; StoreError otherwise."""
        try:
            async with self._engine.connect() as connection:
                await connection.execute(text("SELECT 1"))
        except SQLAlchemyError as fault:
            raise StoreError(_words(fault)) from fault

    # ------------------------------------------------------------------------------------------------- guests
    async def new_guest(self) -> Guest:
        """A new guest with a token of its own."""
        token = secrets.token_urlsafe(32)
        await self._writer.write((insert(GuestModel), [{"token_hash": _hash(token), "created_at": self._clock()}]))
        guest = await self.find_guest(token)
        if guest is None:
            raise StoreError("a guest just written is not there")
        return guest

    async def find_guest(self, token: str) -> Guest | None:
        """The guest this token belongs to."""
        async with self._engine.connect() as connection:
            found = await connection.scalar(select(GuestModel.id).where(GuestModel.token_hash == _hash(token)))
        return None if found is None else Guest(found, token)

    # ------------------------------------------------------------------------------------------------ matches
    async def new_match(self, match: MatchRow) -> int:
        """Write down a match; its id. It runs from its first game on."""
        values = {
            "guest_id": match.guest_id,
            "status": RUNNING,
            "preset": match.preset,
            "ruleset": match.ruleset,
            "games": match.games,
            "seed": match.seed,
            "seats": json.dumps(match.seats),
            "created_at": self._clock(),
        }
        try:
            async with self._engine.begin() as connection:
                made = await connection.execute(insert(MatchModel).values(**values).returning(MatchModel.id))
                return int(made.scalar_one())
        except SQLAlchemyError as fault:
            raise StoreError(f"not written: {_words(fault)}") from fault

    async def new_game(self, game: GameRow) -> None:
        """Write down a game that begins."""
        values = {
            "match_id": game.match_id,
            "number": game.number,
            "ruleset": game.ruleset,
            "dealer": game.dealer,
            "dice": json.dumps(game.dice),
            "wall": game.wall,
            "started_at": self._clock(),
        }
        await self._writer.write((insert(GameModel), [values]))

    async def append(self, actions: Sequence[ActionRow], scores: Sequence[int] | None = None) -> None:
        """Write down actions of one game, at once or not at all; with the last ones the `scores` it ended with."""
        if not actions:
            return
        statements: list[Statement] = [(insert(ActionModel), [_action_values(row) for row in actions])]
        if scores is not None:
            statements.append(self._end_game(actions[-1].match_id, actions[-1].game, scores))
        await self._writer.write(*statements)

    async def set_over(self, match_id: int) -> None:
        """The last game of the match is played; its result waits to be looked at."""
        await self._set_status(match_id, OVER)

    async def close_match(self, match_id: int) -> None:
        """Nobody comes back to this match."""
        await self._set_status(match_id, CLOSED)

    async def open_match(self, guest_id: int) -> Saved | None:
        """The match this guest sits in, with all that was played of it."""
        wanted = (
            select(MatchModel)
            .where(MatchModel.guest_id == guest_id, MatchModel.status != CLOSED)
            .order_by(MatchModel.id.desc())
            .limit(1)
        )
        async with self._engine.connect() as connection:
            match = (await connection.execute(wanted)).mappings().one_or_none()
            if match is None:
                return None
            of_match = {"match_id": match["id"]}
            games = (await connection.execute(_GAMES, of_match)).mappings().all()
            actions = (await connection.execute(_ACTIONS, of_match)).mappings().all()
        rows = [ActionRow(**action) for action in actions]
        return Saved(
            id=match["id"],
            match=_match_row(match),
            status=match["status"],
            games=tuple(
                (_game_row(game), tuple(row for row in rows if row.game == game["number"])) for game in games
            ),
        )

    async def _set_status(self, match_id: int, status: str) -> None:
        change = update(MatchModel).where(MatchModel.id == match_id).values(status=status, ended_at=self._clock())
        await self._writer.write((change, None))

    def _end_game(self, match_id: int, number: int, scores: Sequence[int]) -> Statement:
        change = update(GameModel).where(GameModel.match_id == match_id, GameModel.number == number)
        return change.values(scores=json.dumps(list(scores)), ended_at=self._clock()), None


_GAMES = text("SELECT * FROM games WHERE match_id = :match_id ORDER BY number")
_ACTIONS = (
    select(
        ActionModel.match_id,
        ActionModel.game,
        ActionModel.number,
        ActionModel.seat,
        ActionModel.action,
        ActionModel.ms,
        ActionModel.by_clock,
    )
    .where(ActionModel.match_id == text(":match_id"))
    .order_by(ActionModel.game, ActionModel.number)
)


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _match_row(row: Any) -> MatchRow:
    seats = tuple(json.loads(row["seats"]))
    return MatchRow(row["guest_id"], row["preset"], row["ruleset"], row["games"], row["seed"], seats)


def _game_row(row: Any) -> GameRow:
    dice = tuple(json.loads(row["dice"]))
    return GameRow(row["match_id"], row["number"], row["ruleset"], row["dealer"], (dice[0], dice[1]), row["wall"])


def _action_values(row: ActionRow) -> dict[str, Any]:
    return {
        "match_id": row.match_id,
        "game": row.game,
        "number": row.number,
        "seat": row.seat,
        "action": row.action,
        "ms": row.ms,
        "by_clock": row.by_clock,
    }


def _require_place(path: str | None) -> None:
    """Said before SQLite is asked, which would only say that it cannot open the file."""
    if path and not Path(path).parent.is_dir():
        raise StoreError(f"database {path}: there is no folder {Path(path).parent}")
    if path and Path(path).is_dir():
        raise StoreError(f"database {path}: this is a folder; a file is needed")


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    """A write-ahead log, each commit forced to the disk: what was said to be written survives a power cut too."""
    cursor = connection.cursor()
    try:
        for pragma in (f"busy_timeout={BUSY_MS}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
    except Exception:
        connection.close()  # nobody else will: it never comes to the pool
        raise
    cursor.close()


def _words(fault: Exception) -> str:
    """What the database said, in one line."""
    return str(getattr(fault, "orig", None) or fault).partition("\n")[0]
