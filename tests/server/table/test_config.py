"""The settings of a table: the host changes them, but some not during a game."""

from dataclasses import replace
from functools import partial

from sixth.server.table import seating
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Arranged
from sixth.server.table.view import table_view
from tests.server.support.tables import CLASSIC, after, full, playing, refusal


def test_only_the_host_changes_the_settings() -> None:
    table, config = full(), TableConfig(listed=True, spectators=False, chat=False, stand_in="random")
    assert refusal(lambda: seating.arrange(table, 1, config)) == "host-only"
    events = seating.arrange(table, 0, config)
    assert events == (Arranged(config),)
    table = after(table, events)
    assert seating.arrange(table, 0, config) == ()
    assert [table_view(table, seat).config for seat in (0, 1, None)] == [config] * 3


def test_rules_clock_hints_and_stand_in_cannot_change_during_a_game() -> None:
    table = playing()
    for config in (TableConfig(turn_seconds=20), TableConfig(helps=True), TableConfig(stand_in="champion")):
        assert seating.arrange(full(), 0, config)
        assert refusal(partial(seating.arrange, table, 0, config)) == "begun"
    assert refusal(lambda: seating.arrange(table, 0, TableConfig(), replace(CLASSIC, rows=3))) == "begun"
    assert seating.arrange(table, 0, TableConfig(chat=False, spectators=False))


def test_the_host_decides_who_may_watch() -> None:
    private = (Arranged(TableConfig(spectators=False)),)
    assert playing().is_visible_to(None)
    assert not after(playing(), private).is_visible_to(None)
    assert after(playing(), private).is_visible_to(1)
    assert after(full(), private).is_visible_to(None), (
        "before the game everybody may see whether a seat is free"
    )


def test_a_quick_clock_ends_each_turn_within_minutes() -> None:
    quick = [TableConfig(turn_seconds=seconds).is_quick for seconds in (0, 5, 300, 301, 86_400)]
    assert quick == [False, True, True, False, False]
