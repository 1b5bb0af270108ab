"""Sixth without a connection: pages that need none work after one visit, and nothing of a table is cached."""

import json
import re
import struct
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from sixth.i18n import gettext as _, using_language
from sixth.server.web.routes import offline
from tests.browser.conftest import QUIET, People, chromium
from tests.browser.pads import Pad
from tests.browser.people import Person
from tests.server.support.hosting import hosting
from tests.server.support.serving import PATIENCE, serving

_CUT = "ERR_INTERNET_DISCONNECTED"

_COLOURS = """() => {
  const colours = [...document.querySelectorAll("meta[name=theme-color]")];
  const meta = colours.find((one) => matchMedia(one.media || "all").matches);
  const probe = document.createElement("p");
  probe.style.color = meta.content;
  document.body.append(probe);
  return [getComputedStyle(probe).color, getComputedStyle(document.body).backgroundColor];
}"""

_CACHED = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request, {ignoreVary: true});
      found.push([new URL(request.url).pathname, await answer.text()]);
    }
  }
  return found;
}"""


def _come(people: People, name: str = "Ana") -> Person:
    person = people.come(name, service_workers="allow")
    person.page.goto(f"{person.home}/pad")
    person.wait_for_worker()
    return person


def _wait(person: Person, until: str) -> None:
    over = person.page.evaluate(
        f"""async () => {{
          for (let tries = {PATIENCE * 50}; tries; tries--) {{
            if ({until}) return true;
            await new Promise((soon) => setTimeout(soon, 20));
          }}
          return false;
        }}"""
    )
    assert over, until


def _wait_for_cached(person: Person, language: str, page: str) -> None:
    """Wait until the browser has cached the page in this language."""
    _wait(person, _text_of(page) + f".includes('<html lang=\"{language}\"')")


def _text_of(page: str) -> str:
    """Return JavaScript for the text of a cached page, or ""."""
    return f"(await (await caches.match('{page}', {{ignoreVary: true}}))?.text() ?? '')"


def test_without_a_connection_the_pad_works_and_what_needs_the_server_says_that_it_is_away(
    people: People,
) -> None:
    ana = _come(people)
    ana.forgive(_CUT)
    ana.context.set_offline(True)
    pad = Pad(ana)
    pad.players("Ana", "Bo")
    pad.enter(Ana="1", Bo="55 7")
    pad.go()
    assert pad.totals() == [1, 8]
    for path in ("/t/some-table", "/settings"):
        ana.page.goto(f"{ana.home}{path}")
        expect(ana.page.get_by_role("heading", level=1)).to_have_text("The server cannot be reached")
    ana.page.goto(f"{ana.home}/mine")
    expect(ana.page.locator("#none")).to_be_visible()
    ana.page.goto(ana.home)
    expect(ana.page.get_by_role("heading", level=1)).to_be_visible()
    assert ana.page.evaluate("getComputedStyle(document.body).maxWidth") != "none"
    ana.page.get_by_role("button", name="Play now Classic").click()
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("The server cannot be reached")


def test_a_page_comes_by_itself_when_the_server_can_be_reached_again(people: People, tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        ana = people.come(home=server.url, service_workers="allow")
        ana.forgive("ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED")
        page, heading = ana.page, ana.page.get_by_role("heading", level=1)
        page.goto(f"{server.url}/pad")
        ana.wait_for_worker()
        ana.context.set_offline(True)
        page.goto(f"{server.url}/settings")
        expect(heading).to_have_text("The server cannot be reached")
        ana.context.set_offline(False)
        expect(heading).to_have_text("Settings")
        server.kill()
        page.goto(f"{server.url}/about?from=rules")
        expect(heading).to_have_text("The server cannot be reached")
        server.restart()
        expect(heading).to_have_text("About Sixth")
        assert page.url == f"{server.url}/about?from=rules"


def test_cached_pages_have_the_last_chosen_language_and_colours(people: People) -> None:
    ana = _come(people)
    page = ana.page
    ana.forgive(_CUT)
    page.goto(f"{ana.home}/learn")
    _wait_for_cached(ana, "en", "/learn")
    page.get_by_role("button", name="Deutsch").click()
    # The page comes back online at once.
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto(f"{ana.home}/rules/classic")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    for address in ("/offline", "/learn", "/pad"):
        _wait_for_cached(ana, "de", address)
    ana.context.set_offline(True)
    for path in ("/", "/learn", "/learn/4/7/1", "/rules", "/rules/both-ends", "/t/some-table", "/tables"):
        page.goto(f"{ana.home}{path}")
        expect(page.locator("html")).to_have_attribute("lang", "de")
    with using_language("de"):
        expect(page.get_by_role("heading", level=1)).to_have_text(_("The server cannot be reached"))
        page.locator("main a[href='/learn']").click()
        expect(page.get_by_role("link", name=_("Start"), exact=True)).to_be_visible()
    pad = Pad(ana)
    expect(pad.standing).not_to_be_empty()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    ana.context.set_offline(False)
    page.goto(f"{ana.home}/settings")
    page.locator("input[name=theme][value=contrast]").check()
    page.locator("#settings button").click()
    _wait(ana, _text_of("/rules/halves") + ".includes('data-theme=\"contrast\"')")


def test_nothing_of_a_table_and_no_name_is_cached(people: People) -> None:
    ana = _come(people, "Anastasia")
    ana.open(seats=3)
    ana.do()
    ana.page.reload()
    ana.wait_until_ready()
    table = ana.page.url.rpartition("/")[2]
    token = next(
        cookie for cookie in ana.context.cookies(ana.page.url) if cookie.get("name") == f"sixth-{table}"
    )
    # The first page shows her the table, and its cached copy does not.
    ana.page.goto(ana.home)
    expect(ana.page.locator(f"a[href*='{table}']").first).to_be_visible()
    # Whoever keeps a name reads it on every page, and no cached copy has it.
    ana.page.request.post(f"{ana.home}/you/name", form={"name": ana.name, "mark": "1"})
    for path in ("/pad", "/rules/halves"):
        ana.page.goto(f"{ana.home}{path}")
        expect(ana.page.locator("#me")).to_have_text(ana.name)
    cached: list[tuple[str, str]] = ana.page.evaluate(_CACHED)
    assert ana.name not in json.dumps([page for path, page in cached if not path.startswith("/static/")])
    paths = {path for path, _ in cached}
    assert {"/", "/pad", "/offline"} <= paths
    allowed = re.compile(r"/(static/.*|mine|pad|offline|rules.*|learn)?$")
    assert not [path for path in paths if not allowed.match(path)]
    everything = json.dumps(cached)
    assert table not in everything
    assert str(token.get("value")) not in everything


def test_a_new_version_replaces_the_old_one_while_a_page_is_open(
    people: People, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hosting(tmp_path / "data") as site:
        ana = people.come(home=site.url, service_workers="allow")
        ana.forgive(_CUT)
        page = ana.page
        page.goto(f"{site.url}/pad")
        ana.wait_for_worker()
        (old,) = page.evaluate("caches.keys()")
        _wait(ana, "navigator.serviceWorker.controller?.state === 'activated'")
        page.evaluate(
            "(old) => caches.open(old).then((cache) => cache.put('/pad', new Response('old')))", old
        )
        monkeypatch.setattr(offline, "pages_version", lambda: "next")
        # The next page announces it, and no tab has to be closed.
        page.goto(f"{site.url}/about")
        _wait(ana, "(await caches.keys()).join() === 'sixth-next'")
        ana.context.set_offline(True)
        pad = Pad(ana)
        pad.players("Ana", "Bo")
        pad.enter(Ana="1", Bo="2")
        assert pad.totals() == [1, 2]
        people.go()


def test_the_site_can_be_installed(people: People, browser: Browser, tmp_path: Path) -> None:
    home = people.come().home
    # Other windows of tests cache nothing, so they could not be installed.
    context = browser.browser_type.launch_persistent_context(
        tmp_path / "profile", executable_path=chromium(), args=QUIET
    )
    try:
        page = context.new_page()
        page.goto(f"{home}/pad")
        page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        line = context.new_cdp_session(page)
        parsed = line.send("Page.getAppManifest")
        assert parsed["errors"] == []
        assert line.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        manifest = json.loads(parsed["data"])
        assert (manifest["start_url"], manifest["display"], manifest["lang"]) == ("/", "standalone", "en")
        icons = {(icon["purpose"], icon["sizes"], icon["type"]) for icon in manifest["icons"]}
        for purpose in ("any", "maskable"):
            assert (purpose, "any", "image/svg+xml") in icons
            assert {(purpose, f"{size}x{size}", "image/png") for size in (192, 512)} <= icons
        for icon in manifest["icons"]:
            answer = page.request.get(f"{home}{icon['src']}")
            assert answer.headers["content-type"].partition(";")[0] == icon["type"]
            if icon["sizes"] != "any":
                assert _size_of(answer.body()) == icon["sizes"]
        answers = [page.request.get(f"{home}{each['url']}").status for each in manifest["shortcuts"]]
        assert answers == [200] * 4
    finally:
        context.close()


def _size_of(png: bytes) -> str:
    wide, high = struct.unpack(">II", png[16:24])
    return f"{wide}x{high}"


def test_the_frame_of_the_window_has_the_colour_of_the_page(people: People) -> None:
    ana = people.come()
    for theme in ("system", "light", "dark", "contrast"):
        ana.context.add_cookies([{"name": "sixth-theme", "value": theme, "url": ana.home}])
        for scheme in ("light", "dark"):
            ana.page.emulate_media(color_scheme=scheme)
            ana.page.goto(f"{ana.home}/about")
            frame, page = ana.page.evaluate(_COLOURS)
            assert frame == page, (theme, scheme)
