"""An evening with a host on a laptop and three phones: rounds at tables of the site, and a real table."""

import re
from random import Random

from playwright.sync_api import expect

from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.layout import PHONE
from tests.browser.people import Person
from tests.browser.test_people import press
from tests.browser.test_small_screens import fits_and_is_accessible
from tests.server.support.playing import Person as Visitor, client_of, play_on, play_once
from tests.server.support.serving import Server

_LAPTOP = {"width": 1280, "height": 800}


def open_tournament(host: Person, server: Server, **fields: str) -> str:
    """Have somebody open a tournament of short games; return the address of its page."""
    host.page.goto(f"{server.url}/tournaments/new")
    host.page.get_by_label("Name of the tournament").fill("Friday")
    host.page.locator("details.more summary").first.click()
    host.page.locator("#change summary").click()
    host.page.locator("[name=hand]").fill("2")
    host.page.locator("[name=length]").select_option("rounds:1")
    for name, value in fields.items():
        field = host.page.locator(f"[name={name}]")
        if name == "duplicate":
            field.check()
        elif name == "seats":
            field.select_option(value)
        else:
            field.fill(value)
    press(host.page, "Open a tournament")
    expect(host.page.get_by_role("heading", name="Friday")).to_be_visible()
    return host.page.url


def play(*people: Person) -> None:
    """Have people play the game at their table to its end."""
    while any(person.snapshot().asks != "again" for person in people):
        for person in people:
            table = person.snapshot()
            if table.asks in ("choose", "take") and not table.chosen:
                person.do(table)


def test_an_evening_leads_each_phone_from_table_to_table(people: People, server: Server) -> None:
    host = people.come("Hilda", viewport=_LAPTOP)
    address = open_tournament(host, server, rounds="2")
    check_accessibility(host.page, "the page of a host before the first round")
    phones = [people.come(name, viewport=PHONE) for name in ("Ana", "Bo", "Cleo")]
    for phone in phones:
        phone.page.goto(address)
        phone.page.get_by_label("Your name").fill(phone.name)
        press(phone.page, "Join")
        expect(phone.page.get_by_role("heading", name=f"You are in, {phone.name}")).to_be_visible()
    expect(host.page.get_by_text("3 players")).to_be_visible()
    screen = people.come("Wall", viewport=_LAPTOP)
    screen.page.goto(f"{address}/screen")
    expect(screen.page.get_by_text("Cleo")).to_be_visible()
    check_accessibility(screen.page, "the big screen of a tournament")

    press(host.page, "Begin round 1")
    for phone in phones:
        phone.page.wait_for_url(f"{server.url}/t/*")
        phone.wait_until_ready()
    # Whoever comes back from the table stays, and may go there again.
    ana = phones[0]
    ana.page.goto(address)
    expect(ana.page.get_by_role("heading", name="Table 1, seat")).to_be_visible()
    fits_and_is_accessible(ana, "the page of a player whose round goes on")
    press(ana.page, "To your table")
    ana.wait_until_ready()
    play(*phones)
    expect(host.page.get_by_role("heading", name="Round 1 of 2: all results are in")).to_be_visible()
    expect(screen.page.locator(".ranking li")).to_have_count(3)
    # The next round leads on from the table of the last one.
    expect(ana.page.get_by_role("link", name="To the tournament")).to_be_visible()
    before = ana.page.url
    press(host.page, "Begin round 2")
    for phone in phones:
        phone.page.wait_for_url(lambda url: "/t/" in url and url != before)
        phone.wait_until_ready()
    play(*phones)
    expect(host.page.get_by_role("heading", name="Round 2 of 2: all results are in")).to_be_visible()
    press(host.page, "End the tournament")
    expect(host.page.locator(".podium li").first).to_be_visible()
    check_accessibility(host.page, "the end of a tournament")
    ana.page.wait_for_url(address)
    expect(ana.page.locator("#own .podium")).to_be_visible()
    ana.page.locator("#standings summary").nth(1).press("Enter")
    fits_and_is_accessible(ana, "the end of a tournament on a phone")


def test_the_others_with_the_same_cards_are_read_on_a_phone(people: People, server: Server) -> None:
    host = people.come("Hilda", viewport=_LAPTOP)
    address = open_tournament(host, server, duplicate="true", seats="3", rounds="1")
    path = address.removeprefix(server.url)
    ana = people.come("Ana", viewport=PHONE)
    ana.page.goto(address)
    ana.page.get_by_label("Your name").fill("Ana")
    press(ana.page, "Join")
    visitors = [Visitor(client_of(server.url)) for _ in range(5)]
    for name, visitor in zip(("Bo", "Cleo", "Dora", "Emil", "Fay"), visitors, strict=True):
        visitor.go(path)
        visitor.send(f"{path}/join", name=name)
    expect(host.page.get_by_text("6 players")).to_be_visible()
    press(host.page, "Begin round 1")
    ana.page.wait_for_url(f"{server.url}/t/*")
    ana.wait_until_ready()
    table = ana.page.url.rpartition("/")[2]
    for visitor in visitors:
        visitor.go(f"{path}/table")
    elsewhere = [each for each in visitors if each.table != table]
    play_on(elsewhere, Random(1))
    beside = [each for each in visitors if each.table == table]
    while (now := ana.snapshot()).asks != "again":
        for visitor in beside:
            visitor.look()
            play_once(visitor, Random(2))
        if now.asks in ("choose", "take") and not now.chosen:
            ana.do(now)
        else:
            ana.pause()
    expect(host.page.get_by_role("heading", name="Round 1 of 1: all results are in")).to_be_visible()
    ana.page.goto(address)
    ana.page.locator(".fields-of").get_by_role("link", name="Round 1").press("Enter")
    expect(ana.page.get_by_role("heading", name="What the others did with your cards")).to_be_visible()
    expect(ana.page.locator(".field-table .own")).to_have_count(1)
    expect(ana.page.get_by_role("link", name="Replay")).to_have_count(2)
    fits_and_is_accessible(ana, "what the others did with the same cards")
    press(host.page, "End the tournament")
    expect(host.page.locator("#standings").get_by_text("The best game:")).to_be_visible()
    check_accessibility(host.page, "the end of a duplicate")
    for visitor in visitors:
        visitor.client.close()


def test_a_result_at_a_real_table_is_contradicted_and_settled_by_the_host(
    people: People, server: Server
) -> None:
    host = people.come("Hilda", viewport=_LAPTOP)
    host.page.goto(f"{server.url}/tournaments/new")
    host.page.get_by_label("Name of the tournament").fill("Hall")
    host.page.get_by_label("At real tables").check()
    press(host.page, "Open a tournament")
    host.page.wait_for_url(re.compile(r"/tournaments/[b-z2-9]{5}$"))
    path = host.page.url.removeprefix(server.url)
    visitors = [Visitor(client_of(server.url)) for _ in range(3)]
    for name, visitor in zip(("Bo", "Cleo", "Dora"), visitors, strict=True):
        visitor.go(path)
        visitor.send(f"{path}/join", name=name)
    expect(host.page.get_by_text("3 players")).to_be_visible()
    press(host.page, "Begin round 1")
    expect(host.page.get_by_role("link", name="Table 1").first).to_be_visible()
    first, second, _ = visitors
    first.go(path)
    first.send(f"{path}/report", heads1="70", heads2="3", heads3="9")
    second.go(path)
    second.send(f"{path}/report", heads1="71", heads2="3", heads3="9")
    expect(host.page.locator("#say")).to_contain_text("Results that differ: 1.")
    host.page.locator("#host .warning").get_by_role("link").press("Enter")
    expect(host.page.locator("#entry .entered")).to_have_count(2)
    check_accessibility(host.page, "the page of a host with a contradiction")
    for seat, heads in enumerate(("70", "3", "9"), start=1):
        host.page.locator(f"#entry-{seat}").fill(heads)
    host.page.locator("#entry-3").press("Enter")
    expect(host.page.get_by_role("heading", name="Round 1 of 5: all results are in")).to_be_visible()
    for visitor in visitors:
        visitor.client.close()
