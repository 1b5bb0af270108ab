"""The keyboard alone is enough, and one always sees where one is."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.people import Person

_FOCUS = """() => {
  const at = document.activeElement, box = at.getBoundingClientRect();
  const x = box.left + box.width / 2, y = box.top + box.height / 2, top = document.elementFromPoint(x, y);
  const inside = [...(at.labels ?? [])].some((label) => label.contains(top));
  return {
    tag: at.tagName, id: at.id, name: at.name ?? "", value: at.value ?? "", text: at.textContent.trim(),
    seen: box.width > 0 && y >= 0 && y <= innerHeight && x >= 0 && x <= innerWidth
      && (inside || at.contains(top) || (top?.contains(at) ?? false)),
    ringed: at.matches(":focus-visible"),
  };
}"""


def _focus(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = person.page.evaluate(_FOCUS)
    return found


def _tab_to(person: Person, **wanted: str) -> dict[str, Any]:
    """Press Tab until the focus is there, if it is not yet."""
    passed = []
    for _ in range(60):
        at = _focus(person)
        # After the last link the focus leaves the page, as it must, and Tab brings it back.
        if at["tag"] != "BODY":
            assert at["seen"], f"the focus cannot be seen at {at}"
            assert at["ringed"], f"no ring shows that the focus is at {at}"
            if all(at[key] == value for key, value in wanted.items()):
                return at
        passed.append(at["id"] or at["text"][:20])
        person.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {wanted}; it passes {passed}.")


def _do_by_keyboard(person: Person, key: str) -> str:
    """Do the one thing that the page asks for, by Tab and `key`."""
    seen = person.seen()
    if seen.asks == "wait" or (seen.asks == "choose" and seen.chosen):
        person.changed(seen)
        return "wait"
    if seen.asks == "choose":
        _tab_to(person, id=f"h{person.hand()[0]}")
    elif seen.asks in ("take", "side"):
        _tab_to(person, name="place")
    else:
        _tab_to(person, tag="BUTTON")
    person.page.keyboard.press(key)
    if seen.asks == "choose":
        person.page.keyboard.press(key)
        person.done(seen)
    else:
        person.changed(seen)
    _focused(person)
    return seen.asks


def _focused(person: Person) -> None:
    """The focus is somewhere, not on the page as a whole."""
    expect(person.page.locator("body :focus")).to_have_count(1)


def test_a_round_is_played_by_keyboard_alone_with_the_focus_never_lost(people: People) -> None:
    ana = people.come(viewport={"width": 900, "height": 600})
    page = ana.page
    page.goto(ana.home)
    _tab_to(ana, name="game", value="classic")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert _focus(ana)["value"] == "tactical"
    _tab_to(ana, tag="SUMMARY")
    page.keyboard.press("Enter")
    _tab_to(ana, id="seats")
    page.keyboard.press("ArrowDown")
    _tab_to(ana, id="bots")
    _tab_to(ana, id="name")
    page.keyboard.type("Ana")
    _tab_to(ana, value="play")
    page.keyboard.press("Enter")
    ana.ready()
    done: list[str] = []
    # On to the next rounds until a row had to be taken: the lowest card is played each time, so it soon is.
    while "next" not in done or "take" not in done:
        done.append(_do_by_keyboard(ana, "Enter" if len(done) % 2 else " "))
        _focused(ana)
        at = _focus(ana)
        assert at["seen"], f"the focus cannot be seen after {done[-1]}: {at}"
        assert len(done) < 400
    assert done[: done.index("next")].count("choose") == 10


def test_turning_over_cards_keeps_the_focus_on_the_button(people: People) -> None:
    ana = people.come()
    ana.open(game="kids")
    for _ in range(4):
        while ana.seen().asks != "flip":
            _do_by_keyboard(ana, "Enter")
        _do_by_keyboard(ana, "Enter")
        _focused(ana)


def test_a_draft_is_picked_by_keyboard(people: People) -> None:
    ana = people.come()
    ana.open(game="logic", seats=2)
    for _ in range(3):
        ana.asked("pick")
        seen = ana.seen()
        _tab_to(ana, name="card")
        ana.page.keyboard.press("ArrowRight")
        card = ana.page.evaluate("document.activeElement.value")
        ana.page.keyboard.press("Enter")
        expect(ana.page.locator("#say p").last).to_have_text(f"{card} selected. Press it again to take it.")
        assert ana.seen() == seen
        ana.page.keyboard.press("Enter")
        ana.changed(seen)
        expect(ana.page.locator(f"button#h{card}")).to_have_count(1)
        _focused(ana)


def _said(person: Person, key: str) -> str:
    """What is said last after that key; something new must have been said."""
    before = person.page.locator("#say p").count()
    person.page.keyboard.press(key)
    expect(person.page.locator("#say p")).to_have_count(before + 1)
    return person.page.locator("#say p").last.inner_text()


def test_keys_read_the_hand_the_rows_the_scores_and_whose_turn_it_is(people: People) -> None:
    ana = people.come()
    ana.open(seats=3)
    ana.asked("choose")
    for card in ana.hand():
        assert f"{card} (" in _said(ana, "h")
    assert "Row 1, " in _said(ana, "r")
    assert "Row 4, " in _said(ana, "R")
    assert _said(ana, "2").startswith("Row 2, ")
    assert _said(ana, "9") == "There is no such row."
    assert "Ana (you) 0" in _said(ana, "s")
    assert _said(ana, "t").startswith("Choose a card.")
    assert _said(ana, "l") == "Nothing has happened yet."


def test_arrows_go_from_card_to_card_and_enter_lifts_and_sends(people: People) -> None:
    ana = people.come(viewport={"width": 360, "height": 740})
    ana.open(seats=3)
    hand = ana.hand()
    ana.page.locator(f"button#h{hand[0]}").focus()
    for key, at in [
        ("ArrowRight", 1),
        ("ArrowDown", 6),
        ("ArrowLeft", 5),
        ("ArrowUp", 0),
        ("End", 9),
        ("Home", 0),
    ]:
        ana.page.keyboard.press(key)
        assert _focus(ana)["id"] == f"h{hand[at]}", key
    seen = ana.seen()
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("#hand [aria-current=true]")).to_have_count(1)
    ana.page.keyboard.press("Enter")
    ana.done(seen)


def test_keys_can_be_changed_and_switched_off_and_are_quiet_while_one_types(people: People) -> None:
    ana = people.come()
    ana.open(seats=3)
    page = ana.page
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Options & shortcuts")
    expect(dialog).to_be_visible()
    page.get_by_label("Read your hand").fill("q")
    page.get_by_label("Read the rows").fill("s")
    page.get_by_label("Whose turn it is").fill("")
    page.get_by_label("What happened last").focus()
    expect(page.get_by_label("Read the scores")).to_have_value("")
    before = page.locator("#say p").count()
    page.keyboard.press("Escape")
    page.reload()
    ana.ready()
    assert _said(ana, "q").startswith("Your hand: ")
    assert _said(ana, "s").startswith("Row 1, ")
    for key in ("h", "t", "r"):
        page.keyboard.press(key)
    expect(page.locator("#say p")).to_have_count(before + 2)
    ana.menu().get_by_role("button", name="Options & shortcuts").click()
    page.get_by_label("Single-key shortcuts").uncheck()
    page.get_by_role("button", name="Close").click()
    for key in ("q", "s", "1", "?"):
        page.keyboard.press(key)
    expect(page.locator("#say p")).to_have_count(before + 2)
    expect(dialog).to_be_hidden()
    _focused(ana)
