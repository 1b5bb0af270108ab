"""Real tables of a tournament: the score pad of one phone hands over what another phone confirms."""

import json
import re

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.layout import PHONE
from tests.browser.pads import Pad
from tests.browser.people import Person
from tests.browser.test_people import press
from tests.browser.test_small_screens import fits_and_is_accessible
from tests.server.support.serving import Server

_CUT = "ERR_INTERNET_DISCONNECTED"


def open_hall(host: Person, server: Server) -> str:
    """Have somebody open a tournament at real tables; return the address of its page."""
    host.page.goto(f"{server.url}/tournaments/new")
    host.page.get_by_label("Name of the tournament").fill("Hall")
    host.page.get_by_label("At real tables").check()
    press(host.page, "Open a tournament")
    host.page.wait_for_url(re.compile(r"/tournaments/[b-z2-9]{5}$"))
    return host.page.url


def join(phone: Person, address: str) -> None:
    """Have somebody join a tournament by its address."""
    phone.page.goto(address)
    phone.page.get_by_label("Your name").fill(phone.name)
    press(phone.page, "Join")
    expect(phone.page.get_by_role("heading", name=f"You are in, {phone.name}")).to_be_visible()


def open_pad(phone: Person) -> Pad:
    """Open the score pad from the page of a player whose round goes on."""
    phone.page.get_by_role("link", name="Keep the score round by round").press("Enter")
    expect(phone.page).to_have_url(re.compile("/pad$"))
    pad = Pad.__new__(Pad)
    pad.person, pad.page = phone, phone.page
    expect(pad.title).to_contain_text("Table 1 · Round 1 of 5 · Hall")
    return pad


def seats_of(pad: Pad) -> list[str]:
    """Return the names on a pad, by seat."""
    return pad.page.locator("#lines .name").all_inner_texts()


def test_a_pad_hands_its_totals_to_the_tournament_and_another_phone_confirms(
    people: People, server: Server
) -> None:
    host = people.come("Hilda", viewport={"width": 1280, "height": 800})
    address = open_hall(host, server)
    ana, bo = (
        people.come(name, viewport=PHONE, service_workers="allow" if name == "Ana" else "block")
        for name in ("Ana", "Bo")
    )
    cleo = people.come("Cleo", viewport=PHONE)
    for phone in (ana, bo, cleo):
        join(phone, address)
    expect(host.page.get_by_text("3 players")).to_be_visible()
    press(host.page, "Begin round 1")
    expect(ana.page.get_by_role("heading", name="Table 1, seat")).to_be_visible()
    mates = ana.page.locator("#own .mates li").all_inner_texts()

    pad = open_pad(ana)
    assert seats_of(pad) == mates
    # Who plays and when the game ends is the tournament's.
    expect(pad.page.locator("#setup")).to_be_hidden()
    expect(pad.button("Hand the totals to the tournament")).to_be_hidden()
    first, second, third = mates
    pad.enter(**{first: "40", second: "9", third: "12"})
    # Who comes back by the tournament goes on where they were.
    pad.page.get_by_role("link", name="To the tournament").press("Enter")
    pad = open_pad(ana)
    assert pad.totals() == [40, 9, 12]

    ana.wait_for_worker()
    ana.forgive(_CUT)
    ana.context.set_offline(True)
    pad.enter(**{first: "30", second: "3"})
    expect(pad.standing).to_contain_text("The game is over.")
    hand = pad.button("Hand the totals to the tournament")
    hand.press("Enter")
    expect(pad.page.locator("#handed")).to_contain_text("No connection. Nothing is lost")
    pad.go()
    assert pad.totals() == [70, 12, 12]
    ana.context.set_offline(False)
    hand.press("Enter")
    said = pad.page.locator("#handed")
    expect(said).to_have_text("Handed over. Another player of the table has to confirm it.")
    expect(hand).to_be_hidden()
    fits_and_is_accessible(ana, "the score pad after it has handed over its totals")
    pad.go()
    expect(said).to_have_text("Handed over. Another player of the table has to confirm it.")

    entered = bo.page.locator("#own .entered")
    expect(entered).to_contain_text("Ana has entered:")
    assert "".join(entered.inner_text().split()).endswith(f"{first}70,{second}12,{third}12")
    press(bo.page, "Confirm")
    expect(host.page.get_by_role("heading", name="Round 1 of 5: all results are in")).to_be_visible()
    # Other totals contradict what holds.
    pad.button("Undo").press("Enter")
    pad.enter(**{first: "31", second: "3"})
    hand.press("Enter")
    expect(said).to_contain_text("Somebody has entered other heads for your table; the host sees it, too.")


def test_a_pad_asks_about_heads_that_cannot_be_and_says_that_a_round_is_over(
    people: People, server: Server
) -> None:
    host = people.come("Hilda", viewport={"width": 1280, "height": 800})
    address = open_hall(host, server)
    phones = [people.come(name, viewport=PHONE) for name in ("Ana", "Bo", "Cleo")]
    for phone in phones:
        join(phone, address)
    expect(host.page.get_by_text("3 players")).to_be_visible()
    press(host.page, "Begin round 1")
    ana, bo, _cleo = phones
    ana.forgive("status of 422|status of 409")
    expect(ana.page.get_by_role("heading", name="Table 1, seat")).to_be_visible()
    pad = open_pad(ana)
    first, second, third = seats_of(pad)
    pad.enter(**{first: "500", second: "9", third: "12"})
    pad.button("Hand the totals to the tournament").press("Enter")
    said = pad.page.locator("#handed")
    expect(said).to_contain_text("Cards cannot add up to 500.")
    fits_and_is_accessible(ana, "the score pad that is asked about heads")
    pad.button("Yes, it is right").press("Enter")
    expect(said).to_have_text("Handed over. Another player of the table has to confirm it.")
    expect(bo.page.locator("#own .entered")).to_contain_text("500")
    press(bo.page, "Confirm")
    expect(host.page.get_by_role("heading", name="Round 1 of 5: all results are in")).to_be_visible()
    press(host.page, "Begin round 2")
    expect(host.page.get_by_role("heading", name="Round 2 of 5")).to_be_visible()
    pad.button("Undo").press("Enter")
    pad.enter(**{first: "70", second: "9", third: "12"})
    pad.button("Hand the totals to the tournament").press("Enter")
    expect(said).to_contain_text("over")
    expect(pad.button("Hand the totals to the tournament")).to_be_visible()
    assert pad.totals() == [70, 9, 12]


def test_the_host_renames_somebody_by_keyboard(people: People, server: Server) -> None:
    host = people.come("Hilda", viewport=PHONE)
    address = open_hall(host, server)
    bo = people.come("Bo", viewport=PHONE)
    join(bo, address)
    press(host.page, "Rename: Bo")
    field = host.page.get_by_label("Name", exact=True)
    expect(field).to_be_focused()
    fits_and_is_accessible(host, "the form that renames somebody")
    field.fill("Bob")
    field.press("Enter")
    expect(host.page.get_by_role("link", name="Rename: Bob")).to_be_visible()
    expect(bo.page.get_by_role("heading", name="You are in, Bob")).to_be_visible()


def test_a_broken_link_to_a_table_says_so_and_leaves_the_pad_as_it_was(people: People) -> None:
    ana = people.come("Ana")
    pad = Pad(ana)
    pad.players("Ana", "Bo")
    pad.enter(Ana="1", Bo="2")
    good = {
        "code": "bbbbb",
        "round": 1,
        "table": 1,
        "key": "abcd",
        "name": "Table 1",
        "heads": "classic",
        "end": {"kind": "score", "count": 66},
        "players": ["Ana", "Bo", "Cy"],
    }
    for text in ("", "%", "%7B", "null", *(json.dumps({**good, **bad}) for bad in _BAD)):
        pad.page.goto("about:blank")
        pad.page.goto(f"{ana.home}/pad#t={text}")
        expect(pad.note).to_have_text("This link has no game in it, or only a part.")
        assert pad.totals() == [1, 2]


_BAD = (
    {"code": "../x"},
    {"round": "1/../.."},
    {"players": "Ana"},
    {"players": [1, 2, 3]},
    {"heads": "none"},
    {"end": {"kind": "score", "count": 0}},
)
