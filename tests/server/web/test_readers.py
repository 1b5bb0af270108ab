"""Who reads a page: the header says it on every page, to that reader alone."""

import json
import re

import pytest
from sqlalchemy import event

from tests.server.features.profile.test_pages import play
from tests.server.support.hosting import Site
from tests.server.support.pages import Element
from tests.server.support.playing import ASKS_FOR_PAGE, Person, keep_name
from tests.server.support.programs import Program

NAME = "Zoë"


@pytest.fixture(scope="module")
def zoe(site: Site) -> Person:
    """Return a person who keeps a name, and has finished a game."""
    zoe = play(site, NAME)
    zoe.client.post("/you/name", data={"name": NAME, "mark": "6"})
    return zoe


def reader(person: Person, path: str) -> Element | None:
    """Return what the header of a page says of its reader."""
    return person.go(path).by_id.get("me")


def addresses(site: Site, zoe: Person) -> list[str]:
    """Return a page of each kind: with and without a table, drawn here and by another process, errors."""
    game = site.table(zoe.table).game_id
    return [
        *("/", "/you", "/rules", "/learn", "/puzzles", "/daily", "/pad", "/mine", "/settings", "/tables"),
        *("/friends", "/join", "/offline", "/privacy", "/about"),
        *(f"/t/{zoe.table}", f"/t/{zoe.table}?plain=off", f"/t/{zoe.table}/history"),
        *(f"/g/{game}", f"/g/{game}?text", f"/g/{game}/coach"),
    ]


def test_every_page_says_in_its_header_who_reads_it(site: Site, zoe: Person) -> None:
    for path in addresses(site, zoe):
        link = reader(zoe, path)
        assert link is not None, path
        assert (link.text, link.attributes["href"]) == (NAME, "/you"), path
        assert [each.classes for each in link.all("i")] == [["mark", "m6"]]
    for path in ("/nowhere", "/t/bcdfghjkmnpqrs"):
        answer = zoe.client.get(path, headers=ASKS_FOR_PAGE)
        assert answer.status_code == 404
        assert re.search(rf'id="me".*{NAME}', answer.text), path


def test_a_guest_who_has_played_may_keep_a_name_and_is_not_asked_at_a_table(site: Site) -> None:
    guest = play(site, "Bo")
    link = reader(guest, "/rules")
    assert link is not None
    assert (link.text, link.attributes["href"]) == ("Keep a name", "/you")
    assert reader(guest, f"/t/{guest.table}") is None
    assert reader(site.person(), "/rules") is None


def test_a_name_is_nowhere_once_its_person_has_signed_out(site: Site) -> None:
    cy = keep_name(site.person(), "Cyrilla")
    assert "Cyrilla" in cy.go("/friends").html
    answer = cy.client.get("/rules", headers=ASKS_FOR_PAGE)
    # So that Back does not show it either.
    assert answer.headers["cache-control"] == "no-store"
    cy.go("/you")
    cy.send("/you/out")
    for path in ("/", "/friends", "/tables", f"/t/{cy.table}"):
        assert "Cyrilla" not in re.sub(r"<main.*</main>", "", cy.go(path).html, flags=re.DOTALL), path
    for path in ("/", "/friends", "/tables"):
        assert "Cyrilla" not in cy.go(path).html, path


def test_a_kept_name_is_filled_in_and_sits_down_with_its_shape(site: Site, zoe: Person) -> None:
    own = zoe.table
    # What was last typed in this browser counts less.
    zoe.client.cookies.set("sixth-name", "Typed")
    table = Program.host(site, "Bo").table
    asked = {"/": "/tables", "/friends": "/tables", "/tables": "/tables", f"/t/{table}?plain=on": "sit"}
    for path, form in asked.items():
        assert zoe.go(path).forms[form].fields["name"] == NAME, path
    live = zoe.go(f"/t/{table}?plain=off").by_id["state"].inside[0]
    assert isinstance(live, str)
    assert json.loads(live)["page"]["name"] == NAME
    opened = zoe.client.post(
        "/tables", data={"how": "play", "game": "classic", "seats": "2", "bots": "random"}
    )
    sitter = site.table(opened.url.path.rpartition("/")[2]).seats[0].sitter
    assert sitter is not None
    assert (sitter.name, sitter.mark) == (NAME, 6)
    zoe.go(f"/t/{table}?plain=on")
    zoe.send("sit")
    assert site.table(table).seats[1].sitter == sitter
    zoe.go(f"/t/{own}")
    zoe.client.cookies.delete("sixth-name")


@pytest.mark.parametrize(
    "name", ["Ζωή Παπαδοπούλου", "世界上最爱玩牌的人", "مريم بنت أحمد", "😀" * 24, "<i>&amp;"]
)
def test_a_name_of_any_script_stands_by_itself_in_the_header(site: Site, name: str) -> None:
    link = reader(keep_name(site.person(), name), "/rules")
    assert link is not None
    # Its direction is not that of the page.
    (bdi,) = link.all("bdi")
    assert bdi.text == name


def test_the_next_person_at_a_browser_is_offered_no_name_of_the_one_before(site: Site) -> None:
    di = keep_name(site.person(), "Dietlinde")
    di.go("/you")
    di.send("/you/out")
    host = Program.host(site, "Bo").table
    for path, form in (("/", "/tables"), ("/friends", "/tables"), (f"/t/{host}", "sit")):
        assert di.go(path).forms[form].fields["name"] == "", path
    # The table of the one before asks for a name, too, and does not take the next person for that one.
    page = di.go(f"/t/{di.table}")
    assert page.forms["sit"].fields["name"] == ""
    assert f"/t/{di.table}/here" not in page.forms


def test_a_browser_that_lost_its_cookies_is_led_back_to_its_seat(site: Site) -> None:
    """A link that is opened in a chat's own browser is such a one."""
    eva = keep_name(site.person(), "Evangelina")
    codes = eva.client.post("/you/codes", headers=ASKS_FOR_PAGE).text
    lost, here = site.person(), f"/t/{eva.table}/here"
    page = lost.go(f"/t/{eva.table}")
    (sign_in,) = [each for each in page.root.all("a") if "Sign in" in each.text]
    lost.send("sit", name="evangelina", may_be_late=True)
    assert "Somebody here already has that name; choose another." in lost.page.root.text
    lost.go(sign_in.attributes["href"])
    lost.send("/you/code", code=re.findall(r"<code>([a-z0-9-]{10,})</code>", codes)[0])
    lost.go(f"/t/{eva.table}")
    lost.send(here)
    assert "begin" in lost.page.forms


def test_copies_for_use_without_a_connection_and_answers_to_scripts_name_nobody(zoe: Person) -> None:
    for path in ("/", "/pad", "/rules", "/offline", "/puzzles"):
        copy = zoe.client.get(path, headers=ASKS_FOR_PAGE | {"sixth-keep": "yes"}).text
        assert NAME not in copy, path
        assert 'id="me"' not in copy, path


def test_the_reader_is_looked_up_once_a_page_and_for_no_script(site: Site, zoe: Person) -> None:
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        # The loop of tournaments asks at any moment, and no page here asks for one.
        if "tournament" not in statement:
            asked.append(statement)

    event.listen(site.store.engine, "before_cursor_execute", note)
    try:
        for path in ("/rules", "/you", f"/t/{zoe.table}"):
            asked.clear()
            zoe.go(path)
            assert sum("JOIN person_browsers" in each for each in asked) == 1, path
        stranger = site.person()
        asked.clear()
        stranger.go("/rules")
        assert asked == []
        zoe.client.get("/rules", headers={"accept": "*/*"})
        assert asked == []
    finally:
        event.remove(site.store.engine, "before_cursor_execute", note)
