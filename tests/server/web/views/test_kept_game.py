"""The saved game of a browser: the result of an ended game, for its players only."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import sixth
from sixth.rules.display.standings import standings
from sixth.server.table.fold import fold
from sixth.server.table.identity import Audience
from sixth.server.web.views.kept_game import kept_game
from tests.server.support.hosting import Site
from tests.server.support.logs import token, whole
from tests.server.support.playing import Person, play_on


def _saved(person: Person) -> dict[str, Any] | None:
    """Return the result that the page of the table gives the browser's scripts to save."""
    state = person.go(f"/t/{person.table}?plain=off").by_id["state"]
    person.go(f"/t/{person.table}?plain=on")
    ending = json.loads("".join(map(str, state.inside)))["around"]["ending"]
    kept: dict[str, Any] | None = ending and ending["kept"]
    return kept


def test_a_page_gives_a_player_the_result_when_the_game_is_over(site: Site) -> None:
    ana, bo, eve = site.person(), site.person(), site.person()
    table = ana.open("invite", game="elimination", seats=3, name="Ana", hand="5", end_count="20")
    bo.join(table, name="Bo")
    ana.look()
    ana.send("begin")
    assert _saved(ana) is None
    play_on([ana, bo], Random(1))
    eve.go(f"/t/{table}")
    assert _saved(eve) is None
    now = site.table(table)
    assert now.state is not None
    for person, seat in ((ana, 0), (bo, 1)):
        saved = _saved(person)
        assert saved is not None
        assert (saved["id"], saved["seat"], saved["names"][:2]) == (now.game_id, seat, ["Ana", "Bo"])
        assert saved["bots"] == [False, False, True]
        places = standings(now.state)
        assert dict(enumerate(saved["places"])) == {each.seat: each.place for each in places}
        rounds = [[heads or 0 for heads in round] for round in saved["past"]]
        assert rounds == [list(heads) for heads in now.state.past]
        for number in range(3):
            heads = [round[number] for round in saved["past"]]
            # A seat that is out has no number of heads in later rounds.
            is_out = [sum(each or 0 for each in heads[:count]) > 20 for count in range(len(heads))]
            assert [each is None for each in heads] == is_out


def test_a_game_at_a_table_that_the_site_has_seated_is_marked() -> None:
    table, audience = fold("seated", whole(sixth.games["kids"].replace(seats=2), 5)), Audience.of(token(0))
    for matched in (False, True):
        kept = kept_game(audience.view(replace(table, config=replace(table.config, matched=matched))))
        assert kept is not None
        assert kept.get("matched", False) == matched
