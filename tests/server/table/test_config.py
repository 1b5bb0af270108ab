"""How a table is kept: for its host to say, and what of it stays once a game has begun."""

from dataclasses import replace
from functools import partial

from sixth.server.table import seating
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Arranged
from sixth.server.table.view import table_view
from tests.server.support.tables import CLASSIC, after, full, playing, refusal


def test_the_host_decides_how_the_table_is_kept_and_nobody_else() -> None:
    table, config = full(), TableConfig(listed=True, spectators=False, chat=False, stand_in="random")
    assert refusal(lambda: seating.arrange(table, 1, config)) == "host-only"
    done = seating.arrange(table, 0, config)
    assert done == (Arranged(config),)
    table = after(table, done)
    assert seating.arrange(table, 0, config) == ()
    assert [table_view(table, seat).config for seat in (0, 1, None)] == [config] * 3


def test_once_a_game_has_begun_its_rules_clock_and_helps_stay() -> None:
    table = playing()
    for config in (TableConfig(turn_seconds=20), TableConfig(helps=True)):
        assert refusal(partial(seating.arrange, table, 0, config)) == "begun"
    assert refusal(lambda: seating.arrange(table, 0, TableConfig(), replace(CLASSIC, rows=3))) == "begun"
    assert seating.arrange(table, 0, TableConfig(chat=False, spectators=False))


def test_who_may_watch_is_for_the_host_to_say() -> None:
    private = (Arranged(TableConfig(spectators=False)),)
    assert playing().shown_to(None)
    assert not after(playing(), private).shown_to(None)
    assert after(playing(), private).shown_to(1)
    assert after(full(), private).shown_to(None), "before the game everybody may see whether a seat is free"


def test_a_clock_is_quick_that_ends_each_turn_within_minutes() -> None:
    quick = [TableConfig(turn_seconds=seconds).is_quick for seconds in (0, 5, 300, 301, 86_400)]
    assert quick == [False, True, True, False, False]
