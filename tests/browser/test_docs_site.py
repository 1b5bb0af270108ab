"""The docs site in a browser: accessible, usable by keyboard, and without requests to other hosts."""

from collections.abc import Iterator, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Literal

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.axe import check_accessibility
from tests.test_docs_site import built

WIDE = ("index.html", "architecture/index.html", "tutorial.html")
NARROW = ("index.html", "play.html")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # as it is called
        pass


@pytest.fixture(scope="module")
def docs() -> Iterator[str]:
    """Return the address of the site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(built())))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("width", "scheme", "pages"), [(1280, "light", WIDE), (390, "dark", NARROW)])
def test_the_site_is_accessible_and_requests_nothing_from_other_hosts(
    width: int, scheme: Literal["light", "dark"], pages: Sequence[str], docs: str, browser: Browser
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 844}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    foreign: list[str] = []
    page.on("request", lambda request: None if request.url.startswith(docs) else foreign.append(request.url))
    for name in pages:
        page.goto(f"{docs}/{name}", wait_until="load")
        check_accessibility(page, f"{name}, {width} pixels, {scheme}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not foreign
    context.close()


def test_the_main_links_can_be_reached_by_keyboard(docs: str, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{docs}/index.html")
    door = page.get_by_role("link", name="How to play", exact=True)
    for _ in range(40):
        page.keyboard.press("Tab")
        if door.evaluate("door => door === document.activeElement"):
            break
    expect(door).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{docs}/play.html")
    page.close()
