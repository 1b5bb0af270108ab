"""What a browser keeps of a game: its result, for whoever played in it, once it is over."""

import json
from collections.abc import Iterator
from random import Random

import pytest

from sixth.rules.display.standings import standings
from tests.server.support.hosting import Site, hosting
from tests.server.support.playing import Person, play_on


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all of them."""
    with hosting(tmp_path_factory.mktemp("kept")) as site:
        yield site


def _told(person: Person) -> str | None:
    """What the page of the table tells the browser to keep."""
    person.look()
    kept = person.page.by_id.get("kept-game")
    return kept.attributes["data-game"] if kept else None


def test_the_page_tells_a_result_to_whoever_played_and_only_once_the_game_is_over(site: Site) -> None:
    ana, bo, eve = site.person(), site.person(), site.person()
    table = ana.open("invite", game="elimination", seats=3, name="Ana", end_count="20")
    bo.join(table, name="Bo")
    ana.look()
    ana.send("begin")
    assert _told(ana) is None
    play_on([ana, bo], Random(1))
    eve.go(f"/t/{table}")
    assert "kept-game" not in eve.page.by_id
    now = site.table(table)
    assert now.state is not None
    for person, seat in ((ana, 0), (bo, 1)):
        kept = json.loads(_told(person) or "")
        assert (kept["id"], kept["seat"], kept["names"][:2]) == (now.game_id, seat, ["Ana", "Bo"])
        assert kept["bots"] == [False, False, True]
        found = standings(now.state)
        assert dict(enumerate(kept["places"])) == {each.seat: each.place for each in found}
        played = [[heads or 0 for heads in round] for round in kept["past"]]
        assert played == [list(heads) for heads in now.state.past]
        for number in range(3):
            heads = [round[number] for round in kept["past"]]
            # Who is out has no heads at all in the rounds after it.
            after = [sum(each or 0 for each in heads[:before]) > 20 for before in range(len(heads))]
            assert [each is None for each in heads] == after
