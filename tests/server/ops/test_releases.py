"""Sites of earlier releases go on in this version: small ones that those releases made are in `releases`."""

import json
import shutil
import tarfile
from dataclasses import dataclass
from pathlib import Path
from random import Random

import httpx2
import pytest

import sixth
from sixth.cli import app
from tests.server.ops.releases.make import COMMITS, HERE, UPGRADED
from tests.server.support.playing import Person, play_on
from tests.server.support.serving import PATIENCE, request, serving


@dataclass(frozen=True)
class Site:
    """What is kept of a site of an earlier release."""

    data: Path
    """The folder of its database, which 0.3.0 has upgraded."""
    as_it_was: Path
    """Its database before that."""
    records: dict[str, str]
    """The records of its games, as that release gave them, by the names of the games."""
    tokens: dict[str, str]
    """The token of a person's seat, by the name of the table where a game goes on."""


@pytest.fixture(scope="module", params=COMMITS)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Return what is kept of the site of a release."""
    folder = tmp_path_factory.mktemp("released")
    with tarfile.open(HERE / f"{request.param}.tar.xz") as kept:
        kept.extractall(folder, filter="data")
    upgraded = folder / f"{UPGRADED}.sqlite3"
    as_it_was = folder / "sixth.sqlite3"
    (folder / "data").mkdir()
    shutil.copy(upgraded if upgraded.exists() else as_it_was, folder / "data/sixth.sqlite3")
    records = {path.name.partition(".")[0]: path.read_text("utf-8") for path in folder.glob("*.jsonl")}
    return Site(folder / "data", as_it_was, records, json.loads((folder / "tokens.json").read_text()))


def outcome(lines: str) -> list[tuple[sixth.Rules, tuple[int, ...], list[sixth.Event]]]:
    """Return the rules, the standings and the events of each game of a record."""
    return [
        (each.rules, each.state().totals, [*each.events]) for each in sixth.read_records(lines.splitlines())
    ]


def test_a_site_of_an_earlier_release_goes_on(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("upgrade", "check"):
        assert app.run(["db", command, "--data", str(site.data)]) == 0, capsys.readouterr().err
    assert len(site.records) == 2
    with serving(site.data) as server:
        for game, record in site.records.items():
            now = request("GET", f"{server.url}/g/{game}.sixth.jsonl").text
            assert outcome(now) == outcome(record)
        ((table, token),) = site.tokens.items()
        cookies = {f"sixth-{table}": token}
        with httpx2.Client(
            base_url=server.url, cookies=cookies, follow_redirects=True, timeout=PATIENCE
        ) as client:
            cy = Person(client)
            cy.table = table
            cy.look()
            assert cy.page.asks != "again"
            play_on([cy], Random(1))


@pytest.mark.parametrize("site", [each for each in COMMITS if each != UPGRADED], indirect=True)
def test_a_database_from_before_0_3_0_is_refused_with_a_sentence_that_names_it(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    before = site.as_it_was.read_bytes()
    assert app.run(["db", "upgrade", "--database", f"sqlite:///{site.as_it_was}"]) == 1
    why = capsys.readouterr().err
    assert UPGRADED in why
    assert len(why.splitlines()) == 1
    assert site.as_it_was.read_bytes() == before
