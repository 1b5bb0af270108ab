"""Once opened, Sixth needs no connection for what can do without; what belongs to a table is never kept."""

import json
import re

from playwright.sync_api import expect

from sixth.language import gettext as _
from sixth.language import use
from tests.browser.conftest import People
from tests.browser.pads import Pad
from tests.browser.people import PATIENCE, Person

_CUT = "ERR_INTERNET_DISCONNECTED"

_KEPT = """async () => {
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
    person.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    return person


def _wait(person: Person, until: str) -> None:
    done = person.page.evaluate(
        f"""async () => {{
          for (let tries = {PATIENCE * 50}; tries; tries--) {{
            if ({until}) return true;
            await new Promise((soon) => setTimeout(soon, 20));
          }}
          return false;
        }}"""
    )
    assert done, until


def _kept_in(person: Person, language: str, page: str) -> None:
    """Wait until the browser keeps the page in this language."""
    _wait(person, _text_of(page) + f".includes('<html lang=\"{language}\"')")


def _text_of(page: str) -> str:
    """The text of a page that is kept, or none, in JavaScript."""
    return f"(await (await caches.match('{page}', {{ignoreVary: true}}))?.text() ?? '')"


def test_the_pad_works_without_a_connection_once_any_page_was_opened(people: People) -> None:
    ana = _come(people)
    ana.forgive(_CUT)
    ana.context.set_offline(True)
    pad = Pad(ana)
    pad.players("Ana", "Bo")
    pad.enter(Ana="1", Bo="55 7")
    pad.go()
    assert pad.totals() == [1, 8]
    ana.page.goto(ana.home)
    expect(ana.page.get_by_role("heading", level=1)).to_be_visible()
    assert ana.page.evaluate("getComputedStyle(document.body).maxWidth") != "none"


def test_where_the_server_is_needed_a_page_says_that_it_cannot_be_reached(people: People) -> None:
    ana = _come(people)
    ana.forgive(_CUT)
    ana.context.set_offline(True)
    for path in ("/t/some-table", "/settings"):
        ana.page.goto(f"{ana.home}{path}")
        expect(ana.page.get_by_role("heading", level=1)).to_have_text("The server cannot be reached")
    ana.page.goto(ana.home)
    ana.page.get_by_role("button", name="Play now").click()
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("The server cannot be reached")
    ana.context.set_offline(False)
    ana.page.goto(f"{ana.home}/settings")
    expect(ana.page.get_by_role("heading", level=1)).to_have_text("Settings")


def test_what_is_kept_comes_in_the_language_and_colours_chosen_last(people: People) -> None:
    ana = _come(people)
    page = ana.page
    ana.forgive(_CUT)
    page.goto(f"{ana.home}/learn")
    _kept_in(ana, "en", "/learn/8")
    page.get_by_role("button", name="Deutsch").click()
    # Online at once.
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto(f"{ana.home}/rules/classic")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    for kept in ("/offline", "/learn/4/7", "/pad"):
        _kept_in(ana, "de", kept)
    ana.context.set_offline(True)
    for path in ("/", "/learn", "/learn/4/7/1", "/rules", "/rules/both-ends", "/t/some-table", "/tables"):
        page.goto(f"{ana.home}{path}")
        expect(page.locator("html")).to_have_attribute("lang", "de")
    with use("de"):
        expect(page.get_by_role("heading", level=1)).to_have_text(_("The server cannot be reached"))
        page.locator("main a[href='/learn']").click()
        expect(page.get_by_role("link", name=_("Begin"), exact=True)).to_be_visible()
    pad = Pad(ana)
    expect(pad.standing).not_to_be_empty()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    ana.context.set_offline(False)
    page.goto(f"{ana.home}/settings")
    page.locator("input[name=theme][value=contrast]").check()
    page.locator("#settings button").click()
    _wait(ana, _text_of("/rules/halves") + ".includes('data-theme=\"contrast\"')")


def test_who_has_sixth_as_an_app_has_the_lesson_without_having_opened_it(people: People) -> None:
    ana = people.come(service_workers="allow")
    ana.forgive(_CUT)
    # A browser of a test cannot be an app, so it says that it is one.
    ana.context.add_init_script(
        "const asked = window.matchMedia; window.matchMedia = (query) =>"
        " query === '(display-mode: standalone)' ? {matches: true} : asked.call(window, query);"
    )
    ana.page.goto(f"{ana.home}/about")
    _kept_in(ana, "en", "/learn/8")
    ana.context.set_offline(True)
    ana.page.goto(f"{ana.home}/learn/2/45")
    expect(ana.page.locator(".coach")).to_contain_text("Well done")


def test_nothing_of_a_table_is_ever_kept(people: People) -> None:
    ana = _come(people)
    ana.open(seats=3)
    ana.do()
    ana.page.reload()
    ana.ready()
    table = ana.page.url.rpartition("/")[2]
    token = next(
        cookie for cookie in ana.context.cookies(ana.page.url) if cookie.get("name") == f"sixth-{table}"
    )
    kept: list[tuple[str, str]] = ana.page.evaluate(_KEPT)
    paths = {path for path, _ in kept}
    assert {"/", "/pad", "/offline"} <= paths
    assert not [path for path in paths if not re.match(r"/(static/.*|pad|offline|rules.*|learn)?$", path)]
    everything = json.dumps(kept)
    assert table not in everything
    assert str(token.get("value")) not in everything


def test_a_new_version_leaves_nothing_of_the_old(people: People) -> None:
    ana = people.come(service_workers="allow")
    ana.page.goto(f"{ana.home}/offline")
    ana.page.evaluate("caches.open('sixth-old').then((cache) => cache.put('/pad', new Response('old')))")
    ana.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    _wait(ana, "!(await caches.keys()).includes('sixth-old')")
    assert len(ana.page.evaluate("caches.keys()")) == 1


def test_it_can_be_installed(people: People) -> None:
    ana = _come(people)
    line = ana.context.new_cdp_session(ana.page)
    found = line.send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    for icon in manifest["icons"]:
        answer = ana.page.request.get(f"{ana.home}{icon['src']}")
        assert (answer.status, answer.headers["content-type"].partition(";")[0]) == (200, icon["type"])
    # A window that keeps nothing, as those of tests are, installs nothing either.
    errors = [error["errorId"] for error in line.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert set(errors) <= {"in-incognito"}
