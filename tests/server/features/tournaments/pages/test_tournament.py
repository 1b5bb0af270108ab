"""The pages of tournaments by their forms: each reader sees theirs, and each refusal is shown."""

import re
from collections.abc import Callable, Sequence

import pytest

from tests.server.support.hosting import Site
from tests.server.support.pages import Element, Page
from tests.server.support.playing import ASKS_FOR_PAGE, Person

NAMES = ("Ana", "Bo", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hanna")


class Evening:
    """A tournament with its host and its players, each in a browser without scripts."""

    def __init__(self, site: Site, names: Sequence[str] = NAMES, **plan: str) -> None:
        self.site, self.host = site, site.person()
        self.host.go("/tournaments/new")
        filled = {"name": "Friday", "place": "hall", "rounds": "2", **plan}
        self.host.send("plan", may_be_late=False, **filled)
        found = re.search(r"/tournaments/[b-z2-9]{5}(?=/begin)", self.host.page.html)
        assert found is not None
        self.path = found[0]
        self.players = {name: self.join(name) for name in names}

    def join(self, name: str, **fields: str) -> Person:
        """Have somebody join."""
        person = self.site.person()
        person.go(self.path)
        person.send(f"{self.path}/join", may_be_late=False, name=name, **fields)
        return person

    def press(self, person: Person, command: str, *, refused: bool = False, **fields: str) -> Page:
        """Have somebody send a form of the page."""
        if not person.page.forms.get(f"{self.path}/{command}"):
            person.go(self.path)
        return person.send(f"{self.path}/{command}", may_be_late=refused, **fields)

    def begin(self) -> None:
        """Have the host begin the next round."""
        self.host.go(self.path)
        self.press(self.host, "begin")

    def table(self, number: int = 1) -> list[Person]:
        """Return the players at a table, by seat."""
        self.host.go(f"{self.path}?round=1&table={number}")
        form = next(each for each in self.host.page.root.all("form") if "heads-form" in each.classes)
        return [self.players[each.text] for each in form.all("label")]

    def enter(self, person: Person, *heads: int, refused: bool = False) -> Page:
        """Have a player enter the heads of their table."""
        person.go(self.path)
        fields = {f"heads{seat}": str(each) for seat, each in enumerate(heads, start=1)}
        return self.press(person, "report", refused=refused, **fields)

    def settle(self, tables: int = 2, *, round: int = 1) -> None:
        """Have the host enter a result for each table."""
        for number in range(1, tables + 1):
            self.host.go(f"{self.path}?round={round}&table={number}")
            heads = {f"heads{seat}": str(each + number) for seat, each in enumerate((66, 3, 8, 20), start=1)}
            self.press(self.host, "report", refused=False, **heads)


def buttons(page: Page) -> set[str]:
    """Return the commands that the forms of a page send."""
    return {form.action.rpartition("/")[2] for form in page.forms.values() if "/tournaments/" in form.action}


def test_two_things_can_be_done_on_the_first_page_of_tournaments(site: Site) -> None:
    evening, guest = Evening(site, ()), site.person()
    page = guest.go("/")
    assert any(each.attributes.get("href") == "/tournaments" for each in page.elements)
    page = guest.go("/tournaments")
    assert any(each.attributes.get("href") == "/tournaments/new" for each in page.elements)
    page = guest.send("/tournaments", code=evening.path[-5:].upper(), name="Ivo")
    assert "You are in, Ivo" in page.root.text
    # The same browser comes back under its name, without joining twice.
    guest.go("/tournaments")
    guest.send("/tournaments", code=f" {evening.path[-5:]} ", name="Somebody")
    assert "1 player" in evening.host.go(evening.path).root.text


def test_a_code_of_nothing_leads_to_the_form_for_a_code(site: Site) -> None:
    guest = site.person()
    for code in ("bbbbb", "no-such-code"):
        answer = guest.client.get(f"/tournaments/{code}", headers=ASKS_FOR_PAGE)
        assert answer.status_code == 404
        assert 'href="/tournaments"' in answer.text


def test_host_player_onlooker_and_nobody_see_theirs_at_one_address(site: Site) -> None:
    evening = Evening(site)
    nobody = site.person()
    assert buttons(nobody.go(evening.path)) == {"join"}
    assert {"begin", "draw", "enter", "leave"} <= buttons(evening.host.go(evening.path))
    assert buttons(evening.players["Ana"].go(evening.path)) == {"leave"}
    evening.begin()
    evening.settle()
    evening.begin()
    onlooker = nobody.go(evening.path)
    assert "You are watching." in onlooker.root.text
    assert buttons(onlooker) == set()
    assert "Standings" in onlooker.root.text
    page = evening.players["Bo"].go(evening.path)
    assert re.search(r"Round 2 of 2 Table \d, seat \d", page.text("own"))
    assert {"report", "leave"} == buttons(page)


@pytest.mark.parametrize("command", ["begin", "draw", "end", "undo", "enter", "swap", "strike", "rename"])
def test_the_rights_of_the_host_are_refused_to_others(site: Site, command: str) -> None:
    evening = Evening(site, NAMES[:3])
    player = evening.players["Ana"]
    fields = {"strike": {"round": "1", "table": "1"}, "enter": {"name": "X"}, "rename": {"name": "X"}}
    answer = player.client.post(
        f"{evening.path}/{command}", data=fields.get(command, {}), headers=ASKS_FOR_PAGE
    )
    assert answer.url.path == evening.path
    assert Page(answer.text).text("note")
    assert evening.host.go(evening.path).text("host-title") == "You host: people come in by the code"
    assert player.client.get(f"{evening.path}/change", headers=ASKS_FOR_PAGE).status_code == 403


def test_tables_that_are_drawn_are_the_hosts_who_has_two_people_change_places(site: Site) -> None:
    evening = Evening(site)
    evening.begin()
    evening.settle()
    evening.press(evening.host, "draw")
    assert "Round 2 of 2: drawn, not begun" in evening.host.page.text("host-title")
    assert "Table 1, seat" not in evening.players["Ana"].go(evening.path).text("own")
    links = [each.attributes.get("href", "") for each in evening.host.page.elements if each.tag == "a"]
    first = next(link for link in links if link.startswith("?swap="))
    page = evening.host.go(f"{evening.path}{first}")
    assert "changes places with:" in page.root.text
    form = page.forms[f"{evening.path}/swap"]
    assert len(form.buttons) == 7
    evening.host.send(f"{evening.path}/swap", form.buttons[-1][1])
    evening.press(evening.host, "undo")
    assert "drawn, not begun" in evening.host.page.text("host-title")


def test_what_it_costs_to_swap_is_said_in_pairs_that_meet_again(site: Site) -> None:
    evening = Evening(site)
    evening.begin()
    evening.settle()
    evening.press(evening.host, "draw")
    swaps = [
        each.attributes["href"]
        for each in evening.host.page.elements
        if each.attributes.get("href", "").startswith("?swap=")
    ]
    costs = [evening.host.go(f"{evening.path}{each}").text("host") for each in swaps]
    # With two tables of four people who have sat at two tables before, some swap changes what repeats.
    assert any(re.search(r"again: [+-]\d", each) for each in costs)


def test_one_enters_another_confirms_and_a_contradiction_is_shown_to_both_and_to_the_host(
    site: Site,
) -> None:
    evening = Evening(site)
    evening.begin()
    one, other, third, _ = evening.table()
    evening.enter(one, 70, 3, 8, 20)
    assert "Another player of the table has to confirm it." in one.page.text("own")
    page = other.go(evening.path)
    assert {"confirm", "report"} <= buttons(page)
    evening.enter(other, 71, 3, 8, 20)
    for person in (one, other):
        text = person.go(evening.path).text("own")
        assert text.count("has entered:") == 2
        assert "These differ." in text
    assert "Results that differ: Table 1" in evening.host.go(evening.path).text("host")
    evening.enter(third, 70, 3, 8, 20)
    assert "Place" in one.go(evening.path).text("own")
    one, other, *_ = evening.table(2)
    evening.enter(one, 70, 3, 8, 20)
    other.go(evening.path)
    evening.press(other, "confirm")
    assert evening.host.go(evening.path).text("host-title") == "Round 1 of 2: all results are in"


def test_impossible_heads_are_asked_about_and_what_was_typed_stays(site: Site) -> None:
    evening = Evening(site)
    evening.begin()
    one = evening.table()[0]
    page = evening.enter(one, 12, 3, 8, 20, refused=True)
    text = page.text("own")
    assert "Is that right?" in text
    assert page.forms[f"{evening.path}/report"].fields["heads1"] == "12"
    page = evening.enter(one, 12, 3, 8, 20, refused=True)
    one.send(f"{evening.path}/report", "true")
    assert "has entered:" in one.page.text("own")


def test_the_way_to_a_table_is_a_link_and_leads_back_after_the_game(site: Site) -> None:
    evening = Evening(site, NAMES[:3], place="online", hand="1", length="rounds:1")
    evening.begin()
    ana = evening.players["Ana"]
    link = evening.path + "/table"
    assert any(each.attributes.get("href") == link for each in ana.go(evening.path).elements)
    page = ana.go(link)
    assert ana.table
    assert any(each.attributes.get("href") == evening.path for each in page.elements)


def test_leaving_coming_back_and_somebody_without_a_phone(site: Site) -> None:
    evening = Evening(site, NAMES[:3])
    ana = evening.players["Ana"]
    ana.go(evening.path)
    evening.press(ana, "leave")
    assert "You have left" in ana.page.text("own")
    evening.press(ana, "return")
    assert "You are in, Ana" in ana.page.text("own")
    evening.host.go(evening.path)
    evening.press(evening.host, "enter", name="Opa")
    assert "4 players" in evening.host.page.text("host")


def test_the_host_gives_a_player_another_name(site: Site) -> None:
    evening = Evening(site, NAMES[:3])
    page = evening.host.go(evening.path)
    assert "rename" not in buttons(page)
    links = {each.attributes["aria-label"]: each.attributes["href"] or "" for each in _renames(page)}
    assert [*links] == ["Rename: Ana", "Rename: Bo", "Rename: Cleo"]
    evening.host.go(evening.path + links["Rename: Bo"].partition("#")[0])
    page = evening.press(evening.host, "rename", refused=True, name="cleo")
    assert "is called cleo already" in page.text("new-name-wrong")
    assert page.forms[f"{evening.path}/rename"].fields["name"] == "cleo"
    page = evening.press(evening.host, "rename", name="Bob")
    assert [each.attributes["aria-label"] for each in _renames(page)] == [
        *("Rename: Ana", "Rename: Bob", "Rename: Cleo")
    ]
    assert "You are in, Bob" in evening.players["Bo"].go(evening.path).text("own")
    # Nobody else has the form.
    assert not _renames(evening.players["Ana"].go(f"{evening.path}{links['Rename: Bo']}".partition("#")[0]))
    assert "rename" not in buttons(evening.players["Ana"].page)


def _renames(page: Page) -> list[Element]:
    return [each for each in page.root.all("a") if (each.attributes.get("id") or "").startswith("rename-")]


def test_the_host_gives_a_player_another_team(site: Site) -> None:
    evening = Evening(site, (), place="hall", team_size="2")
    for name, team in (("Ana", "Red"), ("Bo", "Red"), ("Cleo", "Blue")):
        evening.join(name, team=team)
    link = _renames(evening.host.go(evening.path))[0].attributes["href"] or ""
    evening.host.go(evening.path + link.partition("#")[0])
    assert evening.host.page.forms[f"{evening.path}/rename"].fields["team"] == "Red"
    page = evening.press(evening.host, "rename", team="Blue")
    assert "Ana Blue" in page.text("host")


REFUSED: dict[str, tuple[Callable[[Evening], Page], str]] = {
    "a code of nothing": (lambda evening: _comes_in(evening, code="bbbbb"), "no tournament"),
    "a name twice": (lambda evening: _joins(evening, "ana"), "is called ana already"),
    "no name": (lambda evening: _joins(evening, " "), "name"),
    "no whole number": (lambda evening: _opens(evening, rounds="x"), "whole number"),
    "too many rounds": (lambda evening: _opens(evening, rounds="400"), "40"),
    "a game that cannot be dealt": (lambda evening: _opens(evening, hand="60"), "cards"),
}


def _comes_in(evening: Evening, **fields: str) -> Page:
    guest = evening.site.person()
    guest.go("/tournaments")
    return guest.send("/tournaments", may_be_late=True, **{"name": "Ivo", **fields})


def _joins(evening: Evening, name: str) -> Page:
    guest = evening.site.person()
    guest.go(evening.path)
    return guest.send(f"{evening.path}/join", may_be_late=True, name=name)


def _opens(evening: Evening, **fields: str) -> Page:
    guest = evening.site.person()
    guest.go("/tournaments/new")
    return guest.send("plan", may_be_late=True, **{"name": "Monday", **fields})


@pytest.mark.parametrize("case", REFUSED)
def test_each_refusal_is_shown_on_its_page_and_the_form_keeps_what_was_typed(site: Site, case: str) -> None:
    evening = Evening(site, NAMES[:1])
    refuse, said = REFUSED[case]
    page = refuse(evening)
    wrong = [page.text("note"), *(each.text for each in page.elements if "wrong" in each.classes)]
    assert any(said in each for each in wrong), wrong
    typed = [form.fields.get("name") for form in page.forms.values()]
    assert {"Ivo", "ana", "Monday"} & set(typed) or case == "no name"


def test_the_form_says_how_much_of_an_evening_is_luck(site: Site) -> None:
    form = site.person()
    said = r"of 16 people, the best wins (\d+) of 100 such evenings"
    usual = re.search(said, form.go("/tournaments/new").text("luck"))
    assert usual is not None
    chosen = {"rounds": "3", "order": "choices", "length": "rounds:1"}
    choices = re.search(
        rf"{said}; for points, (\d+)\.", form.client.post("/tournaments/check", data=chosen).text
    )
    assert choices is not None
    assert int(choices[1]) > int(choices[2])
    assert "such evenings" not in form.client.post("/tournaments/check", data={"form": "swiss"}).text
    evening = Evening(site, rounds="3")
    assert "of 8 people, the best wins" in evening.host.go(evening.path).text("host")


def test_the_host_changes_the_plan_by_its_form(site: Site) -> None:
    evening = Evening(site, NAMES[:3])
    page = evening.host.go(f"{evening.path}/change")
    assert page.forms["plan"].fields["name"] == "Friday"
    assert page.forms["plan"].fields["place"] == "hall"
    evening.host.send("plan", name="Saturday", form="swiss", rounds="3")
    assert "Saturday Classic · Swiss · 3 rounds" in evening.host.page.text("about")


def test_the_end_names_the_winner_first_and_each_place_has_its_reason(site: Site) -> None:
    evening = Evening(site)
    for number in (1, 2):
        evening.begin()
        evening.settle(round=number)
    evening.host.go(evening.path)
    evening.press(evening.host, "end")
    page = evening.players["Ana"].go(evening.path)
    assert re.match(r"The end \w+( and \w+)* ha(s|ve) won\.", page.text("own"))
    rows = [each for each in page.elements if each.id.startswith("p-")]
    assert len(rows) == len(NAMES)
    assert any(" has more points: " in each.text for each in rows)
    assert all("Round 1: " in each.text and "Round 2: " in each.text for each in rows)


def test_slips_walls_and_screens_show_the_round_and_the_standings(site: Site) -> None:
    evening = Evening(site)
    guest = site.person()
    screen = guest.go(f"{evening.path}/screen")
    assert f"enter {evening.path[-5:].upper()}" in screen.root.text
    assert "Ana" in screen.text("pages")
    evening.begin()
    slips = guest.go(f"{evening.path}/slips")
    assert len([each for each in slips.elements if "slip" in each.classes]) == 2
    assert len([each for each in slips.elements if "blank" in each.classes]) == len(NAMES)
    evening.settle()
    assert "Ana" in guest.go(f"{evening.path}/wall").root.text
    screen = guest.go(f"{evening.path}/screen")
    assert len([each for each in screen.elements if each.tag == "i"]) == len(NAMES)


def test_a_big_screen_in_the_hosts_browser_shows_no_tables_before_they_begin(site: Site) -> None:
    evening = Evening(site)
    evening.press(evening.host, "draw")
    assert not [
        each for each in evening.host.go(f"{evening.path}/screen").elements if "halls" in each.classes
    ]
    evening.begin()
    assert [each for each in evening.host.go(f"{evening.path}/screen").elements if "halls" in each.classes]


def test_the_host_corrects_a_result_of_an_earlier_round(site: Site) -> None:
    evening = Evening(site)
    evening.begin()
    evening.settle()
    evening.begin()
    links = [each.attributes.get("href") for each in evening.host.page.elements if each.tag == "a"]
    assert "?round=1&table=2" in links
    evening.host.go(f"{evening.path}?round=1&table=2")
    evening.press(evening.host, "report", heads1="90", heads2="3", heads3="8", heads4="20")
    assert "Round 1: 90 heads" in evening.host.go(evening.path).text("standings")


def test_teams_are_named_on_joining_and_have_standings_of_their_own(site: Site) -> None:
    evening = Evening(site, (), team_size="2")
    for at, name in enumerate(NAMES):
        evening.players[name] = evening.join(name, team=f"Team {at // 2}")
    evening.begin()
    evening.settle()
    page = evening.players["Ana"].go(evening.path)
    assert page.text("standings").count("Team 0") == 3
    # Also in print, as a spreadsheet and for the room.
    guest = site.person()
    assert guest.go(f"{evening.path}/wall").root.text.count("Team 0") == 3
    assert guest.go(f"{evening.path}/screen").text("pages").count("Team 0") == 3
    rows = guest.client.get(f"{evening.path}/standings.csv").text.split("\r\n")
    at = rows.index("place,team,points,relative,heads")
    assert rows[at - 1] == ""
    assert sorted(row.split(",")[1] for row in rows[at + 1 :] if row) == [f"Team {at}" for at in range(4)]


def test_a_script_gets_the_parts_alone_and_no_more_than_its_reader_may_see(site: Site) -> None:
    evening = Evening(site)
    evening.press(evening.host, "draw")
    parts = evening.players["Ana"].client.get(evening.path, headers={"HX-Request": "true"}).text
    assert "<html" not in parts
    assert "Table 1" not in parts
    page = Page(f"<main>{parts}</main>")
    assert [each.id for each in page.elements if "data-part" in each.attributes] == [
        *("news", "about", "own", "host", "tables", "standings")
    ]
