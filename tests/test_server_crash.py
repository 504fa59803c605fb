"""The server dies at any moment and comes back: nothing that left it is lost, and the same table goes on."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from chuanma.actions import Action
from chuanma.events import AnyEvent, redact
from chuanma.game import Game, wall_text
from chuanma.rules import load_preset
from chuanma.server.clock import RealClock
from chuanma.server.hall import Hall, restore
from chuanma.server.protocol import (
    PROTOCOL,
    Ask,
    Error,
    Events,
    Finished,
    Hello,
    ServerMessage,
    Table,
    Welcome,
)
from chuanma.server.warm import warm_up
from chuanma.shuffle import wall_from_seed
from chuanma.store import ActionRow, MatchRow, Saved, Store, StoreError, sqlite_url
from chuanma.store.database import Store as Database
from tests.server_kit import PATIENCE, Browser, ManualClock, Server, eager, run, serving, settings

SEED = "crash"
Played = list[list[tuple[int, str]]]  # of each game, who did what


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every match of these tests is dealt from one seed, on an engine that is compiled."""
    warm_up()
    monkeypatch.setattr("chuanma.server.hall.new_seed", lambda: SEED)


class Line:
    """A connection without a network."""

    def __init__(self) -> None:
        self.inbox: asyncio.Queue[ServerMessage | int] = asyncio.Queue()

    def send(self, message: ServerMessage) -> None:
        self.inbox.put_nowait(message)

    def close(self, code: int) -> None:
        self.inbox.put_nowait(code)

    async def receive(self) -> ServerMessage | int:
        async with asyncio.timeout(PATIENCE):
            return await self.inbox.get()


class Life:
    """A server between two crashes, with one guest, its token kept from life to life."""

    def __init__(self, folder: Path, seen: list[ServerMessage]) -> None:
        self.folder = folder
        self.seen = seen
        self.line = Line()
        self.store: Store
        self.hall: Hall
        self.token: str | None = None

    async def begin(self, token: str | None, store: Store | None = None) -> Welcome:
        given = settings(self.folder)
        self.store = store or await Store.open(given.database)
        self.hall = Hall(given, self.store, RealClock())
        self.guest = await self.hall.enter(Hello(PROTOCOL, token), self.line)
        self.token = self.guest.token
        welcome = await self.line.receive()
        assert isinstance(welcome, Welcome)
        return welcome

    async def end(self) -> None:
        """As if killed: nothing more is written or sent, nobody is told."""
        await self.hall.close()
        await self.store._engine.dispose()

    async def receive(self) -> ServerMessage | int:
        message = await self.line.receive()
        if not isinstance(message, int):
            self.seen.append(message)
        return message

    async def question(self) -> Ask | Finished | Table | None:
        """The next question, the result that came instead, or None: the server gave up."""
        while True:
            message = await self.receive()
            if isinstance(message, int):
                return None
            if isinstance(message, Finished) or (isinstance(message, Table) and message.result is not None):
                return message
            if isinstance(message, Table | Events) and message.ask is not None:
                return message.ask


async def played(folder: Path, token: str) -> tuple[Saved, Played]:
    """What the database holds of the guest's match."""
    store = await Store.open(settings(folder).database)
    guest = await store.find_guest(token)
    assert guest is not None
    saved = await store.open_match(guest.id)
    await store.close()
    assert saved is not None
    return saved, [[(row.seat, str(Action(row.action))) for row in rows] for _, rows in saved.games]


async def play(folder: Path, *, crash: bool, preset: str = "dingque") -> tuple[Played, list[ServerMessage]]:
    """A game to its end, with a crash after every answer of the guest or none."""
    seen: list[ServerMessage] = []
    life = Life(folder, seen)
    await life.begin(None)
    await life.hall.create(life.guest, life.line, preset, 1)
    while True:
        question = await life.question()
        if not isinstance(question, Ask):
            break
        life.hall.table(life.guest).act(question.decision, eager(question))
        if crash:
            await life.end()
            token = life.token
            life = Life(folder, seen)
            await life.begin(token)
    await life.end()
    assert life.token is not None
    return (await played(folder, life.token))[1], seen


def shown(messages: Sequence[ServerMessage]) -> list[AnyEvent]:
    return [event for message in messages if isinstance(message, Events) for event in message.events]


def test_the_record_of_a_game_with_a_crash_after_every_answer_is_that_of_one_without(tmp_path: Path) -> None:
    """An answer whose action was not yet written when the server died is asked for again."""

    async def scenario() -> None:
        for folder in ("calm", "stormy"):
            (tmp_path / folder).mkdir()
        calm, _ = await play(tmp_path / "calm", crash=False)
        stormy, seen = await play(tmp_path / "stormy", crash=True)
        assert len(calm[0]) > 40
        assert stormy == calm
        assert sum(isinstance(message, Table) for message in seen) > 10  # so often it came back

    run(scenario())


class Failing(Database):
    """A database that fails at one of its writes of actions, before (`lost`) or after it is committed."""

    fail_at = -1
    lost = True

    async def append(self, actions: Sequence[ActionRow], scores: Sequence[int] | None = None) -> None:
        self.fail_at -= 1
        if self.fail_at == 0 and self.lost:
            raise StoreError("no space left")
        await super().append(actions, scores)
        if self.fail_at == 0:
            raise StoreError("killed after the commit")


@pytest.mark.parametrize("lost", [True, False])
def test_whatever_write_fails_the_table_comes_back_and_ends_alike(tmp_path: Path, lost: bool) -> None:
    async def scenario() -> None:
        calm, _ = await play_with_faults(tmp_path, 10**9, lost=lost)
        for fail_at in range(1, 12):
            record, seen = await play_with_faults(tmp_path, fail_at, lost=lost)
            assert record == calm
            assert sum(isinstance(each, Error) and each.code == "server" for each in seen) >= 1

    run(scenario())


async def play_with_faults(folder: Path, fail_at: int, *, lost: bool) -> tuple[Played, list[ServerMessage]]:
    """A game during which one write fails in each life of the server; it gives up and comes back."""
    folder = folder / f"{fail_at}-{lost}"
    folder.mkdir()
    seen: list[ServerMessage] = []
    token = None
    while True:
        store = await Failing.open(settings(folder).database)
        store.fail_at, store.lost = fail_at, lost
        fail_at += 7  # later in the next life, so that the game comes to its end
        life = Life(folder, seen)
        welcome = await life.begin(token, store)
        token = life.token
        assert token is not None
        if not welcome.seated:
            await life.hall.create(life.guest, life.line, "dingque", 1)
        while isinstance(question := await life.question(), Ask):
            life.hall.table(life.guest).act(question.decision, eager(question))
        await life.end()
        if question is not None:
            return (await played(folder, token))[1], seen


# ------------------------------------------------------------------------------------------ before the commit
class Gated(Database):
    """A database whose commits of actions wait for a sign."""

    gate: asyncio.Event

    async def append(self, actions: Sequence[ActionRow], scores: Sequence[int] | None = None) -> None:
        await self.gate.wait()
        await super().append(actions, scores)


def test_no_event_leaves_before_its_action_is_committed(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = await Gated.open(settings(tmp_path).database)
        store.gate = asyncio.Event()
        store.gate.set()
        life = Life(tmp_path, [])
        await life.begin(None, store)
        await life.hall.create(life.guest, life.line, "dingque", 1)
        turns = 0
        while isinstance(question := await settled(life), Ask):
            store.gate.clear()
            life.hall.table(life.guest).act(question.decision, eager(question))
            life.hall.table(life.guest).sync()  # not even the whole table may run ahead
            for _ in range(20):
                await asyncio.sleep(0)
            assert life.line.inbox.empty()
            store.gate.set()
            told = shown(life.seen)
            committed = await events_of(store, life.guest.id)
            assert [redact(event, 0) for event in committed][: len(told)] == told
            turns += 1
        assert turns > 5
        await life.end()

    run(scenario())


async def settled(life: Life) -> Ask | Finished:
    """The question that is open when everything that could happen without the guest has happened, or the result."""
    while True:
        message = await life.receive()
        if isinstance(message, Finished):
            return message
        room = life.hall.table(life.guest).room
        ask = message.ask if isinstance(message, Table | Events) else None
        if ask is None or room._question is None or not life.line.inbox.empty():
            continue
        time_is_up = room._allowance.deadline(room._question.asked)
        if (room._question.decision, room.wake_at) == (ask.decision, time_is_up):
            return ask


async def events_of(store: Store, guest_id: int) -> list[AnyEvent]:
    """The events of all that is committed, the deal left out: it is shown as a whole table."""
    saved = await store.open_match(guest_id)
    assert saved is not None
    return [event for events in replayed(saved) for event in events]


def replayed(saved: Saved) -> list[list[AnyEvent]]:
    """The events of each game after the deal, from its committed actions alone."""
    from chuanma.rules import Ruleset

    rules = Ruleset.from_json(saved.match.ruleset)
    found = []
    for number, (row, actions) in enumerate(saved.games):
        game = Game(rules, wall=wall_from_seed(saved.match.seed, number), dealer=row.dealer, dice=row.dice)
        assert wall_text(game.wall) == row.wall
        for action in actions:
            game.step(action.seat, action.action)
        found.append(game.events[1:])
    return found


# ---------------------------------------------------------------------------------------------------- kill -9
@asynccontextmanager
async def process(folder: Path, port: int) -> AsyncIterator[tuple[asyncio.subprocess.Process, Server]]:
    """`chuanma play` as a process of its own; it is killed when the block ends."""
    env = {**os.environ, "CHUANMA_SPEED": "0", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = ["-m", "chuanma.cli", "play", "--no-browser", "--port", str(port), "--data", str(folder)]
    running = await asyncio.create_subprocess_exec(
        sys.executable, *command, env=env, stdout=asyncio.subprocess.PIPE
    )
    assert running.stdout is not None
    try:
        line = (await running.stdout.readline()).decode()
        assert line.startswith("http://127.0.0.1:"), line
        yield running, Server(int(line.rstrip("/\n").rpartition(":")[2]), None)
    finally:
        if running.returncode is None:
            running.kill()
        await running.wait()


async def play_until_killed(
    running: asyncio.subprocess.Process, browser: Browser, message: ServerMessage, answers: int
) -> bool:
    """Give so many answers, then kill the server in the middle of things. True if the game came to its end before."""
    for _ in range(answers):
        ask = await browser.asked(message)
        if ask is None:
            return True
        await browser.send_raw(f'{{"t":"act","decision":{ask.decision},"action":"{eager(ask)}"}}')
        message = await browser.receive()
    running.kill()
    await running.wait()
    return False


def test_kill_9_and_start_again_resumes_the_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        seen: list[ServerMessage] = []
        token, answers, over = None, 1, False
        while not over:
            async with process(tmp_path, 0) as (running, server), server.browser() as browser:
                welcome = await browser.hello(token)
                assert welcome.seated == (token is not None)
                if token is None:
                    await browser.send_raw('{"t":"create","preset":"dingque","games":1}')
                token = welcome.token
                over = await play_until_killed(running, browser, await browser.expect(Table), answers)
                seen += browser.seen
                answers += 3
        assert token is not None
        saved, _ = await played(tmp_path, token)
        (events,) = replayed(saved)
        told = [redact(event, 0) for event in events]
        assert saved.status == "over"
        position = 0
        for event in shown(seen):  # all that ever left the server is in the record, in its order
            position = told.index(event, position) + 1
        assert position > 20

    run(scenario())


# ------------------------------------------------------------------------------------------------ coming back
def test_a_match_whose_wall_does_not_fit_is_closed_not_played_on(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server, server.browser() as browser:
            welcome = await browser.hello()
            await browser.open_table()
        store = await Store.open(settings(tmp_path).database)
        async with store._engine.begin() as connection:
            await connection.exec_driver_sql("UPDATE games SET wall = '1m' || substr(wall, 3)")
        await store.close()
        async with serving(settings(tmp_path)) as server, server.browser() as browser:
            again = await browser.hello(welcome.token)
            assert again.token == welcome.token
            assert not again.seated
            await browser.open_table()

    run(scenario())


def test_two_servers_on_one_database_do_not_spoil_a_table(tmp_path: Path) -> None:
    """The second to write an action of a table gives it up and takes it up again as the first has left it."""

    async def scenario() -> None:
        async with serving(settings(tmp_path)) as one, serving(settings(tmp_path)) as two:
            async with one.browser() as here, two.browser() as there:
                welcome = await here.hello()
                table = await here.open_table("dingque")
                await there.hello(welcome.token)
                other = await there.expect(Table)
                assert table.ask is not None and other.ask is not None
                await here.send_raw(f'{{"t":"act","decision":{table.ask.decision},"action":"void m"}}')
                await here.until(Events)
                await there.send_raw(f'{{"t":"act","decision":{other.ask.decision},"action":"void p"}}')
                assert (await there.until(Error)).code == "server"
            async with two.browser() as there:
                await there.hello(welcome.token)
                again = await there.expect(Table)
                assert again.view.seats[0].void == "m"

    run(scenario())


def test_the_bank_comes_back_as_it_was(tmp_path: Path) -> None:
    async def scenario() -> None:
        clock = ManualClock()
        async with serving(settings(tmp_path), clock) as server, server.browser() as browser:
            welcome = await browser.hello()
            table = await browser.open_table("standard")
            ask = await browser.asked(table)
            assert ask is not None
            clock.advance(45_000)  # 25 s beyond the turn
            await browser.send_raw(f'{{"t":"act","decision":{ask.decision},"action":"{eager(ask)}"}}')
            ask = await browser.asked(await browser.receive())
            assert ask is not None and ask.bank_ms == 35_000
        async with serving(settings(tmp_path), ManualClock()) as server, server.browser() as browser:
            await browser.hello(welcome.token)
            again = (await browser.expect(Table)).ask
            assert again is not None and (again.turn_ms, again.bank_ms) == (20_000, 35_000)

    run(scenario())


def test_a_room_restored_after_any_number_of_actions_shows_the_same_table(tmp_path: Path) -> None:
    """Every prefix of a game's actions leads to the state which those actions lead to."""

    async def scenario() -> None:
        await play(tmp_path, crash=False)
        store = await Store.open(settings(tmp_path).database)
        saved = await store.open_match(1)
        await store.close()
        assert saved is not None
        ((row, actions),) = saved.games
        for n in range(0, len(actions) + 1, 3):
            part = Saved(saved.id, saved.match, "running", ((row, actions[:n]),))
            room = restore(part, settings(tmp_path))
            game = Game(room.match.rules, wall=room.match.game.wall, dealer=row.dealer, dice=row.dice)
            for each in actions[:n]:
                game.step(each.seat, each.action)
            assert room.match.game.view(0) == game.view(0)
            room.resume(0)
            room.show_table(0)
            shown = room.out[-1]
            assert isinstance(shown, Table)
            assert (shown.ask is not None) == (0 in game.pending)

    run(scenario())


def test_a_table_keeps_the_bots_it_was_opened_with(tmp_path: Path) -> None:
    """A server that gives new tables other bots goes on with the old ones where they sat."""

    async def scenario() -> None:
        store = await Store.open(sqlite_url(tmp_path / "x.sqlite"))
        guest = await store.new_guest()
        rules = load_preset("standard").to_json()
        seats = (None, "greedy", "random", "greedy")
        await store.new_match(MatchRow(guest.id, "standard", rules, 1, "s", seats))
        saved = await store.open_match(guest.id)
        await store.close()
        assert saved is not None
        assert restore(saved, settings(tmp_path)).seats == seats

    assert settings(tmp_path).bots == ("efficient",) * 3
    run(scenario())


def test_a_fresh_guest_has_no_match(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = await Store.open(sqlite_url(tmp_path / "x.sqlite"))
        guest = await store.new_guest()
        assert await store.open_match(guest.id) is None
        await store.new_match(MatchRow(guest.id, "standard", "{}", 1, "s", (None, "a", "b", "c")))
        found = await store.open_match(guest.id)
        assert found is not None and found.games == ()
        await store.close()

    run(scenario())


