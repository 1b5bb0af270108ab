"""Notices of appends: with the events where there is room, else with table and version only."""

from sys import maxsize

import pytest

import sixth
from sixth.rules.codec import dumps, loads
from sixth.server.store.notices import Notice
from sixth.server.table.codec import dumps_event
from tests.server.support.logs import whole

LOG = [dumps_event(event) for event in whole(sixth.games["classic"].replace(seats=4), seed=1, rounds=1)]


def test_a_notice_carries_the_events() -> None:
    notice = Notice.parse(str(Notice.of("table", 12, "me", LOG[4:7])))
    assert (notice.table, notice.version, notice.by) == ("table", 12, "me")
    assert [dumps(each) for each in loads(notice.events)] == LOG[4:7]


def test_a_notice_too_long_for_a_database_carries_only_table_and_version() -> None:
    umlauts = dumps("ä" * 3_000)
    for bodies in ([*LOG, *LOG], [umlauts, umlauts]):
        text = str(Notice.of("table", 12, "me", bodies))
        assert Notice.parse(text) == Notice("table", 12, "me")


def test_a_notice_without_events_names_table_and_version() -> None:
    assert str(Notice.of("table", 12, "me", ())) == "table 12 me"


@pytest.mark.parametrize(
    ("text", "version"), [("table 12", 12), ("table", maxsize), ("table twelve", maxsize)]
)
def test_a_notice_of_another_version_may_hold_less(text: str, version: int) -> None:
    assert Notice.parse(text) == Notice("table", version)
