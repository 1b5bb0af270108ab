"""Tables before and during a game, and events at them."""

from collections.abc import Callable

import pytest

import sixth
from sixth.rules.game import Refusal
from sixth.rules.options import Rules
from sixth.server.table import gameplay
from sixth.server.table.events import Opened
from sixth.server.table.fold import apply_event, fold
from sixth.server.table.state import Table
from tests.server.support.logs import Log, beginning, secret, sitting

CLASSIC = sixth.games["classic"].replace(seats=3)


def empty(rules: Rules = CLASSIC) -> Table:
    """Return a table without players."""
    return fold("table", (Opened(rules, secret(1, 1)),))


def full(rules: Rules = CLASSIC) -> Table:
    """Return a table with a person on every seat, before the game."""
    return fold("table", sitting(rules, seed=1))


def after(table: Table, events: Log) -> Table:
    """Return the table after these events."""
    for event in events:
        table = apply_event(table, event)
    return table


def refusal(request: Callable[[], object]) -> str:
    """Return the code of the refusal that `request` raises."""
    with pytest.raises(Refusal) as raised:
        request()
    assert str(raised.value).endswith(".")
    return raised.value.code


def playing(rules: Rules = CLASSIC) -> Table:
    """Return a table with a person on every seat, whose game has just been dealt."""
    table = after(full(rules), (beginning(full(rules), 1),))
    return after(table, gameplay.dealers_turn(table))
