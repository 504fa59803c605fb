"""The server over a real socket: whole matches, bad input, tabs, leaving, the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NoReturn

import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed, InvalidStatus

from chuanma.server.hall import REPLACED
from chuanma.server.listen import MAX_READ
from chuanma.server.page import HEADERS
from chuanma.server.protocol import (
    MAX_FRAME,
    PROTOCOL,
    Act,
    Continue,
    Create,
    Error,
    Events,
    Finished,
    Hello,
    Leave,
    Left,
    Ping,
    Pong,
    Sync,
    Table,
)
from chuanma.server.socket import FLOOD, LATE, OUTDATED, POLICY
from tests.server_kit import Browser, ManualClock, Server, play_match, run, serving, settings


def test_a_match_is_played_to_the_final_standings(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server, server.browser() as browser:
            welcome = await browser.hello()
            assert not welcome.seated
            assert tuple(preset.name for preset in welcome.presets) == (
                *("standard", "standard-single", "laiyou", "dingque", "points"),
                *("classic", "classic-rain", "classic-blood", "classic-blood-rain", "tfmj"),
            )
            results = await play_match(browser, await browser.open_table("dingque", games=3))

        assert [result.game for result in results] == [1, 2, 3]
        assert [result.last for result in results] == [False, False, True]
        totals = [0, 0, 0, 0]
        for result in results:
            for row in result.transfers:
                totals[row.payer] -= row.units
                totals[row.receiver] += row.units
            assert list(result.totals) == totals and sum(totals) == 0
            assert all(row.zh and row.en and row.rule.startswith("RULES §") for row in result.transfers)
        numbers = [message.seq for message in browser.seen if isinstance(message, Table | Events | Finished)]
        assert numbers == list(range(1, len(numbers) + 1))

    run(scenario())


def test_after_the_standings_the_lobby_and_another_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server, server.browser() as browser:
            await browser.hello()
            await play_match(browser, await browser.open_table("standard-single"))
            await browser.send(Leave())
            await browser.expect(Left)
            await browser.send(Leave())
            assert (await browser.expect(Error)).code == "not_seated"
            await play_match(browser, await browser.open_table("standard"))

    run(scenario())


def test_a_ping_is_answered_before_hello_and_after(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server, server.browser() as browser:
            await browser.send(Ping(7))
            assert await browser.receive() == Pong(7)
            await browser.hello()
            await browser.send(Ping(2**53 - 1))
            assert await browser.receive() == Pong(2**53 - 1)

    run(scenario())


def test_sync_sends_the_whole_table_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server, server.browser() as browser:
            await browser.hello()
            table = await browser.open_table("dingque")
            await browser.send(Sync())
            again = await browser.expect(Table)
            assert again.seq == table.seq + 1
            assert again.view == table.view
            assert again.ask is not None and table.ask is not None and again.ask.decision == table.ask.decision

    run(scenario())


# -------------------------------------------------------------------------------------------------- bad input
def padded(size: int) -> str:
    """A ping of so many bytes."""
    return '{"t":"ping","n":1' + " " * (size - 18) + "}"


# frame, code of the answer, what its words name
BAD: list[tuple[str | bytes, str, str]] = [
    ("", "bad_message", "JSON"),
    ("hello", "bad_message", "JSON"),
    ('{"t":"ping"', "bad_message", "JSON"),
    ("\x00", "bad_message", "JSON"),
    ("[" * 8000, "bad_message", "JSON"),
    ('{"t":"ping","n":1e999}', "bad_message", "JSON"),
    ("null", "bad_message", "object"),
    ("[]", "bad_message", "object"),
    ('"hello"', "bad_message", "object"),
    ("{}", "bad_message", "hello, create, act"),
    ('{"t":7}', "bad_message", "7"),
    ('{"t":"claimWindowExpire"}', "bad_message", "claimWindowExpire"),  # order-01
    ('{"t":"events","seq":1}', "bad_message", "events"),  # a message of the server
    ('{"t":"' + "x" * 5000 + '"}', "bad_message", "xxx"),
    ('{"t":"ping"}', "bad_message", "`n`"),
    ('{"t":"ping","n":-1}', "bad_message", "n"),
    ('{"t":"ping","n":"1"}', "bad_message", "n"),
    ('{"t":"ping","n":99999999999999999999999}', "bad_message", "n"),
    ('{"t":"create","preset":"standard"}', "bad_message", "games"),
    ('{"t":"create","preset":"standard","games":0}', "bad_message", "games"),
    ('{"t":"create","preset":"standard","games":17}', "bad_message", "games"),
    ('{"t":"create","preset":"standard","games":true}', "bad_message", "games"),
    ('{"t":"create","preset":"standard","games":1.5}', "bad_message", "games"),
    ('{"t":"create","preset":"nothing","games":1}', "bad_rules", "standard, standard-single, laiyou, dingque"),
    ('{"t":"create","preset":"../../etc/passwd","games":1}', "bad_rules", "passwd"),
    ('{"t":"create","preset":"' + "x" * 65 + '","games":1}', "bad_message", "preset"),
    ('{"t":"act","decision":1,"action":"pass"}', "not_seated", "create"),
    ('{"t":"act","decision":1,"action":7}', "bad_message", "action"),
    ('{"t":"continue","game":1}', "not_seated", "create"),
    ('{"t":"leave"}', "not_seated", "create"),
    ('{"t":"sync"}', "not_seated", "create"),
    ('{"t":"hello","protocol":1}', "bad_message", "already"),
    (padded(MAX_FRAME + 1), "too_large", str(MAX_FRAME)),
    (padded(300_000), "too_large", "300000"),
    (b"{}", "bad_message", "binary"),
    (b"\xff" * 20_000, "bad_message", "binary"),
]


async def alive(browser: Browser) -> None:
    """The connection still answers."""
    await browser.send(Ping(42))
    assert await browser.receive() == Pong(42)


@pytest.fixture(scope="module")
def bad_answers(tmp_path_factory: pytest.TempPathFactory) -> list[Error]:
    """The answers to BAD, all on one connection, which goes on."""
    found: list[Error] = []

    async def scenario() -> None:
        given = settings(tmp_path_factory.mktemp("bad"))
        async with serving(given) as server, server.browser() as browser:
            await browser.hello()
            for frame, _, _ in BAD:
                await browser.send_raw(frame)
                found.append(await browser.expect(Error))
                await alive(browser)
            await browser.send_raw(padded(MAX_FRAME))
            assert await browser.receive() == Pong(1)
            await play_match(browser, await browser.open_table("standard-single"))

    run(scenario())
    return found


@pytest.mark.parametrize("number", range(len(BAD)), ids=[str(frame[:40]) for frame, _, _ in BAD])
def test_bad_input_is_answered_with_what_is_wrong(bad_answers: list[Error], number: int) -> None:
    _, code, words = BAD[number]
    answer = bad_answers[number]

    assert answer.code == code
    assert words in answer.en
    assert answer.zh != answer.en and len(answer.en) < 300


def test_before_hello_only_hello_and_ping_are_read(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server, server.browser() as browser:
            for message in (Create("standard", 1), Act(1, "pass"), Sync(), Leave(), Continue(1)):
                await browser.send(message)
                error = await browser.expect(Error)
                assert error.code == "bad_message" and "hello" in error.en
            await browser.hello()

    run(scenario())


def test_a_page_of_another_version_is_told_and_closed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server, server.browser() as browser:
            await browser.send(Hello(PROTOCOL + 1))
            error = await browser.expect(Error)
            assert error.code == "version" and str(PROTOCOL + 1) in error.en
            await browser.socket.wait_closed()
            assert browser.socket.close_code == OUTDATED

    run(scenario())


def test_a_connection_that_says_nothing_is_closed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path, hello_s=0.05)) as server, server.browser() as browser:
            assert (await browser.expect(Error)).code == "bad_message"
            await browser.socket.wait_closed()
            assert browser.socket.close_code == LATE

    run(scenario())


def test_a_frame_too_large_to_read_ends_its_connection_alone(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server, server.browser() as other:
            await other.hello()
            async with server.browser() as browser:
                await browser.hello()
                with pytest.raises(ConnectionClosed):
                    await browser.send_raw(padded(MAX_READ + 1))
                    await browser.receive()
                assert browser.socket.close_code == 1009  # message too big
            await alive(other)

    run(scenario())


def test_too_many_messages_are_not_read(tmp_path: Path) -> None:
    async def scenario() -> None:
        clock = ManualClock()
        async with serving(settings(tmp_path, burst=5, per_s=10), clock) as server, server.browser() as browser:
            for _ in range(7):
                await browser.send(Ping(1))
            answers = [await browser.receive() for _ in range(7)]
            assert answers[:5] == [Pong(1)] * 5
            assert [getattr(each, "code", None) for each in answers[5:]] == ["too_fast"] * 2
            clock.advance(200)
            await alive(browser)
            with pytest.raises(ConnectionClosed):
                for _ in range(FLOOD + 2):
                    await browser.send(Ping(1))
                    await browser.receive()
            assert browser.socket.close_code == POLICY
        async with serving(settings(tmp_path)) as server, server.browser() as browser:
            await browser.hello()

    run(scenario())


def test_connections_that_break_do_not_matter(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server:
            for _ in range(5):
                async with server.browser() as browser:
                    await browser.hello()
                    await browser.send(Create("standard", 1))
                    browser.socket.transport.abort()
            async with server.browser() as browser:
                await browser.hello()
                await browser.open_table()

    run(scenario())


# -------------------------------------------------------------------------------------------------- one guest
def test_order_03_a_doubled_click_plays_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server, server.browser() as browser:
            await browser.hello()
            table = await browser.open_table("dingque")
            assert table.ask is not None
            for _ in range(3):
                await browser.send(Act(table.ask.decision, "void m"))
            for _ in range(2):
                assert (await browser.until(Error)).code == "stale"
            await browser.send(Sync())
            assert (await browser.until(Table)).view.seats[0].void == "m"

    run(scenario())


def test_a_second_tab_takes_the_seat_and_the_first_is_told(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server, server.browser() as first:
            token = (await first.hello()).token
            table = await first.open_table("dingque")
            async with server.browser() as second:
                welcome = await second.hello(token)
                assert welcome.seated and welcome.token == token
                again = await second.expect(Table)
                assert again.view == table.view and again.seq > table.seq
                assert (await first.until(Error)).code == "replaced"
                await first.socket.wait_closed()
                assert first.socket.close_code == REPLACED
                await play_match(second, again)

    run(scenario())


def test_a_tab_that_was_replaced_can_take_the_seat_back(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server, server.browser() as first:
            token = (await first.hello()).token
            await first.open_table()
            async with server.browser() as second:
                await second.hello(token)
                await second.expect(Table)
                async with server.browser() as third:
                    assert (await third.hello(token)).seated
                    assert (await second.until(Error)).code == "replaced"
                    await play_match(third, await third.expect(Table))

    run(scenario())


def test_a_token_nobody_has_makes_a_new_guest(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server, server.browser() as browser:
            welcome = await browser.hello("nobody's")
            assert welcome.token != "nobody's" and not welcome.seated

    run(scenario())


def test_one_guest_sits_at_one_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server, server.browser() as browser:
            await browser.hello()
            await browser.open_table()
            await browser.send(Create("dingque", 1))
            assert (await browser.until(Error)).code == "busy"

    run(scenario())


def test_two_guests_sit_at_two_tables(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server, server.browser() as one, server.browser() as two:
            await one.hello()
            await two.hello()
            first, second = await one.open_table("dingque"), await two.open_table("dingque")
            assert first.view.seats[0].hand != second.view.seats[0].hand
            await play_match(two, second)
            await play_match(one, first)

    run(scenario())


def test_order_06_a_guest_that_comes_back_has_its_own_seat_and_question(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server:
            async with server.browser() as browser:
                token = (await browser.hello()).token
                table = await browser.open_table("dingque", games=2)
            async with server.browser() as browser:
                await browser.hello(token)
                again = await browser.expect(Table)
        assert again.view.seat == 0 and again.game == 1 and again.games == 2
        assert again.view == table.view
        assert again.ask is not None and table.ask is not None
        assert (again.ask.decision, again.ask.actions) == (table.ask.decision, table.ask.actions)

    run(scenario())


# ------------------------------------------------------------------------------------------------- time, away
def test_the_server_s_clock_plays_for_a_guest_that_does_not(tmp_path: Path) -> None:
    async def scenario() -> None:
        clock = ManualClock()
        async with serving(settings(tmp_path), clock) as server, server.browser() as browser:
            await browser.hello()
            table = await browser.open_table("dingque")
            assert table.ask is not None and (table.ask.turn_ms, table.ask.bank_ms) == (20_000, 60_000)
            clock.advance(79_999)
            await alive(browser)
            clock.advance(1)
            events = await browser.expect(Events)
            assert [event.__struct_config__.tag for event in events.events][:4] == ["void"] * 4

    run(scenario())


def test_the_clock_goes_on_while_the_guest_is_away(tmp_path: Path) -> None:
    async def scenario() -> None:
        clock = ManualClock()
        async with serving(settings(tmp_path), clock) as server:
            async with server.browser() as browser:
                token = (await browser.hello()).token
                await browser.open_table("dingque")
            hall = server.app.state.hall
            while hall._links:  # the server has seen it go
                await alive_of(server)
            clock.advance(80_000)
            async with server.browser() as browser:
                await browser.hello(token)
                again = await browser.expect(Table)
                assert again.view.seats[0].void is not None

    run(scenario())


async def alive_of(server: Server) -> None:
    assert (await server.get("/healthz"))[0] == 200


def test_a_table_nobody_looks_at_is_put_away_and_taken_up_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        clock = ManualClock()
        given = settings(tmp_path, away=5_000)
        async with serving(given, clock) as server:
            hall = server.app.state.hall
            async with server.browser() as browser:
                token = (await browser.hello()).token
                table = await browser.open_table("dingque")
            while hall._links:
                await alive_of(server)
            clock.advance(5_000)
            while hall._hosts:
                await alive_of(server)
            clock.advance(3_600_000)  # an hour in which nothing happens
            async with server.browser() as browser:
                assert (await browser.hello(token)).seated
                again = await browser.expect(Table)
                assert again.view == table.view
                assert again.ask is not None and again.ask.turn_ms == 20_000

    run(scenario())


def test_leaving_a_game_over_the_socket(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server:
            async with server.browser() as browser:
                token = (await browser.hello()).token
                await browser.open_table("dingque", games=4)
                await browser.send(Leave())
                result = (await browser.until(Finished)).result
                assert (result.end, result.last, result.totals) == ("escape", True, (-48, 16, 16, 16))
            async with server.browser() as browser:  # the settlement is there until it was looked at
                await browser.hello(token)
                assert (await browser.expect(Table)).result == result
                await browser.send(Leave())
                await browser.expect(Left)
            async with server.browser() as browser:
                assert not (await browser.hello(token)).seated

    run(scenario())


# --------------------------------------------------------------------------------------------------- the page
def test_other_pages_may_not_talk_to_the_server(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path, origins=frozenset({"http://friend.example"}))) as server:
            for origin in ("http://evil.example", "null", f"http://localhost:{server.port}x"):
                with pytest.raises(InvalidStatus) as caught:
                    async with server.browser(origin=origin):
                        pass
                assert caught.value.response.status_code == 403
            for origin in (f"http://127.0.0.1:{server.port}", "http://friend.example"):
                async with server.browser(origin=origin) as browser:
                    await browser.hello()

    run(scenario())


def test_a_name_that_is_not_the_server_s_is_refused(tmp_path: Path) -> None:
    """A page whose name was bent to this machine's address cannot read from it."""

    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server:
            assert (await server.get("/healthz", Host="evil.example"))[0] == 421
            assert (await server.get("/healthz", Host=f"localhost:{server.port}"))[0] == 200
        async with serving(settings(tmp_path, hosts=frozenset())) as server:
            assert (await server.get("/healthz", Host="any.example"))[0] == 200

    run(scenario())


def test_the_built_page_is_served_with_its_headers(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>" + "<p>table</p>" * 200, "utf-8")
    (static / "assets" / "index-1a2b.js").write_text("1;" * 2000, "utf-8")

    async def scenario() -> None:
        async with serving(settings(tmp_path, static=static)) as server:
            status, headers, body = await server.get("/")
            assert status == 200 and body.startswith(b"<!doctype html>")
            assert headers["cache-control"] == "no-store"
            for name, value in HEADERS.items():
                assert headers[name.lower()] == value
            status, headers, body = await server.get("/assets/index-1a2b.js")
            assert status == 200 and "immutable" in headers["cache-control"]
            assert headers["content-type"].startswith("text/javascript")
            status, headers, body = await server.get("/assets/index-1a2b.js", **{"Accept-Encoding": "gzip"})
            assert headers["content-encoding"] == "gzip" and len(body) < 200
            for path in ("/nothing", "/../settings.py", "/%2e%2e/settings.py", "/assets/"):
                status, headers, _ = await server.get(path)
                assert status == 404 and "content-security-policy" in headers

    run(scenario())


def test_a_page_that_is_not_built_says_so(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path, static=tmp_path / "none")) as server:
            status, _, body = await server.get("/")
            assert status == 503 and "run.py setup" in body.decode()

    run(scenario())


def test_health_says_whether_the_database_answers(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server:
            status, _, body = await server.get("/healthz")
            assert status == 200 and json.loads(body)["ok"] is True
            server.app.state.store._engine.sync_engine.connect = lost
            status, _, body = await server.get("/healthz")
            assert status == 503 and json.loads(body)["ok"] is False

    run(scenario())


def lost() -> NoReturn:
    raise OperationalError("SELECT 1", {}, OSError("gone"))


def test_the_socket_too_is_refused_under_another_name(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path, hosts=frozenset({"table.example"}))) as server:
            with pytest.raises(InvalidStatus) as caught:
                async with server.browser():
                    pass
            assert caught.value.response.status_code == 421

    run(scenario())
