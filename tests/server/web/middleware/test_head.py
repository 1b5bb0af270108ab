"""Limits on the head of a request: its host, its address, its cookies."""

import asyncio
from dataclasses import replace
from pathlib import Path

from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from sixth.server.core.settings import DEFAULT_SETTINGS
from sixth.server.web.middleware.head import MAX_COOKIES, MAX_TARGET_BYTES, HeadMiddleware
from tests.server.support.attacking import Ask, exchange
from tests.server.support.hosting import Site, hosting

LONG = b"a" * 6000
"""A QR code of 6,000 letters cannot be drawn, and one of a thousand takes 50 ms."""

PATHS = (
    *("/", "/t/{table}", "/t/{table}/qr.svg", "/t/{table}/screen", "/nowhere", "/static/sixth.css"),
    *("/healthz", "/api/v1/games", "/api/v1/tables/{table}", "/api/v1/openapi.json", "/sw.js"),
)


def test_a_malformed_host_is_refused_in_one_sentence_at_every_address(site: Site) -> None:
    table = site.person().open("invite", seats=2, name="Ana")
    for path in PATHS:
        for host in (LONG, b"a b", b"[::1", b"", b"x:99999", b"<script>", b"\xff", b"a" * 64 + b".example"):
            target = path.format(table=table).encode()
            answer = exchange(
                site.port, Ask("GET", target, ((b"Host", host), (b"Accept-Language", b"fr"))).raw()
            )
            assert answer is not None
            assert answer.status == 400, (path, host)
            assert "L’hôte" in answer.text
            assert len(answer.text) < 400
            assert answer.headers["x-content-type-options"] == "nosniff"


def test_links_pictures_and_qr_codes_use_the_address_of_the_settings(tmp_path: Path) -> None:
    settings = replace(DEFAULT_SETTINGS, url="https://sixth.example.org/")
    with hosting(tmp_path / "known", settings=settings) as configured, hosting(tmp_path / "asked") as default:
        pages, codes = [], []
        for site in (configured, default):
            person = site.person()
            table = person.open("invite", seats=2, name="Ana")
            pages.append(person.go(f"/t/{table}").html.replace(table, "TABLE"))
            addresses = [
                exchange(site.port, Ask("GET", f"/t/{table}/qr.svg".encode(), ((b"Host", host),)).raw())
                for host in (b"one.example", b"two.example")
            ]
            codes.append(len({each.body for each in addresses if each is not None}))
        assert "https://sixth.example.org/t/TABLE" in pages[0]
        assert "127.0.0.1" not in pages[0]
        assert f"{default.url}/t/TABLE" in pages[1]
        assert codes == [1, 2]


def test_a_long_address_is_refused_in_one_sentence_before_it_is_parsed(site: Site) -> None:
    for path in ("/", "/nowhere", "/api/v1/games", "/t/x/events", "/mine"):
        room = MAX_TARGET_BYTES - len(path)
        for target in (f"{path}?{'a=b&' * 15_000}", f"{path}?{'%ff' * 3000}", f"{path}?{'x' * (room + 1)}"):
            answer = exchange(site.port, Ask("GET", target.encode()).raw())
            assert answer is not None
            assert answer.status == 414, path
            assert answer.text.count(".") == 1 or path.startswith("/api/")
            assert f"{MAX_TARGET_BYTES} letters" in answer.text
        answer = exchange(site.port, Ask("GET", f"{path}?{'x' * room}".encode()).raw())
        assert answer is not None
        assert answer.status != 414


def _remaining_cookies(*cookie_headers: bytes) -> dict[str, str]:
    """Return the cookies that remain of these headers, as an application inside the middleware reads them."""
    cookies: dict[str, str] = {}

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        cookies.update(Request(scope).cookies)

    async def nothing(*_message: Message) -> Message:
        return {"type": "http.disconnect"}

    headers = [(b"host", b"sixth.test"), *((b"cookie", each) for each in cookie_headers)]
    scope = {"type": "http", "method": "GET", "raw_path": b"/", "path": "/", "query_string": b""}
    scope["headers"] = headers
    asyncio.run(HeadMiddleware(app)(scope, nothing, nothing))  # type: ignore[arg-type]
    return cookies


def test_only_a_limited_number_of_our_own_cookies_is_read() -> None:
    assert _remaining_cookies(b"sixth-lang=de; a=b; sixth-theme=dark", b"sixth-felt=blue") == {
        "sixth-lang": "de",
        "sixth-theme": "dark",
        "sixth-felt": "blue",
    }
    # This is how the server itself writes the last choice.
    assert _remaining_cookies(b'sixth-choice="game=kids&seats=2"') == {"sixth-choice": "game=kids&seats=2"}
    # To unquote such a cookie takes longer than to draw a page.
    assert _remaining_cookies(b'sixth-name="' + rb"\101" * 4_000 + b'"; sixth-lang=de') == {
        "sixth-lang": "de"
    }
    assert _remaining_cookies(b"a=b;" * 15_000) == {}
    many = [b"sixth-seat-%d=x" % at for at in range(2 * MAX_COOKIES)]
    assert len(_remaining_cookies(b"; ".join(many))) == MAX_COOKIES
