"""Open tables in play: opened with one press, joined in place of a bot, and listed while they exist."""

from random import Random

from sixth.server.table.events import Sitter
from sixth.server.web.routes.lobby import news_text
from tests.server.support.hosting import Site, until
from tests.server.support.playing import Person, play_once
from tests.server.support.programs import Program


def open_from_list(site: Site, name: str) -> Person:
    """Open a table with bots by one press in the list; return the person of this name who did."""
    person = site.person()
    person.client.cookies.set("sixth-name", name)
    person.go("/tables")
    person.send("/tables", "open")
    return person


def come(site: Site, table: str, name: str) -> None:
    """Let a person of this name ask for a bot's seat, by the link of the list."""
    person = site.person()
    person.go(f"/t/{table}")
    person.send("sit", name=name)


def line(site: Site, table: str) -> str:
    """Return what the list says about a table; "" if the table is not listed."""
    entry = site.person().go("/tables").by_id.get(f"t-{table}")
    return "" if entry is None else " ".join(entry.text.split())


def test_one_press_opens_a_listed_table_with_bots(site: Site) -> None:
    ana = open_from_list(site, "Ana")
    assert ana.page.asks == "choose"
    table = site.table(ana.table)
    assert [who and who.human for who in table.sitters] == [True, False, False, False]
    assert (table.config.listed, table.config.is_quick) == (True, True)
    entry = line(site, ana.table)
    for words in ("Ana · 3 bots", "already playing", "Join in"):
        assert words in entry
    assert 'value="sixth' not in ana.go("/").html, "the choice of the first page stays"


def test_a_newcomer_has_a_bots_seat_after_the_round_and_the_list_counts_the_free_seats(
    site: Site,
) -> None:
    ana = open_from_list(site, "Ana")
    come(site, ana.table, "Bo")
    assert "Ana · 2 bots" in line(site, ana.table), "a promised seat is not free"
    rng = Random(1)
    # She plays to the end of the round; then he has the seat.
    until(lambda: _plays(ana, rng) and site.table(ana.table).sitters[1] == Sitter("Bo", "human"), "Bo sits")
    assert "Ana · 2 bots" in line(site, ana.table)


def test_a_table_without_bots_or_players_leaves_the_list(site: Site) -> None:
    ana = open_from_list(site, "Ana")
    for bots, name in ((2, "Bo"), (1, "Cy")):
        come(site, ana.table, name)
        assert f"Ana · {bots} bot" in line(site, ana.table)
    come(site, ana.table, "Di")
    assert line(site, ana.table) == ""

    alone = open_from_list(site, "Eve")
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


def test_the_api_counts_the_seats_that_cannot_be_taken(site: Site) -> None:
    ana = open_from_list(site, "Ana")
    by_id = {each["id"]: each for each in ana.client.get("/api/v1/tables").json()}
    assert (by_id[ana.table]["people"], by_id[ana.table]["rules"]["seats"]) == (1, 4)


def _plays(person: Person, rng: Random) -> bool:
    """Do one thing at the table, if it asks for one."""
    person.look()
    play_once(person, rng)
    return True


def test_one_address_does_not_fill_the_list_of_open_tables_however_it_puts_them_there(site: Site) -> None:
    far, near = site.person("192.0.2.1"), site.person("198.51.100.1")
    ana = Program(site)
    ana.client.headers["X-Forwarded-For"] = "192.0.2.1"
    tables = []
    for number in range(60):
        answer = ana.post("/tables", name="Ana", bot=False, config={"listed": number < 25})
        tables.append((answer.json()["table"], answer.json()["token"]))
    listed = 25
    for table, token in tables[25:]:
        ana.table, ana.token = table, token
        far.client.cookies.set(f"sixth-{table}", token, path=f"/t/{table}")
        if listed % 3 == 0:
            answer = ana.do("config", config={"listed": True})
        elif listed % 3 == 1:
            answer = far.client.post(f"/t/{table}/do", json={"do": "config", "config": {"listed": True}})
        else:
            answer = far.client.post(f"/t/{table}/house", data={"listed": "true"})
        if answer.status_code == 429:
            break
        assert answer.status_code == 200
        listed += 1
    assert listed == 30
    assert ana.post("/tables", name="Ana", config={"listed": True}).status_code == 429
    form = {"game": "classic", "seats": "3", "bots": "random", "how": "invite", "name": "Ana"}
    assert far.client.post("/tables", data={**form, "listed": "true"}).status_code == 429
    assert far.client.post("/tables", data=form).status_code == 200, "a table that is not listed"
    assert near.client.post("/tables", data={**form, "listed": "true"}).status_code == 200


def test_a_table_that_comes_back_to_the_list_does_not_pass_newer_ones(site: Site) -> None:
    ana, bo = Program.host(site, config={"listed": True}), Program.host(site, config={"listed": True})
    shown = [each["id"] for each in ana.client.get("/tables").json()]
    assert shown[:2] == [bo.table, ana.table]
    for listed in (False, True):
        assert ana.do("config", config={"listed": listed}).status_code == 200
    guests = [
        Program.guest(site, ana.table, f"Guest {number}")
        for number in range(site.table(ana.table).rules.seats - 1)
    ]
    assert ana.table not in str(ana.client.get("/tables").json())
    guests[0].do("leave")
    assert [each["id"] for each in ana.client.get("/tables").json()] == shown


def test_changes_of_the_list_are_announced() -> None:
    ana, bo = ({"id": name.lower(), "host": name} for name in ("Ana", "Bo"))
    assert news_text([ana], ["ana"]) == ""
    assert news_text([ana], []) == "Ana has opened a table."
    assert news_text([ana, bo], ["cy"]) == "Ana and Bo have opened tables. 1 table is no longer open."
    assert news_text([], ["ana", "bo"]) == "2 tables are no longer open."
