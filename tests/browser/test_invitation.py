"""Invitations: the link, its QR code, and the seats that they offer."""

import zxingcpp
from playwright.sync_api import expect

from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.people import Person, begin_together
from tests.server.support.playing import visiting

_PIXELS = """async (image) => {
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height), draw = canvas.getContext("2d");
  draw.drawImage(image, 0, 0, image.width, image.height);
  const {data} = draw.getImageData(0, 0, image.width, image.height);
  return [image.width, image.height, Array.from({length: data.length / 4}, (_, at) => data[4 * at])];
}"""


def _scanned(person: Person) -> list[str]:
    """Return the text that a phone reads from the QR code on the screen."""
    image = person.page.get_by_alt_text("QR code of the link")
    width, height, greys = image.evaluate(_PIXELS)
    picture = memoryview(bytes(greys)).cast("B", (height, width))
    return [code.text for code in zxingcpp.read_barcodes(picture)]


def test_link_code_and_qr_code_are_in_sight_at_once_and_lead_to_the_table(people: People) -> None:
    """On a phone, where the link is copied by one press."""
    permissions = ["clipboard-read", "clipboard-write"]
    ana = people.come(viewport={"width": 360, "height": 740}, permissions=permissions)
    ana.context.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    ana.open("invite")
    page = ana.page
    link = page.get_by_label("Link to this table")
    for part in (link, page.locator(".code b"), page.get_by_role("img")):
        expect(part).to_be_in_viewport(ratio=1)
    assert link.input_value() == page.url
    assert _scanned(ana) == [page.url]
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator(".invite").get_by_role("status")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("window.shared")
    assert page.evaluate("window.shared.url") == page.url


def test_the_invitation_is_available_as_long_as_the_table_exists(people: People) -> None:
    ana, bo = people.come("Ana", permissions=["clipboard-read", "clipboard-write"]), people.come("Bo")
    begin_together(ana, bo, seats=3)
    for person in (ana, bo):
        expect(person.page.locator("#invite")).to_be_hidden()
        person.page.locator("#invite-after summary").click()
        expect(person.page.locator("#invite .code b")).to_be_visible()
    ana.page.get_by_role("button", name="Copy the link").click()
    expect(ana.page.locator(".invite").get_by_role("status")).to_have_text("Copied")


def test_a_new_player_tries_a_lesson_during_the_wait(people: People) -> None:
    ana, bo = people.come("Ana"), people.come("Bo", viewport={"width": 360, "height": 740})
    ana.open("invite", seats=3)
    bo.page.goto(ana.page.url)
    bo.page.get_by_text("Never played?").click()
    for row, verdict in (("12", "No: the 37 is closer."), ("37", "Yes: the 37 is the closest lower end.")):
        bo.page.locator(".lesson details summary").filter(has_text=row).first.click()
        expect(bo.page.get_by_text(verdict)).to_be_visible()
    # News of the table leave the lesson open; a returning player is not asked.
    with visiting(ana.home) as cy:
        cy.join(ana.page.url.rpartition("/")[2], name="Cy")
    expect(bo.page.locator(".players")).to_contain_text("Cy")
    expect(bo.page.get_by_text("Yes: the 37 is the closest lower end.")).to_be_visible()
    check_accessibility(bo.page, "the lesson of a minute")
    ana.page.get_by_role("button", name="Start the game").click()
    expect(bo.page.locator(".lesson")).to_have_count(0)
    ana.wait_for_question("choose")
    ana.do()
    expect(bo.status_of("Ana")).to_have_text("has chosen")
    ana.page.goto(ana.home)
    ana.open("invite", seats=3)
    expect(ana.page.locator(".lesson")).to_have_count(0)


def test_a_newcomer_during_a_game_sees_the_table_but_no_hand(people: People) -> None:
    ana, bo = people.come("Ana"), people.come("Bo")
    ana.open(seats=2)
    bo.page.goto(ana.page.url)
    expect(bo.prompt).to_have_text("Waiting for Ana to choose.")
    assert bo.hand() == []
    ana.do()
    expect(bo.page.locator(".told")).to_be_visible()
    assert bo.hand() == []
    # A typed name stays while the game goes on, and the seat is there after the round.
    bo.page.get_by_label("Your name").fill("Bo")
    ana.do()
    expect(bo.page.get_by_label("Your name")).to_have_value("Bo")
    bo.page.get_by_role("button", name="Sit down").click()
    expect(bo.page.locator("#late")).to_contain_text("You're in from the next round, replacing")
    expect(ana.page.locator("#players")).to_contain_text("then Bo")
    assert bo.hand() == []
    bo.page.get_by_role("button", name="Just watch").click()
    expect(ana.page.locator("#players")).not_to_contain_text("then Bo")
