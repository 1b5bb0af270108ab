"""Events of a table as JSON, from which they come back unchanged, also from old logs."""

from hypothesis import given, settings

from sixth.rules.options import Rules
from sixth.server.table.codec import dumps_event, loads_event, table_event_from_json, table_event_to_json
from sixth.server.table.config import TableConfig
from sixth.server.table.events import (
    Arranged,
    Confirmed,
    Kicked,
    Left,
    Opened,
    Readied,
    Returned,
    Sat,
    StoodIn,
)
from sixth.server.table.fold import fold
from tests.rules.strategies import all_rules, seeds
from tests.server.support.logs import whole
from tests.server.support.tables import CLASSIC


def test_a_log_without_a_config_has_the_default_one() -> None:
    old = table_event_to_json(Opened(CLASSIC, "00"))
    del old["house"]
    opened = table_event_from_json(old)
    assert isinstance(opened, Opened)
    assert fold("table", (opened,)).config == TableConfig()


@given(all_rules(), seeds())
@settings(max_examples=50)
def test_every_event_comes_back_from_json_unchanged(rules: Rules, seed: int) -> None:
    config = TableConfig(listed=True, stand_in="nearest", turn_seconds=30)
    own = (
        *(Opened(rules, "00", config), Arranged(config), Sat(1, "Ö\u2028\U0001f402", "careful", None)),
        *(
            Left(1),
            Readied(0, True),
            Kicked(1),
            StoodIn(0, "Alma", "careful", "time"),
            Returned(0),
            Confirmed(0),
        ),
    )
    for event in (*whole(rules, seed, rounds=2), *own):
        assert loads_event(dumps_event(event)) == event
