"""The server over a real socket: whole matches, bad input, tabs, leaving, the page."""

from __future__ import annotations

from pathlib import Path

from chuanma.server.protocol import Error, Events, Finished, Leave, Left, Ping, Pong, Sync, Table
from tests.server_kit import play_match, run, serving, settings


def test_a_match_is_played_to_the_final_standings(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(settings(tmp_path)) as server, server.browser() as browser:
            welcome = await browser.hello()
            assert not welcome.seated
            assert [preset.name for preset in welcome.presets][:3] == ["standard", "standard-single", "dingque"]
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
