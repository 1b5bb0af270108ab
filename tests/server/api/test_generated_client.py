"""A client that OpenAPI Generator makes from the served document: it plays a whole game."""

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
def generated(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Generate the client, and import its package."""
    # Stop at the first tier of the compiler: the other one takes half a second more to start.
    monkeypatch.setenv("JAVA_OPTS", "-XX:TieredStopAtLevel=1")
    document = f"{site.url}/api/v1/openapi.json"
    command = ["generate", "-g", "python", "-i", document, "-o", str(tmp_path)]
    command += ["--package-name", "tableclient", "--global-property", LEFT_OUT]
    assert openapi_generator_cli.run(command).returncode == 0
    monkeypatch.syspath_prepend(tmp_path)
    return import_module("tableclient")


class Player:
    """A seat that plays through the generated client alone."""

    def __init__(self, generated: ModuleType, url: str) -> None:
        self.generated = generated
        self.site = generated.ApiClient(generated.Configuration(host=f"{url}/api/v1"))
        self.tables, self.seats = generated.TablesApi(self.site), generated.SeatsApi(self.site)
        self.play, self.ended = generated.PlayApi(self.site), generated.GamesThatAreOverApi(self.site)

    def has(self, seated: Any) -> None:
        """Keep the table and the token of a seat that the server has just given."""
        self.table, self.site.configuration.access_token = seated.table, seated.token

    def step(self) -> bool:
        """Do what the table asks for; return False when it asks for nothing more."""
        table, generated = self.tables.look(self.table), self.generated
        if table.asks == "again":
            return False
        moment = {"game": table.games, "round": table.view.round, "turn": table.view.turn}
        if table.asks in ("choose", "take") and table.view.chosen is None:
            self.play.act(self.table, generated.ActRequest(**moment, action=table.view.legal[-1]))
        elif table.asks == "next":
            body = generated.NextRoundRequest(game=table.games, round=table.view.round + 1)
            self.play.next_round(self.table, body)
        return True


def test_a_generated_client_plays_a_whole_game(site: Site, generated: ModuleType) -> None:
    ana, bo = Player(generated, site.url), Player(generated, site.url)
    options = generated.OptionsRequest(hand=4, deck=generated.Deck(60), end="rounds:2")
    config = generated.ConfigRequest(outside=True)
    ana.has(ana.tables.open_table(generated.OpenRequest(name="Ana", seats=3, options=options, config=config)))
    bo.has(bo.seats.sit(ana.table, generated.SitRequest(name="Bo")))
    with pytest.raises(generated.ApiException) as refusal:
        bo.play.begin(bo.table, generated.BeginRequest(game=1))
    assert (refusal.value.status, refusal.value.data.code) == (403, "host-only")
    promise = ana.tables.look(ana.table).next_promise
    ana.play.begin(ana.table, generated.BeginRequest(game=1, bots="random"))
    rules = bo.tables.look(bo.table).view.rules
    assert (rules.deck.actual_instance, rules.end.rounds, rules.end.limit) == (60, 2, None)
    until(lambda: not all([ana.step(), bo.step()]), "the game was over")
    game = ana.tables.look(ana.table).game
    lines = ana.ended.record(game).decode().splitlines()
    (verdict,) = referee.check(lines)
    assert not verdict.abandoned
    (game_record,) = record.read(lines)
    assert [each.kind for each in game_record.seats] == ["outside", "outside", "random"]
    assert promise in next(line for line in lines if '"event":"dealt"' in line)
    proof = ana.ended.proof(game)
    assert (proof.game, proof.deals, proof.fair, proof.why) == (game, 2, True, None)
    news = ana.tables.listen_without_preload_content(ana.table)
    assert news.readline().startswith(b'{"line":"full"')
    news.close()
    ana.has(ana.ended.again(game, generated.AgainRequest(name="Ana", bots="random")))
    assert ana.tables.look(ana.table).again == game
