"""The way from an ordinary table to a tournament of the same game."""

from tests.server.support.hosting import Site
from tests.server.support.playing import Person

_NEW = "/tournaments/new"


def _way(person: Person) -> list[str]:
    links = [each.attributes.get("href") or "" for each in person.look().root.all("a")]
    return [each for each in links if each.startswith(_NEW)]


def test_the_host_of_a_table_opens_a_tournament_of_the_same_game(site: Site) -> None:
    host, guest = site.person(), site.person()
    table = host.open("invite", game="classic", seats=5, hand="6", end="score", end_count="40", name="Ana")
    guest.join(table, name="Bo")
    assert _way(guest) == []
    assert _way(host) == [f"{_NEW}?table={table}"]
    page = host.go(_way(host)[0])
    fields = page.forms["plan"].fields
    assert (fields["game"], fields["seats"], fields["hand"]) == ("classic", "5", "6")
    assert (fields["length"], fields["end_count"]) == ("own", "40")
    host.send("plan", name="Friday", place="hall")
    assert "Friday" in host.page.html


def test_a_table_of_ten_leads_to_tables_that_a_tournament_has(site: Site) -> None:
    host = site.person()
    host.open("invite", game="classic", seats=10, name="Ana")
    assert host.go(_way(host)[0]).forms["plan"].fields["seats"] == "6"


def test_while_a_game_goes_on_there_is_no_way_to_a_tournament(site: Site) -> None:
    host = site.person()
    host.open("play", name="Ana")
    assert _way(host) == []


def test_a_table_that_does_not_exist_gives_an_empty_form(site: Site) -> None:
    stranger = site.person()
    for name in ("", "nothing", "%00", "x" * 300):
        fields = stranger.go(f"{_NEW}?table={name}").forms["plan"].fields
        assert (fields["game"], fields["seats"]) == ("classic", "4")


def test_a_private_table_tells_strangers_nothing_of_its_game(site: Site) -> None:
    host, stranger = site.person(), site.person()
    host.go("/daily")
    host.send("/daily")
    address = f"{_NEW}?table={host.table}"
    assert host.go(address).forms["plan"].fields["length"] == "rounds:1"
    assert stranger.go(address).forms["plan"].fields["length"] == "usual"
