"""Friends by keyboard on a phone: a link, who is here, an invitation, a request after a game, a block."""

from random import Random

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.people import Person
from tests.browser.test_people import press
from tests.browser.test_small_screens import fits_and_is_accessible as check
from tests.server.support.parties import BRIEF
from tests.server.support.playing import Person as Visitor, client_of, play_on
from tests.server.support.serving import Server

_PHONE = {"width": 360, "height": 740}
# The people of one server keep their names until its end, so other tests have others.
_NAMES = ("Fay", "Finn")


def play(people: People, server: Server) -> tuple[Person, Person]:
    """Return two people who keep names, at the table of the game that they have played."""
    visitors = [Visitor(client_of(server.url)) for _name in _NAMES]
    table = visitors[0].open("invite", seats=2, name="Fay", **BRIEF)
    visitors[1].join(table, name="Finn")
    visitors[0].look()
    visitors[0].send("begin")
    play_on(visitors, Random(1))
    for name, visitor in zip(_NAMES, visitors, strict=True):
        visitor.go("/you")
        visitor.send("/you/name", name=name)
    ana, bo = (people.come(name, viewport=_PHONE) for name in _NAMES)
    for person, visitor in zip((ana, bo), visitors, strict=True):
        secret = visitor.client.cookies["sixth-you"]
        person.page.context.add_cookies([{"name": "sixth-you", "value": secret, "url": server.url}])
        person.sit_at(table, visitor.token(table))
        visitor.client.close()
    return ana, bo


def test_two_become_friends_after_a_game_one_invites_the_other_and_is_blocked(
    people: People, server: Server
) -> None:
    ana, bo = play(people, server)
    check(ana, "the result with a button to add a friend")
    press(ana.page, "Add Finn as a friend")
    expect(ana.page.get_by_text("You asked Finn to be friends.")).to_be_visible()
    bo.page.goto(f"{server.url}/you")
    check(bo, "the page of a person who is asked")
    press(bo.page, "Accept: Fay")
    expect(bo.page.locator("#friends li").first).to_contain_text("here now")

    ana.page.goto(f"{server.url}/friends")
    ana.page.get_by_label("Your name").fill("Fay")
    press(ana.page, "Open the table")
    expect(ana.page.get_by_role("heading", name="Invite friends")).to_be_visible()
    check(ana, "the table whose host may invite friends")
    press(ana.page, "Invite Finn")
    expect(ana.page.get_by_text("Invited", exact=True)).to_be_visible()
    bo.page.goto(server.url)
    check(bo, "the first page with an invitation")
    bo.page.get_by_role("link", name="Fay invites you to a table.").focus()
    bo.page.keyboard.press("Enter")
    expect(bo.page.get_by_role("button", name="Sit down")).to_be_visible()

    bo.page.goto(f"{server.url}/you")
    press(bo.page, "Make a link for a friend")
    expect(bo.page.get_by_role("img", name="QR code of the link for a friend")).to_be_visible()
    stranger = people.come("Stranger", viewport=_PHONE)
    stranger.page.goto(bo.page.get_by_label("Link for a friend").input_value())
    expect(stranger.page.get_by_role("heading", name="Be friends with Finn?")).to_be_visible()
    check(stranger, "the page of a link for friends")
    stranger.page.get_by_label("Your name").fill("Flo")
    press(stranger.page, "Yes, be friends")
    expect(stranger.page.get_by_role("heading", name="You and Finn are friends")).to_be_visible()
    check(stranger, "the page of a friendship")
    bo.page.reload()
    summary = bo.page.get_by_text("Remove or block friends")
    summary.focus()
    bo.page.keyboard.press("Enter")
    check(bo, "the page of a person with a friend and a link")
    press(bo.page, "Block: Fay")
    expect(bo.page.get_by_text("Blocked people")).to_be_visible()
