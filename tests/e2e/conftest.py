"""One browser for all tests that look at the page; a page of its own (`browser.new_page()`) for each."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e import chromium


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A running Chromium; without one the test fails and says what to do."""
    executable, environment = chromium.find()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=executable, args=list(chromium.FLAGS), env={**os.environ, **environment}
        )
        yield running
        running.close()
