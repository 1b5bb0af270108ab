"""A client that OpenAPI Generator makes of the document, as it is served, plays a whole game."""

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import openapi_generator_cli
import pytest

from sixth.rules import record
from tests import referee
from tests.server.support.hosting import Site, until

LEFT_OUT = "apiDocs=false,apiTests=false,modelDocs=false,modelTests=false"


@pytest.fixture
def made(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The package that is made."""
    # Half a second less than with the compiler for programs that run longer.
    monkeypatch.setenv("JAVA_OPTS", "-XX:TieredStopAtLevel=1")
    document = f"{site.url}/api/v1/openapi.json"
    command = ["generate", "-g", "python", "-i", document, "-o", str(tmp_path)]
    command += ["--package-name", "tableclient", "--global-property", LEFT_OUT]
    assert openapi_generator_cli.run(command).returncode == 0
    monkeypatch.syspath_prepend(tmp_path)
    return import_module("tableclient")


class Player:
    """A seat, with what was made to speak for it, and nothing else."""

    def __init__(self, made: ModuleType, url: str) -> None:
        self.made = made
        self.site = made.ApiClient(made.Configuration(host=f"{url}/api/v1"))
        self.tables, self.seats = made.TablesApi(self.site), made.SeatsApi(self.site)
        self.play, self.ended = made.PlayApi(self.site), made.GamesThatAreOverApi(self.site)

    def has(self, given: Any) -> None:
        """Have the seat that was given."""
        self.table, self.site.configuration.access_token = given.table, given.token

    def step(self) -> bool:
        """Do what the table asks for; False once it asks for nothing more."""
        seen, made = self.tables.look(self.table), self.made
        if seen.asks == "again":
            return False
        moment = {"game": seen.games, "round": seen.view.round, "turn": seen.view.turn}
        if seen.asks in ("choose", "take") and seen.view.chosen is None:
            self.play.act(self.table, made.ActRequest(**moment, action=seen.view.legal[-1]))
        elif seen.asks == "next":
            body = made.NextRoundRequest(game=seen.games, round=seen.view.round + 1)
            self.play.next_round(self.table, body)
        return True


def test_a_client_that_others_generate_plays_a_whole_game(site: Site, made: ModuleType) -> None:
    ana, bo = Player(made, site.url), Player(made, site.url)
    options = made.OptionsRequest(hand=4, deck=made.Deck(60), end="rounds:2")
    config = made.ConfigRequest(outside=True)
    ana.has(ana.tables.open_table(made.OpenRequest(name="Ana", seats=3, options=options, config=config)))
    bo.has(bo.seats.sit(ana.table, made.SitRequest(name="Bo")))
    with pytest.raises(made.ApiException) as refused:
        bo.play.begin(bo.table, made.BeginRequest(game=1))
    assert (refused.value.status, refused.value.data.code) == (403, "host-only")
    ana.play.begin(ana.table, made.BeginRequest(game=1, bots="random"))
    rules = bo.tables.look(bo.table).view.rules
    assert (rules.deck.actual_instance, rules.end.rounds, rules.end.limit) == (60, 2, None)
    until(lambda: not all([ana.step(), bo.step()]), "the game was over")
    game = ana.tables.look(ana.table).game
    lines = ana.ended.record(game).decode().splitlines()
    (verdict,) = referee.check(lines)
    assert not verdict.abandoned
    (read,) = record.read(lines)
    assert [each.kind for each in read.seats] == ["outside", "outside", "random"]
    assert ana.ended.proof(game).fair
    news = ana.tables.listen_without_preload_content(ana.table)
    assert news.readline().startswith(b'{"line":"full"')
    news.close()
