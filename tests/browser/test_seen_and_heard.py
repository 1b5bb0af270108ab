"""Checks beyond axe: wide text is not cut off, no focus is hidden, and announcements can be reduced."""

from typing import Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import People
from tests.browser.people import Person

_PHONE: Final[ViewportSize] = {"width": 360, "height": 640}
_DESK: Final[ViewportSize] = {"width": 1280, "height": 800}

_WIDE: Final = """for (const one of document.querySelectorAll("*")) {
  one.style.setProperty("line-height", "1.5", "important");
  one.style.setProperty("letter-spacing", "0.12em", "important");
  one.style.setProperty("word-spacing", "0.16em", "important");
  if (one.matches("p")) one.style.setProperty("margin-bottom", "2em", "important");
}"""
"""The text spacing of WCAG 1.4.12."""

_WIDEST: Final = """for (const one of document.querySelectorAll(".card b")) {
  one.textContent = "104";
  one.className = "long";
}"""

_CUT: Final = """() => {
  const root = document.documentElement;
  const cut = root.scrollWidth > root.clientWidth ? ["the page"] : [];
  for (const one of document.querySelectorAll("body *")) {
    const style = getComputedStyle(one);
    const hides = [style.overflowX, style.overflowY].some((each) => ["hidden", "clip"].includes(each));
    // Where players are many on a phone, a mark stands for what each of them does.
    if (!hides || style.fontSize === "0px" || !one.checkVisibility()) continue;
    if (one.closest("svg, .only-read, [aria-hidden=true]") || style.clipPath !== "none") continue;
    if (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
      cut.push(`${one.className || one.id || one.tagName}: ${one.textContent.trim()}`);
  }
  // A line that stands over what comes next cannot be read either.
  const prompt = document.querySelector("#prompt");
  if (prompt && prompt.scrollHeight > prompt.offsetHeight) cut.push("#prompt");
  return cut;
}"""

_SMALL: Final = """() => {
  const pressed = document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary");
  const small = [];
  for (const one of pressed) {
    const beside = [...one.parentElement.childNodes].filter((node) => node.nodeType === 3);
    if (!one.checkVisibility() || (one.matches("a") && beside.some((text) => text.data.trim()))) continue;
    const box = (one.matches("[type=radio], [type=checkbox]") ? one.labels[0] : one).getBoundingClientRect();
    if (box.width < 24 || box.height < 24) small.push(`${one.textContent.trim()} ${box.width}×${box.height}`);
  }
  return small;
}"""
"""Controls less than 24 pixels wide or high, except those in a sentence."""

_HIDDEN: Final = """() => {
  const at = document.activeElement;
  if (at === document.body) return "";
  const shown = at.matches("[type=radio], [type=checkbox]") ? at.labels[0] : at;
  const box = shown.getBoundingClientRect();
  for (const x of [0.1, 0.5, 0.9]) for (const y of [0.1, 0.5, 0.9]) {
    const top = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
    if (top && (shown.contains(top) || top === at)) {
      if (at.dataset.passed) return "round";
      at.dataset.passed = "yes";
      return "";
    }
  }
  return `hidden: ${at.id || at.textContent.trim()}`;
}"""
"""Whether the element with the focus is hidden; "round" where it had the focus before."""


def _is_whole(page: Page, where: str) -> None:
    page.evaluate(_WIDE)
    assert page.evaluate(_CUT) == [], where


@pytest.mark.parametrize("size", [_PHONE, _DESK], ids=["phone", "desk"])
def test_text_may_be_set_wider_and_nothing_is_cut_off(people: People, size: ViewportSize) -> None:
    ana = people.come(viewport=size)
    ana.page.goto(ana.home)
    _is_whole(ana.page, "first page")
    ana.open(seats=4)
    # News would draw parts of the table anew, as wide as before.
    ana.wait_until_only("Ana")
    ana.page.locator("#hand button").first.click()
    # The widest numbers that a deal can bring.
    ana.page.evaluate(_WIDEST)
    _is_whole(ana.page, "a card lifted")


def _never_hides_the_focus(person: Person, where: str) -> None:
    for _ in range(120):
        person.page.keyboard.press("Tab")
        hidden = person.page.evaluate(_HIDDEN)
        assert not hidden.startswith("hidden"), f"{where}: {hidden}"
        if hidden == "round":
            return
    raise AssertionError(f"{where}: the focus never comes round")


def test_on_a_phone_controls_are_large_enough_and_the_hand_hides_no_focus(people: People) -> None:
    ana = people.come(viewport=_PHONE)
    ana.page.goto(ana.home)
    assert ana.page.evaluate(_SMALL) == []
    _never_hides_the_focus(ana, "first page")
    ana.open("invite", seats=4)
    assert ana.page.evaluate(_SMALL) == []
    ana.page.get_by_role("button", name="Start the game").click()
    ana.wait_for_question("choose")
    ana.do()
    ana.play_until("choose")
    ana.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert ana.page.evaluate(_SMALL) == []
    ana.page.evaluate("document.querySelector('#menu').open = false")
    ana.page.locator("#hand button").first.click()
    ana.page.evaluate("scrollTo(0, 0)")
    _never_hides_the_focus(ana, "a card lifted")


def test_the_detail_of_announcements_can_be_chosen(people: People) -> None:
    ana = people.come()
    ana.open(seats=3)
    for wish, levels, other_levels in (
        ("Brief", "1", "23"),
        ("What happens", "12", "3"),
        ("Everything", "123", ""),
    ):
        ana.options().get_by_label(wish, exact=True).check()
        ana.page.get_by_role("button", name="Close").click()
        ana.page.locator("#say").evaluate("log => log.replaceChildren()")
        ana.do()
        ana.play_until("choose")
        for detail in levels:
            expect(ana.page.locator(f"#say [data-detail='{detail}']").first).to_be_visible()
        for detail in other_levels:
            announcements = ana.page.locator(f"#say [data-detail='{detail}']")
            expect(announcements.first).to_be_attached()
            expect(announcements.locator("visible=true")).to_have_count(0)
