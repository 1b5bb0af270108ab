"""A browser, a server, and people who use them."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Playwright, expect, sync_playwright

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
    # Fewer processes talk to one another, which takes a tenth of the work of a page.
    "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2",
    # Pages share a renderer, as each window would else start one: another tenth.
    "--renderer-process-limit=1",
    "--disable-site-isolation-trials",
    # Pages live for seconds: optimizing compilers take more than they give, a seventh of the work.
    "--js-flags=--no-opt --no-maglev",
)


def chromium() -> str | None:
    """Return the path of the system's Chromium, or None; its headless shell takes a third of the work."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


def launch(playwright: Playwright) -> Browser:
    """Start the system's Chromium, else Playwright's own."""
    start = partial(playwright.chromium.launch, executable_path=chromium(), args=QUIET)
    try:
        return start()
    except Error:
        # On a busy machine Chromium may crash while it starts, and all tests of the process would fail.
        return start()


# The scope is not the session: Playwright runs an event loop in this thread, which would keep the tests
# of other folders from running one.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Start a browser."""
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server that several tests share; tests that kill a server start their own."""
    with serving(tmp_path_factory.mktemp("server") / "data") as server:
        yield server


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushService]:
    """Start a push service on this machine."""
    with push_service(tmp_path) as running:
        yield running


class People:
    """The people at a server; `come` adds one, in a window that shares nothing with the other windows."""

    def __init__(self, browser: Browser, home: str) -> None:
        self._browser, self._home = browser, home
        self._stack = ExitStack()
        self._here: list[Person] = []

    def come(
        self, name: str = "Ana", *, home: str = "", motion: bool = False, hears: bool = False, **settings: Any
    ) -> Person:
        """Add a person with a new browser window; `settings` are those of a browser context."""
        settings.setdefault("reduced_motion", "no-preference" if motion else "reduce")
        # The worker would fetch twenty files for later; `test_offline.py` lets it.
        settings.setdefault("service_workers", "block")
        scripts = settings.get("java_script_enabled", True)
        context = self._browser.new_context(**settings)
        person = Person(name, context, home or self._home, scripts=scripts, hears=hears)
        person.forgive("Service Worker registration blocked by Playwright")
        self._stack.callback(person.context.close)
        self._here.append(person)
        return person

    def go(self) -> None:
        """Close all windows, and check that nothing went wrong in them."""
        wrongs = [f"{person.name}: {wrong}" for person in self._here for wrong in person.wrongs]
        self._stack.close()
        assert not wrongs, "\n".join(wrongs)


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[People]:
    """Yield the people of a test, which fails on any page error, console error or foreign request."""
    people = People(browser, server.url)
    yield people
    people.go()
