"""A table in a frame of another site: a guest sits down there and plays; other sites show nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import QUIET, chromium
from tests.server.support.playing import visiting
from tests.server.support.serving import PATIENCE, serving

BLOCKS_COOKIES = "--test-third-party-cookie-phaseout"
"""Chromium then gives a frame of another site only cookies that are partitioned."""


@contextmanager
def around() -> Iterator[tuple[str, list[str]]]:
    """Yield the address of a site at 127.0.0.1, and a list of the address that its page shows in a frame."""
    frames = [""]

    class Around(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            page = f'<!doctype html><title>Around</title><iframe src="{frames[0]}" width=400 height=800>'
            self.wfile.write(page.encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Around) as listener:
        thread = Thread(target=listener.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{listener.server_port}", frames
        listener.shutdown()
        thread.join()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Open a window of a browser that keeps the cookies of each site around a frame apart."""
    strict = browser.browser_type.launch(executable_path=chromium(), args=[*QUIET, BLOCKS_COOKIES])
    context = strict.new_context(reduced_motion="reduce", service_workers="block")
    context.set_default_timeout(PATIENCE * 1000)
    yield context.new_page()
    strict.close()


def test_a_guest_sits_down_and_plays_in_a_frame_of_an_allowed_site(page: Page, tmp_path: Path) -> None:
    with (
        around() as (allowed, frames),
        around() as (other, others),
        serving(tmp_path / "data", options=("--frame-ancestors", allowed)) as server,
        visiting(server.url) as host,
    ):
        table = host.open("invite", seats=2, name="Ana", game="classic")
        address = f"http://localhost:{urlsplit(server.url).port}/t/{table}"
        frames[0] = others[0] = address

        page.goto(other)
        expect(page.frame_locator("iframe").get_by_text("Ana")).to_have_count(0)
        assert "localhost" not in page.frames[1].evaluate("document.body.innerText + location.href")

        page.goto(allowed)
        inside = page.frame_locator("iframe")
        inside.get_by_label("Your name").fill("Bo")
        inside.get_by_role("button", name="Sit down").click()
        expect(inside.get_by_label("Your name")).to_have_count(0)
        host.look()
        host.send("begin")
        inside.locator("#hand button").first.click()
        inside.locator("#play").click()
        expect(inside.locator("#hand [aria-pressed=true]")).to_have_count(1)
        cookies = page.context.cookies()
        assert {each["sameSite"] for each in cookies} == {"None"}
        assert all(each["secure"] for each in cookies)
        # Outside of the frame nobody has sat down.
        page.goto(address)
        expect(page.locator("#hand")).to_have_count(0)
