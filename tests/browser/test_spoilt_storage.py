"""Damaged browser storage, by a mistake of ours or by another party: no page breaks."""

import json
from typing import Final

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.people import NO_STORAGE

_KEYS: Final = ("sixth-table", "sixth-games", "sixth-notify")
"""The keys of all pages but the score pad (`test_pad.py`); a table has further keys of its own."""

_SPOIL: Final = """([keys, value]) => {
  const here = [`sixth-kept:${location.pathname}`, `sixth-muted-${location.pathname.slice(3)}`];
  for (const key of [...keys, ...here]) {
    localStorage.setItem(key, value);
    sessionStorage.setItem(key, value);
  }
}"""

_TABLES: Final = [
    {"id": "../about", "game": "x", "at": 1},
    {"id": ["abc"], "game": "x", "at": 1},
    {"id": "abc", "game": {"toString": 1}, "at": 1},
    {"id": "abc", "game": "x" * 1_000, "at": 1},
    {"id": "abc", "game": "x", "at": 1e300},
    {"id": "abc", "game": "x"},
    {"id": "fine", "game": "<img src=x onerror=alert(1)>", "at": 0},
]


_SPOILT: Final = (
    "{",
    "[" * 10_000,
    "7",
    json.dumps(_TABLES * 50),
    json.dumps({"speed": {}, "detail": ["brief"], "once": "yes", "keys": {"hand": "<script>", "rows": 5}}),
    json.dumps({"keys": "hrs", "__proto__": {"speed": "off"}, "card": {}, "round": [], "turn": -1}),
)


def test_no_page_breaks_with_damaged_storage(people: People) -> None:
    ana = people.come("Ana")
    ana.open(seats=2)
    page, table = ana.page, ana.page.url
    for value in _SPOILT:
        page.evaluate(_SPOIL, [_KEYS, value])
        page.reload()
        ana.wait_until_ready()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog"), value[:80]).to_be_visible()
        page.keyboard.press("Escape")
        assert ana.do() == "choose", value[:80]
        ana.play_until("choose")
        page.evaluate(_SPOIL, [_KEYS, value])
        page.goto(ana.home)
        expect(page.get_by_role("button", name="Play now Classic"), value[:80]).to_be_visible()
        page.goto(f"{ana.home}/mine")
        expect(page.locator("#none"), value[:80]).to_be_visible()
        expect(page.locator("#note"), value[:80]).to_contain_text("could not be read")
        page.goto(f"{ana.home}/learn/1")
        page.keyboard.press("h")
        expect(page.locator("#say"), value[:80]).to_contain_text("Your hand: 15")
        page.goto(table)


def test_the_first_page_and_a_table_work_without_storage(people: People) -> None:
    ana = people.come("Ana")
    ana.context.add_init_script(NO_STORAGE)
    ana.context.add_init_script('Object.defineProperty(navigator, "cookieEnabled", {get: () => false});')
    ana.open(seats=2, game="both-ends")
    # Without cookies there would be no seat either: the page says so.
    expect(ana.page.get_by_text("Cookies are off in this browser")).to_be_in_viewport()
    ana.page.get_by_role("button", name="Got it").click()
    expect(ana.page.locator("#differs")).not_to_have_attribute("open", "")
    ana.page.keyboard.press("?")
    ana.page.get_by_label("Fast").check()
    ana.page.keyboard.press("Escape")
    assert ana.do() == "choose"
