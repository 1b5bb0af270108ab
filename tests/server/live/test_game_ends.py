"""Kills between the end of a game and its readers: nothing is lost, and nothing counts twice."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import Select, select

from sixth.server.features.ratings.again import recompute
from sixth.server.store.people_schema import person_games, person_ratings
from sixth.server.store.schema import game_ends
from sixth.server.store.sql import SqlStore
from tests.server.features.ratings.test_feature import rated_table
from tests.server.support.hosting import until
from tests.server.support.parties import Party, person_anywhere
from tests.server.support.playing import keep_name
from tests.server.support.serving import serving

_KILL = """
import os, signal
from sixth.server.store import game_ends
take = game_ends._take
def kill(connection, keep):
    {before}
    os.kill(os.getpid(), signal.SIGKILL)
game_ends._take = kill
"""


@pytest.mark.parametrize("before", ["pass", "take(connection, keep)"], ids=["unread", "read-not-committed"])
def test_a_kill_between_the_end_of_a_game_and_its_readers_loses_and_doubles_nothing(
    database_url: str, tmp_path: Path, before: str
) -> None:
    with ExitStack() as stack:
        code = _KILL.format(before=before)
        server = stack.enter_context(serving(tmp_path / "data", database=database_url, first=code))
        people = [
            keep_name(person_anywhere([server], stack, seat, set()), name)
            for seat, name in enumerate(("Ana", "Bo"))
        ]
        rated_table(*people)
        people[0].send("begin")
        with ThreadPoolExecutor(1) as threads:
            playing = threads.submit(Party(people, set(), Event()).play, 1)
            until(lambda: server.process.poll() is not None, "the server had killed itself")
            server.kill()
            store = stack.enter_context(closing(SqlStore(database_url)))
            assert len(rows(store, select(game_ends.c.game_id))) == 1
            assert not rows(store, select(person_games.c.seat))
            server.first = ""
            server.restart()
            playing.result()
        until(lambda: not rows(store, select(game_ends.c.game_id)), "the game was read")
        assert rows(store, select(person_games.c.seat).order_by(person_games.c.seat)) == [0, 1]
        assert rows(store, select(person_ratings.c.games)) == [1] * 4
        assert recompute(store) == (1, 0, 0)


def rows(store: SqlStore, query: Select[tuple[object]]) -> list[object]:
    """Return the values of a column."""
    return list(store.read(lambda connection: connection.execute(query).scalars().all()))
