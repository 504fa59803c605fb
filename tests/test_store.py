"""The store: what is written is there after anything, groups commit together, tables follow the models."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.ext.asyncio import create_async_engine

from chuanma.store import ActionRow, GameRow, MatchRow, Saved, Store, StoreError, sqlite_url
from chuanma.store.migrate import check

WALL = "1m" * 108


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Store]:
    store = await Store.open(sqlite_url(path / "chuanma.sqlite"), clock=lambda: 1_000)
    try:
        yield store
    finally:
        await store.close()


async def new_match(store: Store, games: int = 2) -> tuple[int, int]:
    """A guest and a match of its own: their ids."""
    guest = await store.new_guest()
    match = MatchRow(guest.id, "standard", "{}", games, "5eed", (None, "greedy", "greedy", "greedy"))
    return guest.id, await store.new_match(match)


def game_row(match_id: int, number: int = 1) -> GameRow:
    return GameRow(match_id, number, '{"a":1}', 2, (3, 4), WALL)


def action(match_id: int, number: int, game: int = 1) -> ActionRow:
    return ActionRow(match_id, game, number, number % 4, 5, 1200, number % 2 == 1)


async def saved(store: Store, guest_id: int) -> Saved:
    found = await store.open_match(guest_id)
    assert found is not None
    return found


def test_guests_come_back_by_their_token(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as store:
            one, two = await store.new_guest(), await store.new_guest()
            assert one.token != two.token and len(one.token) >= 40
            assert await store.find_guest(one.token) == one
            assert await store.find_guest("nobody's") is None

        kept = (tmp_path / "chuanma.sqlite").read_bytes()
        assert one.token.encode() not in kept  # only its hash

    asyncio.run(scenario())


def test_a_match_comes_back_with_all_its_actions(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as store:
            guest_id, match_id = await new_match(store)
            await store.new_game(game_row(match_id))
            await store.append([action(match_id, 0), action(match_id, 1)])
            await store.append([action(match_id, 2)], scores=(3, -1, -1, -1))
            await store.new_game(game_row(match_id, 2))
            await store.append([action(match_id, 0, game=2)])
        async with opened(tmp_path) as store:
            found = await saved(store, guest_id)
        assert (found.id, found.status, found.match.games) == (match_id, "running", 2)
        assert found.match.seats == (None, "greedy", "greedy", "greedy")
        assert found.games == (
            (game_row(match_id), tuple(action(match_id, number) for number in range(3))),
            (game_row(match_id, 2), (action(match_id, 0, game=2),)),
        )

    asyncio.run(scenario())


def test_a_closed_match_does_not_come_back(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as store:
            guest_id, match_id = await new_match(store)
            await store.set_over(match_id)
            assert (await saved(store, guest_id)).status == "over"
            await store.close_match(match_id)
            assert await store.open_match(guest_id) is None

    asyncio.run(scenario())


def test_an_action_cannot_be_written_twice_and_harms_no_other(tmp_path: Path) -> None:
    """Two servers on one database: the second to write an action is refused, others written with it are kept."""

    async def scenario() -> None:
        async with opened(tmp_path) as store:
            guest_id, match_id = await new_match(store)
            await store.new_game(game_row(match_id))
            await store.append([action(match_id, 0)])
            results = await asyncio.gather(
                store.append([action(match_id, 1)]),
                store.append([action(match_id, 2), action(match_id, 0)]),
                store.append([action(match_id, 3)]),
                return_exceptions=True,
            )
            assert [type(result) for result in results] == [type(None), StoreError, type(None)]
            ((_, actions),) = (await saved(store, guest_id)).games
            assert [row.number for row in actions] == [0, 1, 3]

    asyncio.run(scenario())


def test_what_waits_is_committed_together(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as store:
            _, match_id = await new_match(store)
            await store.new_game(game_row(match_id))
            commits = []
            event.listen(store._engine.sync_engine, "commit", lambda _: commits.append(1))
            await asyncio.gather(*(store.append([action(match_id, number)]) for number in range(50)))
            assert len(commits) <= 2

    asyncio.run(scenario())


def test_closing_writes_what_waits(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as store:
            guest_id, match_id = await new_match(store)
            await store.new_game(game_row(match_id))
            waiting = asyncio.ensure_future(store.append([action(match_id, 0)]))
            await asyncio.sleep(0)
        await waiting
        async with opened(tmp_path) as store:
            ((_, actions),) = (await saved(store, guest_id)).games
            assert len(actions) == 1

    asyncio.run(scenario())


def test_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as store, store._engine.connect() as connection:
            for pragma, wanted in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
                assert (await connection.exec_driver_sql(f"PRAGMA {pragma}")).scalar() == wanted

    asyncio.run(scenario())


def test_the_tables_are_those_of_the_models(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path):
            pass
        engine = create_async_engine(sqlite_url(tmp_path / "chuanma.sqlite"))
        async with engine.begin() as connection:
            await connection.run_sync(check)
        await engine.dispose()

    asyncio.run(scenario())


def test_a_database_that_is_none_is_refused_by_name(tmp_path: Path) -> None:
    async def scenario() -> None:
        (tmp_path / "broken.sqlite").write_bytes(b"this is no database " * 100)
        with pytest.raises(StoreError, match=r"broken\.sqlite"):
            await Store.open(sqlite_url(tmp_path / "broken.sqlite"))
        with pytest.raises(StoreError, match="nothing://"):
            await Store.open("nothing://here")
        with pytest.raises(StoreError, match="missing"):
            await Store.open(sqlite_url(tmp_path / "missing" / "x.sqlite"))

    asyncio.run(scenario())


def test_a_game_without_a_match_is_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as store:
            with pytest.raises(StoreError):
                await store.new_game(game_row(99))

    asyncio.run(scenario())


def test_the_tables_can_be_read_by_others(tmp_path: Path) -> None:
    """Plain SQL on the file sees matches, games and actions."""

    async def scenario() -> None:
        async with opened(tmp_path) as store:
            _, match_id = await new_match(store)
            await store.new_game(game_row(match_id))
            await store.append([action(match_id, 0)], scores=(0, 0, 0, 0))

    asyncio.run(scenario())
    with sqlite3.connect(tmp_path / "chuanma.sqlite") as database:
        actions = database.execute("SELECT number, seat, action, ms, by_clock FROM actions").fetchall()
        games = database.execute("SELECT dealer, dice, scores, ended_at FROM games").fetchall()
    assert actions == [(0, 0, 5, 1200, 0)]
    assert games == [(2, "[3, 4]", "[0, 0, 0, 0]", 1000)]
