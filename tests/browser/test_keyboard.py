"""The keyboard: it is enough for everything, and the focus is always visible."""

from typing import Any

from playwright.sync_api import TimeoutError, expect

from tests.browser.conftest import People
from tests.browser.people import BUTTONS, Person

_FOCUS = """() => {
  const at = document.activeElement, box = at.getBoundingClientRect();
  const x = box.left + box.width / 2, y = box.top + box.height / 2, top = document.elementFromPoint(x, y);
  const inside = [...(at.labels ?? [])].some((label) => label.contains(top));
  return {
    tag: at.tagName, id: at.id, value: at.value ?? "", text: at.textContent.trim(),
    seen: box.width > 0 && y >= 0 && y <= innerHeight && x >= 0 && x <= innerWidth
      && (inside || at.contains(top) || (top?.contains(at) ?? false)),
    ringed: at.matches(":focus-visible"),
  };
}"""


_AT_REST = f"() => {{ const at = ({_FOCUS})(); return (at.tag === 'BODY' || at.seen) && at; }}"


def _focus(person: Person) -> dict[str, Any]:
    """Return the element that has the focus, once it can be seen: what is drawn above it may move it."""
    try:
        element: dict[str, Any] = person.page.wait_for_function(_AT_REST, timeout=5000).json_value()
    except TimeoutError:
        element = person.page.evaluate(_FOCUS)
    return element


def _tab_to(person: Person, selector: str) -> None:
    """Press Tab until the focus is on what the selector names, if it is not yet."""
    passed = []
    for _ in range(60):
        at = _focus(person)
        # After the last link the focus leaves the page, as it must, and Tab brings it back.
        if at["tag"] != "BODY":
            assert at["seen"], f"the focus cannot be seen at {at}"
            assert at["ringed"], f"no ring shows that the focus is at {at}"
            if person.page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
                return
        passed.append(at["id"] or at["text"][:20])
        person.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}; it passes {passed}.")


def _do_by_keyboard(person: Person, key: str) -> str:
    """Do the one thing that the page asks for, by Tab and `key`."""
    table = person.snapshot()
    if table.asks == "wait" or (table.asks == "choose" and table.chosen):
        person.wait_for_change(table)
        return "wait"
    # The end of a game has more buttons than the one that goes on.
    _tab_to(person, BUTTONS[table.asks])
    person.page.keyboard.press(key)
    if table.asks == "choose":
        person.page.keyboard.press(key)
        person.wait_until_chosen(table)
    else:
        person.wait_for_change(table)
    _focused(person)
    return table.asks


def _focused(person: Person) -> None:
    """Check that the focus is on an element, not on the page as a whole."""
    expect(person.page.locator("body :focus")).to_have_count(1)


def test_a_round_is_played_by_keyboard_and_the_focus_is_never_lost(people: People) -> None:
    ana = people.come(viewport={"width": 900, "height": 600})
    page = ana.page
    page.goto(ana.home)
    _tab_to(ana, "[name=bots][value=mixed]")
    page.keyboard.press("ArrowLeft")
    assert _focus(ana)["value"] == "easy"
    _tab_to(ana, "[name=game][value=classic]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert _focus(ana)["value"] == "tactical"
    _tab_to(ana, "summary")
    page.keyboard.press("Enter")
    _tab_to(ana, "#seats")
    page.keyboard.press("ArrowDown")
    _tab_to(ana, "#name")
    page.keyboard.type("Ana")
    _tab_to(ana, "[value=play]")
    page.keyboard.press("Enter")
    ana.wait_until_ready()
    actions: list[str] = []
    # Play the lowest card in each round, until a row has to be taken.
    while "next" not in actions or "take" not in actions:
        actions.append(_do_by_keyboard(ana, "Enter" if len(actions) % 2 else " "))
        _focused(ana)
        at = _focus(ana)
        assert at["seen"], f"the focus cannot be seen after {actions[-1]}: {at}"
        assert len(actions) < 400
    assert actions[: actions.index("next")].count("choose") == 10


def test_turning_over_cards_keeps_the_focus_on_the_button(people: People) -> None:
    ana = people.come()
    ana.open(game="kids")
    for _ in range(4):
        while ana.snapshot().asks != "flip":
            _do_by_keyboard(ana, "Enter")
        _do_by_keyboard(ana, "Enter")
        _focused(ana)


def test_a_draft_is_picked_by_keyboard(people: People) -> None:
    ana = people.come()
    ana.open(game="logic", seats=2)
    for _ in range(3):
        ana.wait_for_question("pick")
        table = ana.snapshot()
        _tab_to(ana, "[name=card]")
        ana.page.keyboard.press("ArrowRight")
        card = ana.page.evaluate("document.activeElement.value")
        ana.page.keyboard.press("Enter")
        expect(ana.page.locator("#say p").last).to_have_text(f"{card} selected. Press it again to take it.")
        assert ana.snapshot() == table
        ana.page.keyboard.press("Enter")
        ana.wait_for_change(table)
        expect(ana.page.locator(f"button#h{card}")).to_have_count(1)
        _focused(ana)


def _announcement(person: Person, key: str) -> str:
    """Press the key; return the announcement, which must be a new one."""
    count = person.page.locator("#say p").count()
    person.page.keyboard.press(key)
    expect(person.page.locator("#say p")).to_have_count(count + 1)
    return person.page.locator("#say p").last.inner_text()


def test_keys_announce_the_hand_the_rows_the_scores_and_the_players_to_act(people: People) -> None:
    ana = people.come()
    ana.open(seats=3)
    ana.wait_for_question("choose")
    for card in ana.hand():
        assert f"{card} (" in _announcement(ana, "h")
    assert "Row 1, " in _announcement(ana, "r")
    assert "Row 4, " in _announcement(ana, "R")
    assert _announcement(ana, "2").startswith("Row 2, ")
    assert _announcement(ana, "9") == "There is no such row."
    assert "Ana (you) 0" in _announcement(ana, "s")
    assert _announcement(ana, "t").startswith("Choose a card.")
    assert _announcement(ana, "l") == "Nothing has happened yet."


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
    table = ana.snapshot()
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("#hand [aria-current=true]")).to_have_count(1)
    ana.page.keyboard.press("Enter")
    ana.wait_until_chosen(table)


def test_keys_can_be_changed_and_switched_off_and_do_nothing_in_text_fields(people: People) -> None:
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
    count = page.locator("#say p").count()
    page.keyboard.press("Escape")
    page.reload()
    ana.wait_until_ready()
    assert _announcement(ana, "q").startswith("Your hand: ")
    assert _announcement(ana, "s").startswith("Row 1, ")
    for key in ("h", "t", "r"):
        page.keyboard.press(key)
    expect(page.locator("#say p")).to_have_count(count + 2)
    ana.options().get_by_label("Single-key shortcuts").uncheck()
    page.get_by_role("button", name="Close").click()
    for key in ("q", "s", "1", "?"):
        page.keyboard.press(key)
    expect(page.locator("#say p")).to_have_count(count + 2)
    expect(dialog).to_be_hidden()
    _focused(ana)
