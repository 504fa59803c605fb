"""A browser plays against the real server: by mouse, finger and keys, through a kill, beside a second tab."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.barriers import barriers
from tests.e2e.person import Person, Way
from tests.e2e.server import Server

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIDEWAYS: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server with bots that do not think; every test brings guests of its own."""
    with Server(tmp_path_factory.mktemp("data"), speed=0) as running:
        yield running


class Guests:
    """Browsers of new guests, closed at the end of a test; `faults` are errors of their pages."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.faults: list[str] = []

    def come(self, server: Server, device: dict[str, Any], lang: str = "zh-CN") -> Page:
        """A new guest in the lobby."""
        context = self.browser.new_context(**device, locale=lang)
        self.contexts.append(context)
        return self.tab(server, context)

    def tab(self, server: Server, context: BrowserContext) -> Page:
        """One more tab of a guest."""
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.goto(server.url)
        return page


@pytest.fixture
def guests(browser: Browser) -> Iterator[Guests]:
    """Guests of this test, whose pages had no error."""
    found = Guests(browser)
    yield found
    for context in found.contexts:
        context.close()
    assert found.faults == []


def laid(page: Page) -> dict[str, Any]:
    """What lies on the table: hand, sets, rivers, wall."""
    seen: dict[str, Any] = page.evaluate(
        """() => ({
          hand: [...document.querySelectorAll('.hand button')].map((tile) => tile.dataset.tile),
          sets: [...document.querySelectorAll('[data-meld]')].map((set) => set.getAttribute('aria-label')),
          rivers: [...document.querySelectorAll('.river .cell')].map((tile) => tile.dataset.tile),
          wall: document.querySelector('.wall b').textContent,
        })"""
    )
    return seen


def asked(page: Page) -> None:
    """Wait until the seat is asked something."""
    page.locator(".hand.asked, [data-action]").first.wait_for()


@pytest.mark.parametrize(
    ("device", "way", "preset"),
    [
        (DESKTOP, "mouse", "dingque"),
        (PHONE, "finger", "standard"),
        (SIDEWAYS, "finger", "standard-single"),
        (DESKTOP, "keys", "dingque"),
    ],
    ids=["mouse", "phone", "sideways", "keys"],
)
def test_a_whole_game(guests: Guests, server: Server, device: dict[str, Any], way: Way, preset: str) -> None:
    page = guests.come(server, device)
    person = Person(page, way)
    person.sit_down(preset, 1)

    person.play()

    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("第 1 局结算")
    assert sheet.locator(".seats > li").count() == 4
    scores = sheet.locator(".money b").all_inner_texts()
    assert sum(int(score.replace("−", "-")) for score in scores) == 0
    sheet.get_by_role("button", name="最终排名").click()
    assert sheet.locator(".standings li").count() == 4
    sheet.get_by_role("button", name="回到大厅").click()
    expect(page.get_by_role("button", name="开始")).to_be_enabled()


def test_a_killed_server(guests: Guests, browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path, speed=0) as server:
        page = guests.come(server, DESKTOP)
        person = Person(page)
        person.sit_down("dingque", 1)
        person.play(answers=4)
        asked(page)
        before = laid(page)

        server.kill()
        expect(page.get_by_text("连接断开，正在重连")).to_be_visible()
        assert laid(page) == before
        server.start()

        expect(page.get_by_text("连接断开，正在重连")).to_be_hidden(timeout=15_000)
        asked(page)
        assert laid(page) == before
        person.play()
        expect(page.get_by_role("dialog")).to_contain_text("第 1 局结算")


def test_a_page_loaded_again_shows_the_same_table(guests: Guests, server: Server) -> None:
    page = guests.come(server, PHONE)
    person = Person(page, "finger")
    person.sit_down("dingque", 4)
    person.play(answers=3)
    asked(page)
    before = laid(page)

    page.reload()

    asked(page)
    assert laid(page) == before


def test_a_second_tab_takes_the_seat_and_gives_it_back(guests: Guests, server: Server) -> None:
    first = guests.come(server, DESKTOP)
    Person(first).sit_down("dingque", 4)
    asked(first)

    second = guests.tab(server, first.context)

    asked(second)
    expect(first.get_by_role("dialog")).to_contain_text("已在另一个页面打开")
    first.get_by_role("button", name="在这里继续").click()
    asked(first)
    expect(second.get_by_role("dialog")).to_contain_text("已在另一个页面打开")
    first.bring_to_front()
    person = Person(first)
    person.play(answers=1)
    assert person.answers == 1


def test_the_language_changes_in_place_and_is_remembered(guests: Guests, server: Server) -> None:
    page = guests.come(server, DESKTOP, "en-GB")
    expect(page.get_by_role("button", name="Start")).to_be_enabled()
    Person(page).sit_down("dingque", 4)
    expect(page.get_by_text("Choose your void suit")).to_be_visible()

    page.keyboard.press("l")

    expect(page.get_by_text("请选定缺的一门")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    page.reload()
    expect(page.get_by_text("请选定缺的一门")).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_text("Choose your void suit")).to_be_visible()


def test_the_next_game_then_leaving_at_its_price(guests: Guests, server: Server) -> None:
    page = guests.come(server, DESKTOP)
    person = Person(page)
    person.sit_down("standard-single", 4)
    person.play()
    page.get_by_role("button", name="下一局").click()
    expect(page.get_by_text("第 2/4 局")).to_be_visible()
    asked(page)

    page.get_by_role("button", name="离开牌桌").click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("16 倍")
    question.get_by_role("button", name="继续打").click()
    expect(question).to_be_hidden()
    page.get_by_role("button", name="离开牌桌").click()
    question.get_by_role("button", name="离开").click()

    settlement = page.get_by_role("dialog", name="第 2 局结算")
    expect(settlement).to_contain_text("有人离开，本局结束")
    assert settlement.locator(".reason", has_text="逃跑").count() == 3
    settlement.get_by_role("button", name="最终排名").click()
    page.get_by_role("button", name="回到大厅").click()
    expect(page.get_by_role("button", name="开始")).to_be_enabled()


def test_nothing_keeps_people_out(guests: Guests, server: Server) -> None:
    page = guests.come(server, DESKTOP)
    expect(page.get_by_role("button", name="开始")).to_be_enabled()
    assert barriers(page) == [], "lobby"
    person = Person(page)
    person.sit_down("dingque", 1)
    person.play(answers=4)
    asked(page)
    assert barriers(page) == [], "table"
    person.play()
    assert barriers(page) == [], "settlement"
