"""Requests for notifications in the database: one browser a seat, claimed by one process at a time."""

from dataclasses import replace
from datetime import UTC, datetime

from sixth.server.features.reminders.rows import Push, Pushes, WaitingBrowser, WaitingList
from sixth.server.store import pruning
from sixth.server.store.sql import SqlStore
from tests.server.support.clocks import opening

ONE = Push(
    table_id="one",
    seat=0,
    proof="proof",
    endpoint="https://push.example.org/1",
    p256dh="key",
    auth="secret",
    language="de",
    site="example.org",
)
TWO = replace(ONE, seat=1, endpoint="https://push.example.org/2", told=7)
MOST = 10


def test_the_key_of_a_site_is_made_once(store: SqlStore) -> None:
    assert Pushes(store).key(lambda: "first") == "first"
    assert Pushes(store).key(lambda: "second") == "first"
    other = SqlStore(store.url)
    assert Pushes(other).key(lambda: "third") == "first"
    other.close()


def test_the_last_browser_that_asks_at_a_seat_has_its_request(store: SqlStore) -> None:
    pushes = Pushes(store)
    assert pushes.find("one", 0) is None
    assert pushes.find("\0", 0) is None
    assert pushes.keep(ONE, MOST)
    later = replace(ONE, endpoint="https://push.example.org/3")
    assert pushes.keep(later, 1)
    assert pushes.find("one", 0) == later
    # The outcome of a message to the first browser does not change the request of the second.
    pushes.settle(ONE, look_at=None, told=9)
    pushes.remove(ONE)
    assert pushes.find("one", 0) == later
    assert not pushes.keep(TWO, 1)
    pushes.forget("one", 0)
    assert pushes.find("one", 0) is None


def test_a_due_request_is_claimed_once_until_its_claim_ends(store: SqlStore) -> None:
    pushes = Pushes(store)
    pushes.keep(ONE, MOST)
    pushes.keep(TWO, MOST)
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
    pushes.keep(ONE, MOST)
    pushes.keep(replace(TWO, look_at=500), MOST)
    pushes.wake_all(100, alone=False)
    assert [each.seat for each in pushes.claim(100, 200, MOST)] == [0]
    pushes.wake_all(150, alone=True)
    assert len(pushes.claim(150, 200, MOST)) == 2


def test_a_request_is_deleted_with_its_table(store: SqlStore) -> None:
    store.append("one", 0, opening(86_400))
    Pushes(store).keep(ONE, MOST)
    everything = datetime(2100, 1, 1, tzinfo=UTC)
    assert list(pruning.prune_all(store, ["one"], everything, unfinished=True)) == [True]
    assert Pushes(store).find("one", 0) is None


# ------------------------------------------------------------------ requests of waiting browsers

FIRST = WaitingBrowser(
    proof="one",
    endpoint="https://push.example.org/1",
    p256dh="key",
    auth="secret",
    language="de",
    site="example.org",
    known="mine other",
    until=1000,
)
SECOND = replace(FIRST, proof="two", endpoint="https://push.example.org/2", until=2000)


def test_a_browser_has_one_request_by_its_token_and_by_its_endpoint(store: SqlStore) -> None:
    waiting = WaitingList(store)
    assert waiting.keep(FIRST, MOST)
    assert waiting.keep(replace(FIRST, proof="later"), 1)
    assert (waiting.waits("one", 500), waiting.waits("later", 500)) == (False, True)
    assert not waiting.keep(SECOND, 1)
    waiting.forget("later")
    assert not waiting.waits("later", 500)


def test_waiting_browsers_are_woken_together_and_claimed_once(store: SqlStore) -> None:
    waiting = WaitingList(store)
    for each in (FIRST, SECOND):
        waiting.keep(each, MOST)
    assert waiting.next() is None
    waiting.wake(100)
    claimed = waiting.claim(100, 200, MOST)
    assert sorted(claimed, key=lambda each: each.proof) == [
        *(replace(each, look_at=100) for each in (FIRST, SECOND))
    ]
    # Another process that wakes them cannot claim them.
    waiting.wake(110)
    assert list(waiting.claim(199, 300, MOST)) == []
    waiting.settle(FIRST, look_at=None)
    waiting.remove(SECOND)
    assert waiting.next() is None
    assert (waiting.waits("one", 500), waiting.waits("two", 500)) == (True, False)


def test_an_expired_request_is_deleted(store: SqlStore) -> None:
    waiting = WaitingList(store)
    for each in (FIRST, SECOND):
        waiting.keep(each, MOST)
    assert not waiting.waits("one", 1000)
    waiting.forget_expired(1000)
    waiting.wake(1000)
    assert [each.proof for each in waiting.claim(1000, 1100, MOST)] == ["two"]
