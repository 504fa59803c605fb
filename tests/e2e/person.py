"""Plays the page as a person does, with the mouse, a finger or the keys, and presses only what is offered."""

from __future__ import annotations

import time
from typing import Literal

from playwright.sync_api import Locator, Page
from playwright.sync_api import TimeoutError as Gone

Way = Literal["mouse", "finger", "keys"]

LONGEST = 240  # s for one game of bots that do not think
SOON = 3000  # ms in which a thing that is shown can be pressed, on a busy machine too
PREFERRED = ("win", "void", "kong", "direct_kong", "pung", "pass")
KEYS = {"win": "h", "void": "1", "kong": "k", "direct_kong": "k", "pung": "p", "pass": "Escape"}


class Person:
    """A person at a page; `answers` counts what it pressed."""

    def __init__(self, page: Page, way: Way = "mouse") -> None:
        self.page = page
        self.way = way
        self.answers = 0

    def sit_down(self, preset: str, games: int) -> None:
        """Choose in the lobby and start."""
        self.page.locator(f"label:has(input[value='{preset}'])").click()
        self.page.locator(f"label:has(input[name=games][value='{games}'])").click()
        self.page.locator(".start button").click()
        self.page.locator("main.table").wait_for()

    def play(self, *, answers: int | None = None) -> None:
        """Answer every question until the settlement lies on the table, or that many more questions."""
        goal = None if answers is None else self.answers + answers
        limit = time.monotonic() + LONGEST
        while time.monotonic() < limit:
            if self.answers == goal or self.page.get_by_role("dialog").is_visible():
                return
            if not self.answer():
                self.page.wait_for_timeout(20)
        raise AssertionError(f"no settlement within {LONGEST} s, after {self.answers} answers")

    def answer(self) -> bool:
        """Press one thing that is on offer; whether there was one.

        A question can be over before the hand is there, when another seat wins the tile: then nothing was pressed.
        """
        try:
            pressed = self._call() or self._discard()
        except Gone:
            return False
        self.answers += pressed
        return pressed

    def _call(self) -> bool:
        offered = self.page.locator("[data-action]")
        names = [
            name.split()[0] for name in offered.evaluate_all("all => all.map(each => each.dataset.action)")
        ]
        for action in PREFERRED:
            if action in names:
                if self.way == "keys":
                    self.page.keyboard.press(KEYS[action])
                else:
                    self._press(offered.nth(names.index(action)))
                return True
        return False

    def _discard(self) -> bool:
        bright = self.page.locator(".hand.asked button:not(.dim)")
        if bright.count() == 0:
            return False
        tile = bright.last
        if self.way == "keys":
            self._walk_to(tile)
            self.page.keyboard.press("Enter")
            return True
        self._press(tile)
        if self.way == "finger":
            self._press(tile)
        return True

    def _press(self, what: Locator) -> None:
        if self.way == "finger":
            what.tap(timeout=SOON)
        else:
            what.click(timeout=SOON)

    def _walk_to(self, tile: Locator) -> None:
        """Along the hand from its right end until the tile has the focus."""
        self.page.keyboard.press("End")
        for _ in range(14):
            if tile.evaluate("tile => tile === document.activeElement", timeout=SOON):
                return
            self.page.keyboard.press("ArrowLeft")
        raise AssertionError("the keys do not reach a tile that may be discarded")
