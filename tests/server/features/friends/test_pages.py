"""Friends over a real socket: links, requests after a game, who is here, invitations, blocks, and the end."""

import json
import re
from pathlib import Path
from random import Random

from sixth.server.app import FEATURES
from sixth.server.features.friends.feature import FRIENDS
from sixth.server.features.friends.invitations import INVITATION_MS
from sixth.server.features.friends.links import LINK_MS
from sixth.server.features.friends.service import HERE_MS
from sixth.server.features.friends.tables import friend_invitations, friend_links
from sixth.server.people.tables import person_ties
from tests.server.support.hosting import Clock, Site, hosting, until
from tests.server.support.parties import BRIEF
from tests.server.support.playing import ASKS_FOR_PAGE, Person, keep_name, own_lines, play_on
from tests.server.support.wire import do

FORM = "/you/friends"
LINK = "/you/friends/link"


def keep(site: Site, name: str) -> Person:
    """Return a person who keeps a name."""
    return keep_name(site.person(), name)


def id_of(person: Person) -> str:
    """Return the id of a person."""
    line = person.client.get("/you/export.jsonl").text.splitlines()[0]
    return str(json.loads(line)["id"])


def link_of(person: Person) -> str:
    """Have a person make a link for a friend; return its path."""
    person.go("/you")
    person.send(LINK)
    link = re.search(r"/you/friend/[a-z0-9-]+", person.page.html)
    assert link is not None
    return link[0]


def befriend(one: Person, other: Person) -> None:
    """Make two people friends by a link."""
    link = link_of(one)
    other.go(link)
    other.send(link)


def friends_of(person: Person) -> list[str]:
    """Return the lines of the list of friends of a person."""
    person.go("/you")
    section = person.page.by_id["friends"]
    lists = [each for each in section.inside if not isinstance(each, str) and each.tag == "ul"]
    return [line.text for each in lists for line in each.all("li") if "wants to be" not in line.text]


def answer(person: Person, kind: str, other: str) -> None:
    """Have a person answer, remove or block another by the buttons of their own page."""
    person.go("/you")
    pattern = rf'name="person" value="([a-z0-9]+)"[^>]*><button name="answer" value="{kind}"[^>]*: {other}"'
    match = re.search(pattern, person.page.html)
    assert match is not None, f"no button to {kind} {other}"
    person.client.post(FORM, data={"person": match[1], "answer": kind})


def play(site: Site, one: Person, other: Person) -> str:
    """Have two people play a short game together to its end; return the table."""
    table = one.open("invite", seats=2, name="One", **BRIEF)
    other.join(table, name="Other")
    one.look()
    one.send("begin")
    play_on([one, other], Random(1))
    one.look()
    other.look()
    return table


def ask(person: Person) -> None:
    """Have a person ask the one they have played with to be friends."""
    person.send(f"/t/{person.table}/friends")


# ------------------------------------------------------------------ links


def test_a_link_makes_two_people_friends_once(site: Site) -> None:
    ana, bo, cy = (keep(site, name) for name in ("Ana", "Bo", "Cy"))
    link = link_of(ana)
    assert ana.client.get("/you/friends/link.svg").status_code == 200
    assert "Be friends with Ana?" in bo.go(link).html
    assert friends_of(bo) == []
    bo.go(link)
    bo.send(link)
    assert friends_of(bo) == ["Ana · here now"]
    assert friends_of(ana) == ["Bo · here now"]
    for method in ("GET", "POST"):
        answer = cy.client.request(method, link, headers=ASKS_FOR_PAGE)
        assert "This link was used or is too old" in answer.text
    assert friends_of(cy) == []


def test_a_link_for_friends_needs_a_name_on_both_sides(site: Site) -> None:
    ana, guest = keep(site, "Ana"), site.person()
    link = link_of(ana)
    assert "choose a name on “Your page”" in guest.go(link).html
    guest.client.post(link, headers=ASKS_FOR_PAGE)
    guest.open("play", seats=2, bots="random", name="Guest", **BRIEF)
    assert "/you/friends" not in guest.go("/you").forms
    guest.client.post(LINK)
    assert friends_of(ana) == []


def test_a_link_for_friends_ends_after_seven_days_and_with_a_new_one(site: Site, clock: Clock) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    old, new = link_of(ana), link_of(ana)
    assert bo.client.get(old).status_code == 404
    assert bo.client.get(new).status_code == 200
    clock.forward(LINK_MS)
    assert bo.client.get(new).status_code == 404
    bo.client.post(new)
    assert friends_of(bo) == []


def test_a_link_for_friends_is_shown_by_the_browser_that_made_it_alone(site: Site, tmp_path: Path) -> None:
    ana, phone = keep(site, "Ana"), site.person()
    ana.go("/you")
    ana.send("/you/link")
    device = re.search(r"/you/device/[a-z0-9-]+", ana.page.html)
    assert device is not None
    phone.go(device[0])
    phone.send(device[0])
    link = link_of(ana)
    assert link not in phone.go("/you").html
    assert phone.client.get("/you/friends/link.svg").status_code == 404
    files = b"".join(path.read_bytes() for path in tmp_path.glob("*.sqlite3*"))
    assert link.rpartition("/")[2].encode() not in files


# ------------------------------------------------------------------ after a game


def test_people_with_names_become_friends_after_a_game_if_both_agree(site: Site) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    play(site, ana, bo)
    assert "Add Other as a friend" in ana.page.html
    ask(ana)
    assert "You asked Other to be friends." in ana.page.html
    assert friends_of(ana) == []
    assert "Ana wants to be your friend" in re.sub(r"\s*<[^>]*>", "", bo.go("/you").html)
    answer(bo, "accept", "Ana")
    assert friends_of(bo) == ["Ana · here now"]
    assert friends_of(ana) == ["Bo · here now"]
    assert "as a friend" not in ana.look().html


def test_who_is_declined_does_not_notice_and_cannot_ask_again(site: Site) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    table = play(site, ana, bo)
    ana.look()
    form = dict(ana.page.forms[f"/t/{table}/friends"].fields)
    ask(ana)
    before = ana.look().html
    answer(bo, "decline", "Ana")
    assert ana.look().html == before
    ana.client.post(f"/t/{table}/friends", data=form)
    assert "Ana" not in bo.go("/you").text("friends")
    bo.look()
    ask(bo)
    assert friends_of(ana) == ["Bo · here now"]


def test_nobody_is_asked_by_people_who_have_not_played_with_them(site: Site) -> None:
    ana, bo, cy = (keep(site, name) for name in ("Ana", "Bo", "Cy"))
    table = play(site, ana, bo)
    form = dict(ana.page.forms[f"/t/{table}/friends"].fields)
    assert f"/t/{table}/friends" not in cy.go(f"/t/{table}").forms
    known, unknown = (
        cy.client.post(f"/t/{table}/friends", data=data) for data in (form, {"player": "0" * 16})
    )
    assert known.status_code == unknown.status_code == 404
    assert known.text == unknown.text
    assert "Cy" not in bo.go("/you").text("friends")
    guest = site.person()
    play(site, ana, guest)
    assert "as a friend" not in ana.page.html
    assert "as a friend" not in guest.page.html


def test_nobody_is_asked_by_a_newcomer_who_comes_after_the_game(site: Site) -> None:
    ana, bo, cy = (keep(site, name) for name in ("Ana", "Bo", "Cy"))
    table = ana.open("invite", seats=3, name="Ana", **BRIEF)
    bo.join(table, name="Bo")
    ana.look()
    ana.send("begin")
    play_on([ana, bo], Random(1))
    cy.client.post(f"/t/{table}/sit", data={"name": "Cy"})
    assert "Cy" in str(site.table(table).seats[2].claim)
    short = str(site.table(table).seats[1].token)[:16]
    assert cy.client.post(f"/t/{table}/friends", data={"player": short}).status_code == 404
    assert ana.client.post(f"/t/{table}/friends", data={"player": short}).status_code == 200
    requests = bo.go("/you").text("friends")
    assert ("Ana" in requests, "Cy" in requests) == (True, False)


def test_nobody_is_asked_before_the_first_game_has_ended(site: Site) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    old = play(site, ana, bo)
    table = ana.open("invite", seats=2, name="One", **BRIEF)
    bo.join(table, name="Other")
    short = site.table(table).seats[1].token
    assert short is not None
    answers = [ana.client.post(f"/t/{each}/friends", data={"player": short[:16]}) for each in (table, old)]
    assert [each.status_code for each in answers] == [404, 404]
    assert "Ana" not in bo.go("/you").text("friends")


# ------------------------------------------------------------------ here, and where


def test_friends_see_who_is_here_and_at_which_open_table(site: Site, clock: Clock) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    befriend(ana, bo)
    clock.forward(HERE_MS)
    assert friends_of(bo) == ["Ana"]
    ana.look()
    assert friends_of(bo) == ["Ana · here now"]
    assert "Ana here now" in own_lines(bo)
    table = ana.open("invite", seats=2, name="Ana", pace="calm", listed="true", **BRIEF)
    clock.forward(HERE_MS)
    assert friends_of(bo) == ["Ana · here now Open table"]
    assert f'href="/t/{table}"' in bo.page.html
    assert "Ana Open table" in own_lines(bo)
    assert f'href="/t/{table}"' in bo.page.html
    bo.join(table, name="Bo")
    clock.forward(HERE_MS)
    assert friends_of(bo) == ["Ana"]
    assert not [line for line in own_lines(bo) if "Ana" in line]


def test_friends_are_here_as_long_as_they_play(site: Site, clock: Clock) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    befriend(ana, bo)
    table = ana.open("play", seats=2, bots="random", name="Ana", **BRIEF)
    game = site.table(table)
    clock.forward(HERE_MS)
    assert friends_of(bo) == ["Ana"]
    assert game.state is not None
    do(ana, "choose", game=1, round=1, turn=1, card=min(game.state.hands[0]))
    until(lambda: friends_of(bo) == ["Ana · here now"], "the friend was noted as here")


def test_nobody_but_friends_learns_who_is_here(site: Site) -> None:
    ana, bo, cy = (keep(site, name) for name in ("Ana", "Bo", "Cy"))
    befriend(ana, bo)
    play(site, ana, cy)
    ask(cy)
    for page in ("/you", "/"):
        assert "here now" not in cy.go(page).html
    cy.go("/you")
    assert "Ana" not in cy.page.text("friends")
    answer(bo, "remove", "Ana")
    assert friends_of(bo) == friends_of(ana) == []


def test_a_page_for_friends_is_shown_to_friends_and_hidden_from_all_others(site: Site) -> None:
    ana, bo, cy = (keep(site, name) for name in ("Ana", "Bo", "Cy"))
    befriend(ana, bo)
    page = f"/people/{id_of(ana)}"
    missing = cy.client.get("/people/bcdfghjkmnpqrs")
    assert bo.client.get(page).status_code == 404
    ana.go("/you")
    ana.send("/you/shown", shown="friends")
    assert "Ana" in bo.go(page).html
    assert page in bo.go("/you").html
    for other in (cy, site.person()):
        hidden = other.client.get(page)
        assert (hidden.status_code, hidden.text.replace(page, "")) == (
            404,
            missing.text.replace("/people/bcdfghjkmnpqrs", ""),
        )
    answer(ana, "remove", "Bo")
    assert bo.client.get(page).status_code == 404


# ------------------------------------------------------------------ blocks


def test_a_blocked_person_sees_and_reaches_nothing_and_does_not_notice(site: Site) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    befriend(ana, bo)
    answer(ana, "block", "Bo")
    assert friends_of(bo) == friends_of(ana) == []
    assert "Bo" in ana.page.text("friends")
    assert "Ana" not in bo.page.text("friends")
    link = link_of(ana)
    unknown = "/you/friend/bcdfghjkmnpqrs-bcdfghjkmnpqrs"
    blocked, missing = (bo.client.get(each) for each in (link, unknown))
    assert blocked.status_code == missing.status_code == 404
    assert blocked.text.replace(link, "") == missing.text.replace(unknown, "")
    bo.client.post(link)
    assert friends_of(bo) == []
    play(site, ana, bo)
    assert "as a friend" not in ana.page.html
    ask(bo)
    assert "You asked One to be friends." in bo.page.html
    assert "wants to be your friend" not in ana.go("/you").html
    answer(ana, "unblock", "Bo")
    assert "wants to be your friend" not in ana.go("/you").html
    assert "Bo" not in ana.page.text("friends")


def test_a_name_that_somebody_keeps_after_they_were_blocked_is_not_shown(site: Site) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    befriend(ana, bo)
    answer(ana, "block", "Bo")
    bo.go("/you")
    bo.send("/you/name", name="Newcomer")
    shown = ana.go("/you").html + ana.client.get("/you/export.jsonl").text
    assert "Newcomer" not in shown
    assert '{"kind":"blocked","name":"Bo"' in shown
    answer(ana, "unblock", "Bo")


def test_nobody_learns_a_name_by_the_number_of_a_person(site: Site) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    number = id_of(ana)
    before = bo.go("/you").text("friends")
    for kind in ("accept", "decline", "remove", "block", "unblock"):
        answers = [
            bo.client.post(FORM, data={"person": each, "answer": kind}).text
            for each in (number, "bcdfghjkmnpqrs")
        ]
        assert answers[0] == answers[1]
    bo.client.post(f"/t/{bo.table}/friends/invite", data={"friend": number})
    assert bo.go("/you").text("friends") == before
    assert friends_of(ana) == []


# ------------------------------------------------------------------ invitations


def test_a_friend_is_invited_to_ones_table_with_one_press_for_ten_minutes(site: Site, clock: Clock) -> None:
    ana, bo = keep(site, "Ana"), keep(site, "Bo")
    befriend(ana, bo)
    table = ana.open("invite", seats=3, name="Ana", **BRIEF)
    ana.send(f"/t/{table}/friends/invite")
    assert "Invited" in ana.page.html
    for page in ("/", "/you"):
        assert "Ana invites you to a table." in bo.go(page).html
        assert f'href="/t/{table}"' in bo.page.html
    copy = bo.client.get("/", headers={"sixth-keep": "true"})
    assert "invites you" not in copy.text
    clock.forward(INVITATION_MS)
    assert "invites you" not in bo.go("/").html
    ana.look()
    ana.send(f"/t/{table}/friends/invite")
    assert "invites you" in bo.go("/").html
    bo.join(table, name="Bo")
    assert "invites you" not in bo.go("/").html


def test_who_is_not_the_host_invites_friends_too(site: Site) -> None:
    ana, bo, cy = (keep(site, name) for name in ("Ana", "Bo", "Cy"))
    befriend(bo, cy)
    table = ana.open("invite", seats=3, name="Ana", **BRIEF)
    bo.join(table, name="Bo")
    bo.look()
    bo.send(f"/t/{table}/friends/invite")
    assert "Bo invites you to a table." in cy.go("/").html
    assert f"/t/{table}/friends/invite" not in ana.look().forms


def test_only_friends_are_invited_and_only_by_those_at_the_table(site: Site) -> None:
    ana, bo, cy = (keep(site, name) for name in ("Ana", "Bo", "Cy"))
    befriend(ana, bo)
    befriend(cy, bo)
    table = ana.open("invite", seats=2, name="Ana", **BRIEF)
    for person, friend in ((ana, cy), (cy, bo)):
        person.client.post(f"/t/{table}/friends/invite", data={"friend": id_of(friend)})
        assert "invites you" not in friend.go("/").html
    ana.send(f"/t/{table}/friends/invite")
    answer(bo, "remove", "Ana")
    assert "invites you" not in bo.go("/").html


# ------------------------------------------------------------------ the end, and the site


def test_a_deleted_person_leaves_no_friendship_request_or_block(site: Site) -> None:
    ana, bo, cy, di = (keep(site, name) for name in ("Ana", "Bo", "Cy", "Di"))
    for other in (bo, cy):
        befriend(ana, other)
    answer(cy, "block", "Ana")
    play(site, ana, di)
    ask(ana)
    link_of(ana)
    ana.open("invite", seats=2, name="Ana", **BRIEF)
    ana.send(f"/t/{ana.table}/friends/invite")
    ana.go("/you")
    ana.send("/you/erase", sure="true")
    tables = (person_ties, friend_links, friend_invitations)
    assert not any(
        site.store.read(lambda connection: [connection.execute(table.select()).all() for table in tables])
    )
    for other in (bo, cy, di):
        assert "Ana" not in other.go("/you").text("friends")


def test_friends_and_blocked_people_are_among_what_can_be_taken_along(site: Site) -> None:
    ana, bo, cy, di = (keep(site, name) for name in ("Ana", "Bo", "Cy", "Di"))
    for other in (bo, cy):
        befriend(ana, other)
    answer(ana, "block", "Cy")
    play(site, ana, di)
    ask(ana)
    lines = [json.loads(line) for line in ana.client.get("/you/export.jsonl").text.splitlines()]
    kinds = ("friend", "blocked", "asked", "declined")
    ties = [(line["kind"], line["name"]) for line in lines if line["kind"] in kinds]
    assert ties == [("friend", "Bo"), ("blocked", "Cy")]


def test_a_site_without_friends_shows_none_and_hides_pages_for_them(tmp_path: Path) -> None:
    with hosting(tmp_path) as site:
        ana = keep(site, "Ana")
        ana.go("/you")
        ana.send("/you/shown", shown="friends")
        page, secret = f"/people/{id_of(ana)}", ana.client.cookies["sixth-you"]
    with hosting(tmp_path, features=[each for each in FEATURES if each is not FRIENDS]) as site:
        ana = site.person()
        ana.client.cookies.set("sixth-you", secret)
        assert "friend" not in ana.go("/you").root.text.lower().replace("play with friends", "")
        assert ana.client.get(page).status_code == 404
