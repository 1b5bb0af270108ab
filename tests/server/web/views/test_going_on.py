"""Unfinished games on the first page: each is shown to the browsers that have a seat, and to no others.

The page of a browser's own tables shows them all.
"""

import re
from random import Random

import pytest

from tests.server.support.hosting import Site
from tests.server.support.pages import Element, Page
from tests.server.support.parties import BRIEF
from tests.server.support.playing import Person, play_on


def _tables(person: Person, path: str = "/") -> list[str]:
    """Return the sentence about each table, without its time."""
    sentences = [each.text for each in _links(person.go(path))]
    assert all(re.search(r" \d+ seconds? ago$", each) for each in sentences), sentences
    return [each.rpartition(" ago")[0].rsplit(" ", 2)[0] for each in sentences]


def _links(page: Page) -> list[Element]:
    sections = [each for each in page.root.all("section") if "going-on" in each.classes]
    links = [link for section in sections for link in section.all("a")]
    return [link for link in links if link.attributes["href"].startswith("/t/")]


def test_the_first_page_lists_unfinished_games(site: Site) -> None:
    ana, bo, eve = site.person(), site.person(), site.person()
    table = ana.open("invite", seats=2, name="Ana")
    assert _tables(ana) == ["Classic Not started yet"]
    bo.join(table, name="Bo")
    ana.look()
    ana.send("begin")
    assert _tables(ana) == ["Classic · Round 1, turn 1 of 10 with Bo Your turn"]
    ana.look()
    ana.send("hand", ana.page.forms["hand"].buttons[0][1])
    assert _tables(ana) == ["Classic · Round 1, turn 1 of 10 with Bo Waiting for Bo to choose."]
    assert _tables(bo) == ["Classic · Round 1, turn 1 of 10 with Ana Your turn"]
    assert _tables(eve) == []
    assert _links(bo.go("/"))[0].attributes["href"] == f"/t/{table}"
    alone = ana.open("play", game="kids", seats=2, name="Ana")
    assert [link.attributes["href"] for link in _links(ana.go("/"))] == [f"/t/{alone}", f"/t/{table}"]


def test_an_ended_or_abandoned_game_is_not_listed(site: Site) -> None:
    ana, bo = site.person(), site.person()
    table = ana.open("invite", seats=2, name="Ana", **BRIEF)
    bo.join(table, name="Bo")
    bo.send("leave")
    assert _tables(bo) == []
    assert f"sixth-seat-{table}" in ana.client.cookies
    ana.look()
    ana.send("begin")
    play_on([ana], Random(1))
    assert _tables(ana) == _tables(ana, "/mine") == []
    assert f"sixth-seat-{table}" not in ana.client.cookies


@pytest.mark.parametrize("value", ["x", "~~", "{table}:short", "{table}:" + "x" * 43, "nosuchtable:{token}"])
def test_a_browser_without_a_token_is_shown_no_table(site: Site, value: str) -> None:
    ana, eve = site.person(), site.person()
    table = ana.open("play", seats=2, name="Ana")
    eve.client.cookies.set("sixth-seats", value.format(table=table, token=ana.token()))
    assert _tables(eve) == []


def test_the_table_visited_last_is_listed_first(site: Site) -> None:
    ana = site.person()
    tables = [ana.open("invite", seats=2, name="Ana") for _ in range(6)]
    ana.go(f"/t/{tables[0]}")
    assert [link.attributes["href"] for link in _links(ana.go("/"))] == [
        f"/t/{table}" for table in (tables[0], *tables[:1:-1])
    ]
    # A spectator has nothing to go on with.
    eve = site.person()
    eve.go(f"/t/{tables[0]}")
    assert _tables(eve) == []


def test_the_page_of_own_tables_says_who_is_to_act_at_each_and_since_when(site: Site) -> None:
    ana, bo, eve = site.person(), site.person(), site.person()
    tables = [ana.open("invite", seats=2, name="Ana", pace="day") for _ in range(7)]
    bo.join(tables[0], name="Bo")
    ana.go(f"/t/{tables[0]}")
    ana.send("begin")
    playing = "Classic · Round 1, turn 1 of 10 with Bo"
    assert _tables(ana, "/mine") == [f"{playing} Your turn", *["Classic Not started yet"] * 6]
    ana.look()
    ana.send("hand", ana.page.forms["hand"].buttons[0][1])
    assert max(_tables(ana, "/mine")) == f"{playing} Waiting for Bo to choose."
    assert _tables(eve, "/mine") == []
    # The offline copy of the page has no table.
    assert "going-on" not in ana.client.get("/mine", headers={"Sixth-Keep": "yes"}).text
