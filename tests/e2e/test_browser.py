"""The browser of these tests runs and reads Chinese."""

from __future__ import annotations

from playwright.sync_api import Browser


def test_a_page_is_read(browser: Browser) -> None:
    page = browser.new_page()
    page.goto("data:text/html;charset=utf-8,<h1>川麻</h1>")
    assert page.locator("h1").inner_text() == "川麻"
    page.close()
