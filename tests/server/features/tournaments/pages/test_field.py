"""What others did with the same cards, on pages and for programs, and what nobody may open before."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from sixth.rules.codec import loads
from tests.server.features.tournaments.pages.test_tournament import Evening
from tests.server.support.hosting import Site
from tests.server.support.pages import Page
from tests.server.support.playing import Person, client_of, play_on

SIX = ("Ana", "Bo", "Cleo", "Dora", "Emil", "Fay")


def duplicate(site: Site) -> Evening:
    """Return an evening at two tables, whose first round has begun."""
    evening = Evening(
        site, SIX, place="online", seats="3", hand="4", length="rounds:1", duplicate="true", rounds="1"
    )
    evening.begin()
    return evening


def until(site: Site, evening: Evening, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Return what everybody may see of a tournament once it is so."""
    with client_of(site.url) as client, client.stream("GET", f"/api/v1{evening.path}/changes") as lines:
        for line in lines.iter_lines():
            if line and is_so(shown := dict[str, Any](loads(line))):
                return shown
    raise AssertionError("the stream has ended")


def results(shown: dict[str, Any]) -> list[dict[str, Any]]:
    return [each["result"] for each in shown["rounds"][0]["tables"] if each["result"]]


def by_table(evening: Evening) -> list[list[Person]]:
    """Return the players at each table, who have gone there."""
    at: dict[str, list[Person]] = {}
    for person in evening.players.values():
        person.go(f"{evening.path}/table")
        at.setdefault(person.table, []).append(person)
    return list(at.values())


def addresses(page: Page, part: str) -> Sequence[str]:
    """Return the links of a page that have this in their address."""
    links = [each.attributes.get("href") or "" for each in page.elements]
    return [each for each in links if part in each]


def test_nothing_leads_to_a_game_of_a_duplicate_before_all_tables_have_played(site: Site) -> None:
    evening = duplicate(site)
    first, second = by_table(evening)
    play_on(first, Random(1))
    shown = until(site, evening, lambda shown: len(results(shown)) == 1)
    assert results(shown)[0]["game"] == ""
    own = first[0]
    for page in (own.go(evening.path), evening.host.go(evening.path), own.go(f"/t/{own.table}")):
        assert not addresses(page, "/g/")
        assert not addresses(page, "/field/")
    players = {each["name"]: each["id"] for each in shown["players"]}
    name = next(name for name, each in evening.players.items() if each is own)
    field = f"{evening.path}/field/1/{players[name]}"
    with client_of(site.url) as client:
        answer = client.get(f"/api/v1{field}")
        assert (answer.status_code, answer.json()["code"]) == (409, "field-later")
        assert client.get(field).status_code == 409
        play_on(second, Random(2))
        shown = until(site, evening, lambda shown: all(each["game"] for each in results(shown)))
        games = [f"/g/{each['game']}" for each in results(shown)]
        assert len(games) == 2
        assert client.get(field).status_code == 200
        for address in addresses(own.go(evening.path), "/g/"):
            assert address in games
            assert client.get(address).status_code == 200
    assert addresses(own.go(f"/t/{own.table}"), "/g/")
    assert addresses(own.go(evening.path), field)


def test_each_choice_stands_beside_those_of_the_others_with_the_same_cards(site: Site) -> None:
    evening = duplicate(site)
    for number, table in enumerate(by_table(evening)):
        play_on(table, Random(number))
    shown = until(site, evening, lambda shown: len(results(shown)) == 2)
    players = {each["name"]: each["id"] for each in shown["players"]}
    ana = evening.players["Ana"]
    address = f"{evening.path}/field/1/{players['Ana']}"
    page = ana.go(address)
    assert "What the others did with your cards" in page.root.text
    assert "What the others did with the cards of Ana" in evening.players["Bo"].go(address).root.text
    with client_of(site.url) as client:
        field = client.get(f"/api/v1{address}").json()
        for wrong in ("field/2/" + players["Ana"], "field/1/nobody", "field/0/" + players["Ana"]):
            answer = client.get(f"/api/v1{evening.path}/{wrong}")
            assert answer.status_code in (404, 422), answer.text
            assert client.get(f"{evening.path}/{wrong}").status_code == 404
    (table,) = [each for each in shown["rounds"][0]["tables"] if players["Ana"] not in each["players"]]
    (other,) = field["others"]
    assert other["player"] == table["players"][field["seat"]]
    assert other["heads"] == table["result"]["heads"][field["seat"]]
    assert other["game"] == table["result"]["game"]
    assert [link.partition("?")[0] for link in addresses(page, "/g/")] == [
        f"/g/{each['game']}" for each in sorted([field["own"], other], key=lambda each: int(each["heads"]))
    ]
    firsts = [each for each in field["choices"] if each["turn"] == 1 and each["choice"].isdigit()]
    assert [each["round"] for each in firsts] == [1]
    assert all(sum(each["same_position"].values()) == 2 for each in firsts)
    lines = page.root.all("tr")
    for each in firsts:
        assert any(line.text.startswith(f"1 {each['choice']} ") for line in lines)
    # The end has the best game.
    evening.host.go(evening.path)
    evening.press(evening.host, "end")
    best = min(min(each["result"]["heads"]) for each in shown["rounds"][0]["tables"])
    page = ana.go(evening.path)
    assert f"{best} head" in page.text("standings").partition("The best game:")[2]
    assert addresses(page, "/g/")


def test_a_tournament_that_is_no_duplicate_has_no_field(site: Site) -> None:
    evening = Evening(site)
    evening.begin()
    evening.settle()
    with client_of(site.url) as client:
        shown = client.get(f"/api/v1{evening.path}").json()
        player = shown["players"][0]["id"]
        answer = client.get(f"/api/v1{evening.path}/field/1/{player}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-field")
        assert client.get(f"{evening.path}/field/1/{player}").status_code == 404
    assert not addresses(evening.host.go(evening.path), "/field/")
