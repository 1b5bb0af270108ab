"""The end of rated games: places, those who left, and games that count for nobody."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import sixth
from sixth.rules.events import Abandoned
from sixth.rules.record import HUMAN
from sixth.server.features.ratings.rating import RatedPlayer
from sixth.server.features.ratings.results import rated_players
from sixth.server.store.game_ends import ends_in
from sixth.server.table.codec import dumps_event
from sixth.server.table.config import TableConfig
from sixth.server.table.events import (
    OUTSIDE,
    Arranged,
    Opened,
    Returned,
    Sat,
    StoodIn,
    TableEvent,
)
from sixth.server.table.fold import apply_event, fold
from tests.server.support.logs import beginning, next_move, secret

RULES = sixth.games["kids"].replace(seats=3)
RATED = TableConfig(turn_seconds=20, rated=True)


def played(
    *changes: TableEvent, kinds: Sequence[str] = (HUMAN,) * 3, config: TableConfig = RATED, again: str = ""
) -> tuple[TableEvent, ...]:
    """Return the log of a game in which `changes` come after the deal."""
    sat = (
        Sat(seat, f"P{seat}", kind, f"t{seat}" if kind == HUMAN else None) for seat, kind in enumerate(kinds)
    )
    log: list[TableEvent] = [Opened(RULES, secret(1, 1), again=again), *sat, Arranged(config)]
    table = fold("table", log)
    pending: tuple[TableEvent, ...] = (beginning(table, 1),)
    rng, waiting = Random(1), [*changes]
    while pending:
        for event in pending:
            table = apply_event(table, event)
        log += pending
        if waiting and table.state is not None and table.state.phase not in ("deal", "lay"):
            pending, waiting = tuple(waiting), []
        else:
            pending = next_move(table, rng)
    return tuple(log)


def left(seat: int) -> StoodIn:
    """Return the event by which the person of a seat leaves."""
    return StoodIn(seat, "Bot", "random", "left")


def end(log: Sequence[TableEvent]) -> Sequence[RatedPlayer]:
    """Return the players of the first game in a log as they are rated; () if it counts for nobody."""
    ends = ends_in("table", [("2026-01-01", dumps_event(event)) for event in log])
    return next(map(rated_players, ends), ())


def test_the_places_of_a_rated_game_are_those_of_its_result() -> None:
    result = end(played())
    assert [each.bot for each in result] == ["", "", ""]
    assert min(each.place for each in result) == 1


def test_who_left_and_did_not_come_back_is_last() -> None:
    for seat in range(3):
        assert end(played(left(seat)))[seat].place == 3
        assert end(played(left(seat), Returned(seat))) == end(played())


def test_who_leaves_a_game_with_bots_alone_is_last_behind_them() -> None:
    result = end(played(left(0), kinds=(HUMAN, "random", "careful")))
    assert result[0].place == 3
    assert [each.bot for each in result] == ["", "random", "careful"]


def test_a_game_that_everybody_left_counts_for_nobody() -> None:
    assert not end(played(left(0), left(1), left(2)))
    assert [each.place for each in end(played(left(0), left(1)))] == [2, 2, 1]


def test_games_that_are_not_rated_were_broken_off_or_known_before_count_for_nobody() -> None:
    log = played()
    broken = (*log[:-1], Abandoned("over"))
    for other in (
        played(config=replace(RATED, rated=False)),
        played(again="earlier"),
        played(kinds=(HUMAN, HUMAN, OUTSIDE)),
        broken,
        log[:-1],
        (),
    ):
        assert not end(other)


def test_who_came_back_after_the_game_changes_nothing() -> None:
    log = played(left(0))
    assert end((*log, Returned(0), Arranged(replace(RATED, rated=False)))) == end(log)
