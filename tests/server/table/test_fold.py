"""The fold of a table."""

from dataclasses import replace
from typing import Any

from hypothesis import given, settings

from sixth.rules.options import Rules
from sixth.server.table import seating
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Claimed, Opened, Sat, StoodIn, TableEvent
from sixth.server.table.fold import apply_event, fold
from tests.rules.strategies import all_rules, seeds
from tests.server.support.logs import beginning, moves, secret, sitting
from tests.server.support.tables import after


@given(all_rules(), seeds())
@settings(max_examples=30)
def test_the_fold_of_the_log_equals_the_running_table(rules: Rules, seed: int) -> None:
    log: list[TableEvent] = list(sitting(rules, seed))
    for table, events in moves(rules, seed):
        assert table.version == len(log)
        log += events
    running = after(table, events)
    assert fold("table", log) == running


def test_a_table_in_play_is_open_while_a_person_is_here_and_a_bots_seat_is_on_offer() -> None:
    rules, config = Rules(3), TableConfig(listed=True, turn_seconds=45)
    log: list[TableEvent] = [Opened(rules, secret(1, 1), config), Sat(0, "Ana", "human", "a")]
    assert fold("table", log).open
    log += [*seating.fill(fold("table", log), "careful"), beginning(fold("table", log), 1)]
    table = fold("table", log)
    assert (table.open, table.vacant) == (True, (1, 2))
    # A person who closes the page runs out of time, and a bot plays on.
    assert not apply_event(table, StoodIn(0, "Bot", "careful", "time")).open
    claimed = apply_event(table, Claimed(1, "Bo", "b"))
    assert (claimed.open, claimed.vacant) == (True, (2,))
    full = apply_event(claimed, Claimed(2, "Cy", "c"))
    assert (full.open, full.offered) == (False, None)
    closed: tuple[dict[str, Any], ...] = (
        *({"listed": False}, {"late": False}, {"spectators": False}),
        *({"turn_seconds": seconds} for seconds in (0, 86_400)),
    )
    for changes in closed:
        assert not replace(table, config=replace(config, **changes)).open
