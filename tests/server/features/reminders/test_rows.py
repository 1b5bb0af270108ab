"""Requests for notifications in the database: one browser a seat, claimed by one process at a time."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from sixth.server.core.refusals import Busy
from sixth.server.features.reminders.rows import Push, Pushes, WaitingBrowser, WaitingList, site_key
from sixth.server.features.reminders.tables import pushes as table
from sixth.server.store import pruning
from sixth.server.store.sql import SqlStore
from tests.server.support.clocks import opening

BROWSER: Any = {
    "endpoint": "https://push.example.org/1",
    "p256dh": "key",
    "auth": "secret",
    "language": "de",
    "site": "example.org",
}
ONE = Push(**BROWSER, table_id="one", seat=0, proof="proof")
TWO = replace(ONE, seat=1, endpoint="https://push.example.org/2", told=7)
MOST = 10


def test_the_key_of_a_site_is_made_once(store: SqlStore) -> None:
    assert site_key(store, lambda: "first") == "first"
    other = SqlStore(store.url)
    assert site_key(other, lambda: "second") == "first"
    other.close()


def test_the_last_browser_that_asks_at_a_seat_has_its_request(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    pushes = Pushes(store)
    assert pushes.find("one", 0) is None
    assert pushes.find("\0", 0) is None
    pushes.keep(ONE)
    later = replace(ONE, endpoint="https://push.example.org/3")
    pushes.keep(later)
    assert pushes.find("one", 0) == later
    # The outcome of a message to the first browser does not change the request of the second.
    pushes.settle(ONE, look_at=None, told=9)
    pushes.remove(ONE)
    assert pushes.find("one", 0) == later
    monkeypatch.setattr("sixth.server.features.reminders.rows.MAX_SUBSCRIPTIONS", 1)
    pushes.keep(ONE)
    with pytest.raises(Busy):
        pushes.keep(TWO)
    pushes.forget(table.c.seat == 0)
    assert pushes.find("one", 0) is None


def test_a_due_request_is_claimed_once_until_its_claim_ends(store: SqlStore) -> None:
    pushes = Pushes(store)
    pushes.keep(ONE)
    pushes.keep(TWO)
    assert (pushes.next(), list(pushes.claim(100, 200, MOST))) == (None, [])
    pushes.wake(["one", "other"], 100)
    assert pushes.next() == 100
    assert list(pushes.claim(99, 200, MOST)) == []
    claimed = pushes.claim(100, 200, MOST)
    assert {each.endpoint for each in claimed} == {ONE.endpoint, TWO.endpoint}
    # A request with a later time to be handled keeps it.
    pushes.wake(["one"], 110)
    assert list(pushes.claim(199, 300, MOST)) == []
    pushes.settle(ONE, look_at=None, told=5)
    assert [each.seat for each in pushes.claim(200, 300, MOST)] == [1]
    pushes.settle(TWO, look_at=900, told=7, tries=2)
    rows = [pushes.find("one", seat) for seat in (0, 1)]
    assert [(each.told, each.look_at, each.tries) for each in rows if each] == [(5, None, 0), (7, 900, 2)]


def test_all_requests_are_due_at_a_start_but_those_claimed_by_another_process(store: SqlStore) -> None:
    pushes = Pushes(store)
    pushes.keep(ONE)
    pushes.keep(replace(TWO, look_at=500))
    pushes.wake_all(100, alone=False)
    assert [each.seat for each in pushes.claim(100, 200, MOST)] == [0]
    pushes.wake_all(150, alone=True)
    assert len(pushes.claim(150, 200, MOST)) == 2


def test_a_request_is_deleted_with_its_table(store: SqlStore) -> None:
    store.append("one", 0, opening(86_400))
    Pushes(store).keep(ONE)
    everything = datetime(2100, 1, 1, tzinfo=UTC)
    assert list(pruning.prune_all(store, ["one"], everything, unfinished=True)) == [True]
    assert Pushes(store).find("one", 0) is None


def test_a_browser_waits_once_by_its_token_and_by_its_endpoint(store: SqlStore) -> None:
    waiting = WaitingList(store)
    first = WaitingBrowser(**BROWSER, proof="one", known="mine other", until=1000)
    waiting.keep(first)
    waiting.keep(replace(first, proof="later"))
    assert (waiting.waits("one", 500), waiting.waits("later", 500)) == (False, True)
    assert not waiting.waits("later", 1000)
    # A message to an earlier browser does not end the request of a later one.
    waiting.remove(replace(first, proof="later", endpoint="https://push.example.org/2"))
    assert waiting.all() == [replace(first, proof="later")]
