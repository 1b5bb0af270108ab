"""Rated tables: what they need, who agrees to them, and what nobody may do there."""

from dataclasses import replace

import pytest

import sixth
from sixth.rules.options import End
from sixth.rules.record import HUMAN
from sixth.server.table import clock, gameplay, seating
from sixth.server.table.codec import table_event_from_json, table_event_to_json
from sixth.server.table.config import TableConfig
from sixth.server.table.events import OUTSIDE, Arranged, Left, Opened, Readied, Sat
from sixth.server.table.fold import fold
from sixth.server.table.state import Table
from tests.server.support.logs import beginning, secret, token
from tests.server.support.tables import CLASSIC, after, empty, full, refusal

RATED = TableConfig(turn_seconds=20, rated=True)


def rated(table: Table | None = None) -> Table:
    """Return a rated table, by default with a person on every seat."""
    return after(table or full(), (Arranged(RATED),))


def agreed(table: Table) -> Table:
    """Return a table where everybody is ready."""
    return after(table, tuple(Readied(seat, ready=True) for seat in table.company))


def begun(table: Table) -> Table:
    """Return a table whose game has been dealt."""
    table = after(table, (beginning(table, 1),))
    return after(table, gameplay.dealers_turn(table))


@pytest.mark.parametrize(
    "config",
    [
        replace(RATED, turn_seconds=0),
        replace(RATED, helps=True),
        replace(RATED, outside=True),
        replace(RATED, stand_in="champion"),
    ],
    ids=["no-clock", "hints", "outside", "strong-stand-in"],
)
def test_a_rated_table_has_a_clock_no_hints_no_bots_from_outside_and_the_usual_stand_in(
    config: TableConfig,
) -> None:
    assert refusal(lambda: seating.arrange(full(), 0, config)) == "rated-needs"


def test_only_named_games_are_rated() -> None:
    own = CLASSIC.replace(end=End("rounds", 2))
    assert refusal(lambda: seating.arrange(full(), 0, RATED, own)) == "rated-needs"
    assert refusal(lambda: seating.arrange(rated(), 0, RATED, own)) == "rated-needs"
    assert seating.arrange(full(), 0, RATED, sixth.games["logic"].replace(seats=3))


def test_a_table_where_a_bot_from_outside_sits_is_not_rated() -> None:
    table = after(full(), (Left(2), Sat(2, "Program", OUTSIDE, "x")))
    assert refusal(lambda: seating.arrange(table, 0, RATED)) == "rated-needs"


def test_a_table_with_the_deals_of_an_earlier_game_is_not_rated() -> None:
    table = fold("table", (Opened(CLASSIC, secret(1, 1), again="earlier"), Sat(0, "Ana", HUMAN, "x")))
    assert refusal(lambda: seating.arrange(table, 0, RATED)) == "rated"


def test_a_table_is_neither_rated_nor_unrated_during_a_game() -> None:
    assert refusal(lambda: seating.arrange(begun(rated()), 0, replace(RATED, rated=False))) == "begun"
    plain = begun(after(full(), (Arranged(replace(RATED, rated=False)),)))
    assert refusal(lambda: seating.arrange(plain, 0, RATED)) == "begun"


def test_a_rated_game_begins_once_everybody_has_agreed_to_it() -> None:
    table = agreed(full())
    table = rated(table)
    assert not any(each.ready for each in table.seats)
    began = beginning(table, 1)
    assert refusal(lambda: gameplay.begin(table, 0, game=1, bots=(), began=began)) == "rated"
    table = after(table, (Readied(1, ready=True), Readied(2, ready=True)))
    assert gameplay.begin(table, 0, game=1, bots=(), began=began) == (began,)


def test_nobody_is_removed_from_a_rated_game() -> None:
    table = begun(rated())
    assert refusal(lambda: seating.remove(table, 0, 1, "Person 1", now=0)) == "rated"
    assert seating.remove(rated(), 0, 1, "Person 1", now=0)


def test_newcomers_take_no_seat_of_a_bot_in_a_rated_game() -> None:
    ana = after(empty(), (Sat(0, "Ana", HUMAN, token(0)),))
    for config, seat in ((RATED, None), (replace(RATED, rated=False), 1)):
        table = after(ana, (Arranged(config), *seating.fill(ana, "random")))
        assert begun(table).offered == seat


def test_the_bots_of_a_rated_table_play_by_the_position_alone() -> None:
    assert rated().has_fixed_bots
    assert not full().has_fixed_bots


def test_the_next_rated_game_does_not_begin_by_itself() -> None:
    for config, begins in ((RATED, False), (replace(RATED, rated=False), True)):
        table = begun(after(full(), (Arranged(config),)))
        assert table.state is not None
        over = replace(table, state=replace(table.state, phase="over"))
        ready = after(over, (Readied(1, ready=True),))
        clocked = clock.set_clock(over, ready, 1)
        assert bool(clocked and clocked.pause) == begins


def test_logs_of_earlier_versions_are_of_tables_that_are_not_rated() -> None:
    event = table_event_to_json(Arranged(RATED))
    del event["house"]["rated"]
    assert table_event_from_json(event) == Arranged(replace(RATED, rated=False))
