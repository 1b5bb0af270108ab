"""A real browser, a real server, and people at them."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.people import Person
from tests.server.support.push_service import PushService, push_service
from tests.server.support.serving import PATIENCE, Server, serving

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str | None:
    """Where the system's Chromium is, if it has one; that without windows takes a third of the work."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


# Not the session's: while Playwright is there an event loop runs in this thread, and the tests of other
# folders could run none.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The system's Chromium, else Playwright's own."""
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that several tests share; who kills it takes one of their own."""
    with serving(tmp_path_factory.mktemp("server") / "data") as server:
        yield server


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushService]:
    """A push service on this machine."""
    with push_service(tmp_path) as running:
        yield running


class People:
    """Who is at the server; `come` brings one more, in a window that shares nothing with others."""

    def __init__(self, browser: Browser, home: str) -> None:
        self._browser, self._home = browser, home
        self._stack = ExitStack()
        self._here: list[Person] = []

    def come(
        self, name: str = "Ana", *, home: str = "", motion: bool = False, hears: bool = False, **settings: Any
    ) -> Person:
        """Somebody with a new browser window; `settings` are those of a browser context."""
        settings.setdefault("reduced_motion", "no-preference" if motion else "reduce")
        # It keeps twenty files for later; test_offline.py lets it.
        settings.setdefault("service_workers", "block")
        scripts = settings.get("java_script_enabled", True)
        context = self._browser.new_context(**settings)
        person = Person(name, context, home or self._home, scripts=scripts, hears=hears)
        person.forgive("Service Worker registration blocked by Playwright")
        self._stack.callback(person.context.close)
        self._here.append(person)
        return person

    def go(self) -> None:
        """Everybody leaves; nothing went wrong in their browsers."""
        wrongs = [f"{person.name}: {wrong}" for person in self._here for wrong in person.wrongs]
        self._stack.close()
        assert not wrongs, "\n".join(wrongs)


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    """Whoever comes in a test. Fails on any console or page error, CSP violation, foreign request."""
    people = People(browser, server.url)
    yield people
    people.go()
