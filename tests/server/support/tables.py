"""Tables as values, before a game and in one, and what happens at them."""

from collections.abc import Callable

import pytest

import sixth
from sixth.rules.game import Refusal
from sixth.rules.options import Rules
from sixth.server.table import gameplay
from sixth.server.table.events import Opened
from sixth.server.table.fold import apply_event, fold
from sixth.server.table.state import Table
from tests.server.support.logs import Log, begun, secret, sitting

CLASSIC = sixth.games["classic"].replace(seats=3)


def empty(rules: Rules = CLASSIC) -> Table:
    """A table at which nobody sits."""
    return fold("table", (Opened(rules, secret(1, 1)),))


def full(rules: Rules = CLASSIC) -> Table:
    """A table with a person on every seat, before the game."""
    return fold("table", sitting(rules, seed=1))


def after(table: Table, done: Log) -> Table:
    """The table after these events."""
    for event in done:
        table = apply_event(table, event)
    return table


def refusal(request: Callable[[], object]) -> str:
    """The code of the refusal that it is answered with."""
    with pytest.raises(Refusal) as refused:
        request()
    assert str(refused.value).endswith(".")
    return refused.value.code


def playing(rules: Rules = CLASSIC) -> Table:
    """A game that has just been dealt, with a person on every seat."""
    table = after(full(rules), (begun(full(rules), 1),))
    return after(table, gameplay.dealers_turn(table))
