"""Who asked for a word: one browser a seat, looked after by one at a time, forgotten with its table."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

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


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlStore]:
    """Nobody has asked yet: all that is promised is promised of both kinds of database."""
    at_hand = request.param == "sqlite"
    url = f"sqlite:///{tmp_path}/sixth.sqlite3" if at_hand else request.getfixturevalue("database").make()
    found = SqlStore(url)
    yield found
    found.close()


def test_the_key_of_a_site_is_made_once(store: SqlStore) -> None:
    assert Pushes(store).key(lambda: "first") == "first"
    assert Pushes(store).key(lambda: "second") == "first"
    other = SqlStore(store.url)
    assert Pushes(other).key(lambda: "third") == "first"
    other.close()


def test_a_seat_has_one_browser_the_last_that_asked(store: SqlStore) -> None:
    pushes = Pushes(store)
    assert pushes.find("one", 0) is None
    assert pushes.find("\0", 0) is None
    assert pushes.keep(ONE, MOST)
    later = replace(ONE, endpoint="https://push.example.org/3")
    assert pushes.keep(later, 1)
    assert pushes.find("one", 0) == later
    # What was sent to the first one meanwhile says nothing of the other.
    pushes.settle(ONE, look_at=None, told=9)
    pushes.forget_one(ONE)
    assert pushes.find("one", 0) == later
    assert not pushes.keep(TWO, 1)
    pushes.forget("one", 0)
    assert pushes.find("one", 0) is None


def test_what_must_be_looked_after_is_claimed_once_until_the_claim_is_old(store: SqlStore) -> None:
    pushes = Pushes(store)
    pushes.keep(ONE, MOST)
    pushes.keep(TWO, MOST)
    assert (pushes.next(), list(pushes.claim(100, 200, MOST))) == (None, [])
    pushes.wake(["one", "other"], 100)
    assert pushes.next() == 100
    assert list(pushes.claim(99, 200, MOST)) == []
    claimed = pushes.claim(100, 200, MOST)
    assert {each.endpoint for each in claimed} == {ONE.endpoint, TWO.endpoint}
    # What is to be looked after at a time of its own stays so.
    pushes.wake(["one"], 110)
    assert list(pushes.claim(199, 300, MOST)) == []
    pushes.settle(ONE, look_at=None, told=5)
    assert [each.seat for each in pushes.claim(200, 300, MOST)] == [1]
    pushes.settle(TWO, look_at=900, told=7, tries=2)
    found = [pushes.find("one", seat) for seat in (0, 1)]
    assert [(each.told, each.look_at, each.tries) for each in found if each] == [(5, None, 0), (7, 900, 2)]


def test_at_a_start_all_are_looked_after_but_those_that_another_process_looks_after(store: SqlStore) -> None:
    pushes = Pushes(store)
    pushes.keep(ONE, MOST)
    pushes.keep(replace(TWO, look_at=500), MOST)
    pushes.wake_all(100, alone=False)
    assert [each.seat for each in pushes.claim(100, 200, MOST)] == [0]
    pushes.wake_all(150, alone=True)
    assert len(pushes.claim(150, 200, MOST)) == 2


def test_with_a_table_goes_what_was_asked_for_there(store: SqlStore) -> None:
    store.append("one", 0, opening(86_400))
    Pushes(store).keep(ONE, MOST)
    everything = datetime(2100, 1, 1, tzinfo=UTC)
    gone = pruning.prune_all(store, ["one"], everything, unfinished=True)
    assert list(gone) == [True]
    assert Pushes(store).find("one", 0) is None


# ------------------------------------------------------------------ who waits for an open table

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


def test_a_browser_waits_once_by_its_token_and_by_its_address(store: SqlStore) -> None:
    waiting = WaitingList(store)
    assert waiting.keep(FIRST, MOST)
    assert waiting.keep(replace(FIRST, proof="later"), 1)
    assert (waiting.waits("one", 500), waiting.waits("later", 500)) == (False, True)
    assert not waiting.keep(SECOND, 1)
    waiting.forget("later")
    assert not waiting.waits("later", 500)


def test_those_who_wait_are_woken_together_and_claimed_once(store: SqlStore) -> None:
    waiting = WaitingList(store)
    for each in (FIRST, SECOND):
        waiting.keep(each, MOST)
    assert waiting.next() is None
    waiting.wake(100)
    claimed = waiting.claim(100, 200, MOST)
    assert sorted(claimed, key=lambda each: each.proof) == [
        *(replace(each, look_at=100) for each in (FIRST, SECOND))
    ]
    # Another process that wakes them leaves them to the first.
    waiting.wake(110)
    assert list(waiting.claim(199, 300, MOST)) == []
    waiting.settle(FIRST, look_at=None)
    waiting.forget_one(SECOND)
    assert waiting.next() is None
    assert (waiting.waits("one", 500), waiting.waits("two", 500)) == (True, False)


def test_who_has_waited_long_enough_is_forgotten(store: SqlStore) -> None:
    waiting = WaitingList(store)
    for each in (FIRST, SECOND):
        waiting.keep(each, MOST)
    assert not waiting.waits("one", 1000)
    waiting.forget_expired(1000)
    waiting.wake(1000)
    assert [each.proof for each in waiting.claim(1000, 1100, MOST)] == ["two"]
