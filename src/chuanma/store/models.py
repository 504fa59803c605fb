"""Tables of the database. Times are whole milliseconds since 1970 (UTC); actions are ids of docs/engine.md."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

RUNNING, OVER, CLOSED = "running", "over", "closed"


class Base(DeclarativeBase):
    """All tables."""


class GuestModel(Base):
    """Somebody who came without an account. The token itself is never kept, only its SHA-256."""

    __tablename__ = "guests"

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary(32), unique=True)
    created_at: Mapped[int] = mapped_column(BigInteger)


class MatchModel(Base):
    """Games in a row at one table. `status`: running, over (the result waits to be looked at), closed.

    `seats` is a JSON list: for each seat the name of the bot that plays it, or null for the guest.
    """

    __tablename__ = "matches"
    __table_args__ = (Index("ix_matches_guest_status", "guest_id", "status"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    guest_id: Mapped[int] = mapped_column(ForeignKey("guests.id"))
    status: Mapped[str] = mapped_column(String(16))
    preset: Mapped[str] = mapped_column(String(64))
    ruleset: Mapped[str] = mapped_column(Text)
    games: Mapped[int] = mapped_column(Integer)
    seed: Mapped[str] = mapped_column(String(128))
    seats: Mapped[str] = mapped_column(Text)
    created_at: Mapped[int] = mapped_column(BigInteger)
    ended_at: Mapped[int | None] = mapped_column(BigInteger)


class GameModel(Base):
    """One deal: `number` from 1 in its match, the wall in drawing order as text, its ruleset in full."""

    __tablename__ = "games"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    ruleset: Mapped[str] = mapped_column(Text)
    dealer: Mapped[int] = mapped_column(Integer)
    dice: Mapped[str] = mapped_column(String(8))
    wall: Mapped[str] = mapped_column(String(216))
    started_at: Mapped[int] = mapped_column(BigInteger)
    ended_at: Mapped[int | None] = mapped_column(BigInteger)
    scores: Mapped[str | None] = mapped_column(String(120))


class ActionModel(Base):
    """One action of a game: numbered from 0, with the time it took in ms; `by_clock` if the clock played it."""

    __tablename__ = "actions"
    __table_args__ = (ForeignKeyConstraint(["match_id", "game"], ["games.match_id", "games.number"]),)

    match_id: Mapped[int] = mapped_column(Integer, primary_key=True)
    game: Mapped[int] = mapped_column(Integer, primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    seat: Mapped[int] = mapped_column(Integer)
    action: Mapped[int] = mapped_column(Integer)
    ms: Mapped[int] = mapped_column(Integer)
    by_clock: Mapped[bool] = mapped_column(Boolean)
