"""A table is the fold of its log."""

from hypothesis import given, settings

from sixth.rules.options import Rules
from sixth.server.table import state as at_table
from sixth.server.table.events import TableEvent
from tests.rules.strategies import all_rules, seeds
from tests.server.support.logs import moves, sitting
from tests.server.support.tables import after


@given(all_rules(), seeds())
@settings(max_examples=30)
def test_the_fold_of_the_log_is_the_running_table(rules: Rules, seed: int) -> None:
    log: list[TableEvent] = list(sitting(rules, seed))
    for table, done in moves(rules, seed):
        assert table.version == len(log)
        log += done
    running = after(table, done)
    assert at_table.fold("table", log) == running
