"""The loop that passes ended games on, and pages that do not wait for it."""

import asyncio
from collections.abc import Sequence

from sqlalchemy import Connection

from sixth.server.live.game_ends import GameEndReader
from sixth.server.store.game_ends import GameEnd
from sixth.server.store.sql import SqlStore
from tests.server.store.test_game_ends import finish


def test_a_page_has_the_games_read_that_have_ended_before_it(store: SqlStore) -> None:
    found = list[GameEnd]()
    ends = [finish(store, name) for name in ("one", "two")]
    reader = GameEndReader(store.game_ends, lambda _, ends: found.extend(ends))
    asyncio.run(reader.catch_up())
    assert [each.game_id for each in found] == [each.game_id for each in ends]


def test_a_page_is_shown_though_ended_games_cannot_be_read(store: SqlStore) -> None:
    finish(store, "one")

    def fail(_: Connection, _ends: Sequence[GameEnd]) -> None:
        raise ValueError

    asyncio.run(GameEndReader(store.game_ends, fail).catch_up())
