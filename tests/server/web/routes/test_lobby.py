"""Open tables that play: opened by one press, joined in a bot's place, listed as long as there is one."""

from collections.abc import Iterator
from random import Random

import pytest

from sixth.server.table.events import Sitter
from tests.server.support.hosting import Days, Site, hosting, until
from tests.server.support.playing import Person, play_once

TODAY = Days()


@pytest.fixture(scope="module")
def one_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all of them."""
    with hosting(tmp_path_factory.mktemp("site"), ticks=TODAY) as site:
        yield site


@pytest.fixture
def site(one_site: Site) -> Site:
    """The site, on which nobody has done anything too often."""
    TODAY.next()
    return one_site


def opened(site: Site, name: str) -> Person:
    """Somebody called so, who has opened a table with bots by one press in the list."""
    person = site.person()
    person.client.cookies.set("sixth-name", name)
    person.go("/tables")
    person.send("/tables", "open")
    return person


def come(site: Site, table: str, name: str) -> None:
    """Have somebody called so ask for a bot's seat, by the link of the list."""
    person = site.person()
    person.go(f"/t/{table}")
    person.send("sit", name=name)


def line(site: Site, table: str) -> str:
    """What the list says of a table; "" if it is not there."""
    found = site.person().go("/tables").by_id.get(f"t-{table}")
    return "" if found is None else " ".join(found.text.split())


def test_one_press_plays_with_bots_at_a_table_in_whose_list_people_find_it(site: Site) -> None:
    ana = opened(site, "Ana")
    assert ana.page.asks == "choose"
    table = site.table(ana.table)
    assert [who and who.human for who in table.sitters] == [True, False, False, False]
    assert (table.config.listed, table.config.is_quick) == (True, True)
    said = line(site, ana.table)
    for words in ("Ana · 3 bots", "already playing", "Join in"):
        assert words in said
    assert 'value="sixth' not in ana.go("/").html, "what was chosen on the first page stays"


def test_whoever_comes_has_a_bots_seat_after_the_round_and_the_list_says_how_many_are_left(
    site: Site,
) -> None:
    ana = opened(site, "Ana")
    come(site, ana.table, "Bo")
    assert "Ana · 2 bots" in line(site, ana.table), "a seat that was promised is nobody else's"
    rng = Random(1)
    # The round ends, as she plays; then he has the seat.
    until(lambda: _plays(ana, rng) and site.table(ana.table).sitters[1] == Sitter("Bo", "human"), "Bo sits")
    assert "Ana · 2 bots" in line(site, ana.table)


def test_a_table_without_bots_or_players_leaves_the_list(site: Site) -> None:
    ana = opened(site, "Ana")
    for bots, name in ((2, "Bo"), (1, "Cy")):
        come(site, ana.table, name)
        assert f"Ana · {bots} bot" in line(site, ana.table)
    come(site, ana.table, "Di")
    assert line(site, ana.table) == ""

    alone = opened(site, "Eve")
    assert "Eve · 3 bots" in line(site, alone.table)
    alone.look()
    alone.send("leave")
    assert line(site, alone.table) == ""
    alone.look()
    alone.send("back")
    assert "Eve · 3 bots" in line(site, alone.table)


def test_a_table_whose_game_has_ended_leaves_the_list(site: Site) -> None:
    ana, rng = site.person(), Random(1)
    ana.open("play", name="Ana", pace="brisk", end="rounds", end_count="1", listed="true")
    assert "Ana · 3 bots" in line(site, ana.table)
    until(lambda: _plays(ana, rng) and ana.page.asks == "again", "the game is over")
    assert line(site, ana.table) == ""


@pytest.mark.parametrize("pace", ["none", "day"])
def test_a_table_at_which_a_round_may_last_for_hours_is_listed_before_its_game_only(
    site: Site, pace: str
) -> None:
    ana = site.person()
    ana.open("invite", name="Ana", pace=pace, listed="true")
    assert "1 of 4 seats taken" in line(site, ana.table)
    ana.look()
    ana.send("begin")
    assert line(site, ana.table) == ""


@pytest.mark.parametrize("closed", ["late", "spectators", "listed"])
def test_where_nobody_may_take_over_a_table_that_plays_is_not_listed(site: Site, closed: str) -> None:
    ana = opened(site, "Ana")
    kept = {key: "true" for key in ("listed", "spectators", "late") if key != closed}
    answer = ana.client.post(f"/t/{ana.table}/house", data=kept, follow_redirects=False)
    assert answer.status_code == 303
    assert getattr(site.table(ana.table).config, closed) is False
    assert line(site, ana.table) == ""


def test_the_api_counts_the_seats_that_nobody_can_have(site: Site) -> None:
    ana = opened(site, "Ana")
    listed = {each["id"]: each for each in ana.client.get("/api/v1/tables").json()}
    assert (listed[ana.table]["people"], listed[ana.table]["rules"]["seats"]) == (1, 4)


def _plays(person: Person, rng: Random) -> bool:
    """Do one thing at the table, if it asks for one."""
    person.look()
    play_once(person, rng)
    return True
