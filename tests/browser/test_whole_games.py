"""A whole game in the browser, of two people by an invitation: neither receives a card of the other."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.people import Person, meanwhile


def test_neither_of_two_people_receives_a_card_of_the_other_in_a_whole_game(people: People) -> None:
    ana, bo = people.come("Ana", hears=True), people.come("Bo", hears=True)
    ana.open("invite", game="halves", seats=10, deck="number", deck_size="64")
    ana.page.evaluate("window.stayed = true")
    link = ana.page.get_by_label("Link to this table").input_value()
    bo.join(link)
    expect(ana.page.locator(".players")).to_contain_text("Bo")
    expect(bo.prompt).to_have_text("Waiting for Ana to start.")
    bo.page.evaluate("window.stayed = true")
    for person in (ana, bo):
        # There are no cards before the game.
        person.forget()
    ana.page.get_by_role("button", name="Start the game").click()

    turns = 0
    for person in (ana, bo):
        person.wait_for_question("choose")
    while True:
        first, second = (ana, bo) if turns % 2 else (bo, ana)
        for one, other in ((first, second), (second, first)):
            expect(other.status_of(one.name)).to_have_text("is thinking")
        _neither_received(ana, bo)
        first_card = first.hand()[0]
        assert first.do() == "choose"
        expect(second.status_of(first.name)).to_have_text("has chosen")
        assert f"{first.name} has chosen." in second.page.locator("#say p").last.inner_text()
        _neither_received(ana, bo)
        turns += 1
        second_card = second.hand()[0]
        second.do()
        for person, card in ((first, first_card), (second, second_card)):
            expect(person.page.locator(f"button#h{card}")).to_have_count(0)
        meanwhile((ana, bo), lambda: ana.snapshot().asks == bo.snapshot().asks != "wait")
        # The cards just played are public now, which also shows that the search finds cards.
        assert first_card in _cards(second.received())
        if first.snapshot().asks == "again":
            break
    assert turns == 6

    for person in (ana, bo):
        expect(person.prompt).to_have_text(re.compile(r"^You (came|won)"))
        assert person.page.evaluate("window.stayed")
    assert bo.do() == "again"
    expect(bo.page.locator("#onward")).to_contain_text("Still looking: Ana.")
    expect(ana.page.locator("#again")).to_contain_text("1 of 2 ready")
    expect(ana.page.locator(".ended table")).to_be_visible()
    assert ana.do() == "again"
    for person in (ana, bo):
        person.wait_for_question("choose")
        assert len(person.hand()) == 3
    assert ana.page.evaluate("window.stayed")


def _neither_received(ana: Person, bo: Person) -> None:
    for one, other in ((ana, bo), (bo, ana)):
        received = _cards(one.received())
        # Hands only become smaller: traffic that was searched for a whole hand need not be searched again.
        one.forget()
        leaked = [f"{card} in {received[card]}" for card in other.hand() if card in received]
        assert not leaked, f"{one.name} received cards of {other.name}: {leaked}"


# Attributes with numbers that are no cards.
_NOT_CARDS = re.compile(
    r"""id:\ \d+|from:\ \d+|data-v="\d+"|data-park="\d+"|data-at="[\d.]+"
    |data-(seat|row)="\d+"|127\.0\.0\.1(:\d+)?
    |"(v|now|talk|deck|seats|hand|rows|row_limit|limit|rounds|turn_seconds|bank_seconds)":\d+
    |"(host|seat|game|games|missed|claim|offered|round|part|turn|actor|first|row|number)":\d+
    |"(marks|waited_for|seats_in|counts|totals|winners|out_now|past|until|banks|heads|out)":\[[\d,\[\]nul]*\]
    |name="(after|turn|round|game|place)"\ value="\d+
    |value="\d+"\ autocomplete|(id|to)="(row|place|about|took|status|score)[\d-]+"
    |class="[^"]*\bh\d\b(?=[ "])|\bn\d"
    |[Rr]ound\ \d+|[Tt]urn\ \d+(\ of\ \d+)?|Heads:\ [^.]*\.|[Rr]ow\ \d+
    |\d+\ heads?|\(\d+\ heads?\)
    |deck\ of\ \d+
    |"rules":\[\{"summary":"[^"]*","items":\[(\{"text":"[^"]*","small":\["?[^"]*"?\]\},?)+\]
    |<span\ class="score".*?</span>|<span\ class="cost".*?</span>
    |data-detail="\d"|→\d+|data-aims="[\w:\ ]*"
    |tabindex="-1"|\+\d+|width="\d+"|height="\d+"|SHA-256|&\#\d+;|<head>.*?</head>|<td>.*?</td>|</?h[12]\b""",
    re.VERBOSE | re.DOTALL,
)


def _cards(text: str) -> dict[int, str]:
    """Yield every number in `text` that could be a card, with the text around it."""
    rest = _NOT_CARDS.sub(" ", text)
    numbers = re.finditer(r"(?<![A-Za-z0-9])[chp]?(\d{1,3})(?![A-Za-z0-9])", rest)
    return {int(each[1]): rest[max(0, each.start() - 80) : each.end() + 80] for each in numbers}
