"""`sixth db downgrade`: the release before reads the database again, and nothing else is lost."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert, inspect, select

import sixth
from sixth.cli import app
from sixth.server.ops.databases import open_to_write
from sixth.server.store import upgrade
from sixth.server.store.engine import normalize_url
from sixth.server.store.people_schema import people, rated_games
from sixth.server.store.schema import log
from sixth.server.store.sql import SqlStore
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Arranged, Began, Opened, Renamed, Sat
from sixth.server.table.fold import fold
from tests.command_result import CommandResult
from tests.server.support.logs import Log, whole

PERSON = {
    "person_id": "ana",
    "name": "Ana",
    "mark": 1,
    "shown": "hidden",
    "since": 1,
    "seen_at": 2,
}
GAME = {"game_id": "rated", "ended_at": "2026-11-25", "pool": "2", "game": "classic", "players": "[]"}


@pytest.fixture
def run(database_url: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """Return a function that runs `sixth db` with arguments on that database."""

    def call(*arguments: str, url: str = database_url) -> CommandResult:
        return CommandResult(app.run(["db", *arguments, "--database", url]), *capsys.readouterr())

    return call


def rated_log() -> Log:
    """Return the log of a rated game in which a person has another name halfway."""
    events = whole(sixth.games["classic"].replace(seats=2), seed=3)
    opened = events[0]
    assert isinstance(opened, Opened)
    rated = TableConfig(rated=True, turn_seconds=30)
    began = next(number for number, event in enumerate(events) if isinstance(event, Began))
    return (
        replace(opened, config=rated),
        Arranged(replace(rated, chat=False)),
        *events[1 : began + 20],
        Renamed(0, "Somebody"),
        *events[began + 20 :],
        Renamed(1, "Bo"),
    )


def fill(url: str) -> Log:
    """Make a site with a rated table and a person, and return the log of the table."""
    events = rated_log()
    with closing(SqlStore(url)) as store:
        store.append("rated", 0, events)
        with store.engine.begin() as connection:
            connection.execute(insert(people).values(PERSON))
            connection.execute(insert(rated_games).values(GAME))
    return events


def schema(connection: Connection) -> dict[str, Any]:
    """Return the columns and indexes of each table."""
    there = inspect(connection)
    return {
        name: (
            sorted((each["name"], str(each["type"]), each["nullable"]) for each in there.get_columns(name)),
            sorted(str(each["name"]) for each in there.get_indexes(name)),
        )
        for name in there.get_table_names()
    }


def rows(url: str) -> list[Any]:
    """Return the rows of the log."""
    with open_to_write(normalize_url(url)) as engine, engine.connect() as connection:
        return [*connection.execute(select(log).order_by(log.c.version))]


def test_the_release_before_finds_its_own_schema(database_url: str, empty_url: str, run: Any) -> None:
    with open_to_write(normalize_url(empty_url)) as engine, engine.connect() as connection:
        upgrade.run_steps(connection, "0006")
        before = schema(connection)
    fill(database_url)
    done = run("downgrade", "--to", "0.3")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("now. Deleted: 1 person, 1 rated game.\n")
    with open_to_write(normalize_url(database_url)) as engine, engine.connect() as connection:
        assert upgrade.revision(connection) == "0006"
        assert schema(connection) == before


def test_a_log_keeps_its_game_and_the_names_at_its_end(database_url: str, run: Any) -> None:
    events = fill(database_url)
    assert run("downgrade", "--to", "0.3").code == 0
    for version, row in enumerate(rows(database_url), 1):
        assert row.version == version
        assert "renamed" not in row.happening
        assert "rated" not in row.happening
    assert run("upgrade").code == 0
    assert run("check").code == 0
    with closing(SqlStore(database_url)) as store:
        again = store.load("rated")
    assert [event for event in again if not isinstance(event, Opened | Arranged | Sat)] == [
        event for event in events if not isinstance(event, Opened | Arranged | Sat | Renamed)
    ]
    before, after = fold("rated", events), fold("rated", again)
    assert after.config == replace(before.config, rated=False)
    assert after.seats == before.seats
    assert after.state == before.state


def test_a_dry_run_changes_nothing(database_url: str, run: Any) -> None:
    fill(database_url)
    before = rows(database_url)
    done = run("downgrade", "--to", "0.3", "--dry-run")
    assert done.code == 0
    assert done.out.startswith("To be deleted from ")
    assert done.out.endswith(": 1 person, 1 rated game.\n")
    assert rows(database_url) == before
    assert run("check").code == 0


@pytest.mark.parametrize("release", ["0.2", "0.3.0", "", "now"])
def test_there_is_no_way_to_other_releases(database_url: str, run: Any, release: str) -> None:
    fill(database_url)
    done = run("downgrade", "--to", release)
    assert (done.code, done.out) == (2, "")
    assert "The only way back is to 0.3" in done.err


def test_deletions_of_people_end_first(database_url: str, run: Any) -> None:
    fill(database_url)
    with open_to_write(normalize_url(database_url)) as engine, engine.begin() as connection:
        connection.execute(people.update().values(erased=True))
    done = run("downgrade", "--to", "0.3")
    assert (done.code, done.out) == (1, "")
    assert "People are still being deleted" in done.err
    assert run("check").code == 0


def test_a_database_that_is_not_there_is_not_made(run: Any, empty_url: str) -> None:
    done = run("downgrade", "--to", "0.3", url=empty_url)
    assert (done.code, done.out) == (1, "")
    assert not Path(empty_url.removeprefix("sqlite:///")).exists()
