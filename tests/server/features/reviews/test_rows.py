"""Rows are asked for, claimed, kept: worked out once, and again if a process is gone."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from sixth.server.features.reviews.rows import (
    MAX_DEATHS,
    MAX_TRIES,
    Asker,
    Claim,
    Rows,
    Subject,
    Turns,
    Waiting,
)
from sixth.server.features.reviews.turns import in_turn
from sixth.server.store.sql import SqlStore

ONE, TWO = Subject("one", 0, "coach/1"), Subject("two", 3, "coach/1")
BODY = '{"coach":"coach/1"}'

HOUR = 3_600_000


@pytest.fixture(params=["sqlite", "postgresql"])
def reviews(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rows]:
    """None yet: all that is promised is promised of both kinds of database."""
    at_hand = request.param == "sqlite"
    url = f"sqlite:///{tmp_path}/sixth.sqlite3" if at_hand else request.getfixturevalue("database").make()
    store = SqlStore(url)
    yield Rows(store)
    store.close()


def ask(
    reviews: Rows,
    subject: Subject,
    now: int = 0,
    *,
    network: str = "",
    just_ended: bool = False,
    most: int = 10,
    share: int = 10,
) -> bool:
    """Ask for a review at a table called as its game."""
    asker = Asker(network, just_ended)
    return reviews.ask(subject, f"table-of-{subject.game}", asker, now, most=most, share=share)


def in_line(waiting: Sequence[Waiting], _turns: Turns, _now: int) -> Sequence[Waiting]:
    """The order in which they were asked for."""
    return sorted(waiting, key=lambda each: each.asked_at)


def claim(reviews: Rows, now: int, coach: str = "coach/1") -> Claim | None:
    """Claim the review that was asked for first."""
    return reviews.claim(coach, now, in_line)


def claimed(reviews: Rows, now: int) -> Claim:
    """Claim it, as there is one."""
    found = claim(reviews, now)
    assert found is not None
    return found


def test_what_nobody_asked_for_is_not_there(reviews: Rows) -> None:
    assert reviews.find(ONE, 0) is None
    assert reviews.find(Subject("\0", 0, "coach/1"), 0) is None
    assert claim(reviews, 0) is None


def test_each_is_claimed_once_in_the_order_that_is_given(reviews: Rows) -> None:
    assert ask(reviews, TWO, now=1)
    assert ask(reviews, ONE, now=2)
    assert ask(reviews, TWO, now=3)
    assert claimed(reviews, 4).subject == TWO
    assert claimed(reviews, 4).subject == ONE
    assert claim(reviews, 4) is None


def test_a_review_that_is_there_stays_and_is_not_asked_for_again(reviews: Rows) -> None:
    ask(reviews, ONE)
    first = claimed(reviews, 0)
    reviews.keep(ONE, BODY)
    reviews.renew(first, 99, 0.5)
    assert not reviews.add_round(first, 0, "{}", 0.5)
    ask(reviews, ONE)
    found = reviews.find(ONE, 100)
    assert found is not None
    assert (found.body, found.share, found.failed) == (BODY, 1.0, False)
    assert claim(reviews, 10 * HOUR) is None


def test_a_claim_holds_as_long_as_it_is_renewed_and_no_longer(reviews: Rows) -> None:
    ask(reviews, ONE)
    first = claimed(reviews, 0)
    reviews.renew(first, first.hold_ms - 1, 0.25)
    assert claim(reviews, 2 * first.hold_ms - 2) is None
    found = reviews.find(ONE, first.hold_ms)
    assert found is not None
    assert found.share == 0.25
    assert claimed(reviews, 2 * first.hold_ms - 1).share == 0.25


def test_a_renewal_that_comes_late_holds_nothing(reviews: Rows) -> None:
    ask(reviews, ONE)
    first = claimed(reviews, 0)
    reviews.release(first)
    reviews.renew(first, 1, 0.5)
    assert claim(reviews, 1) is not None


def test_another_process_goes_on_from_the_last_finished_round(reviews: Rows) -> None:
    ask(reviews, ONE)
    gone = claimed(reviews, 0)
    assert reviews.add_round(gone, 0, "0", 0.5)
    second = claimed(reviews, gone.hold_ms)
    assert second.done == 1
    assert reviews.add_round(second, 1, "1", 0.5)
    # The first one was slow, not gone: it hears that somebody else is at work.
    assert not reviews.add_round(gone, 1, "1", 0.5)
    assert reviews.rounds(ONE) == ["0", "1"]
    reviews.keep(ONE, BODY)
    assert reviews.rounds(ONE) == []


def test_what_fails_each_time_is_given_up_until_somebody_asks_again(reviews: Rows) -> None:
    ask(reviews, ONE)
    for _ in range(MAX_TRIES):
        reviews.fail(claimed(reviews, 0))
    assert claim(reviews, 20) is None
    given_up = reviews.find(ONE, 20)
    assert given_up is not None
    assert given_up.failed
    assert ask(reviews, ONE, now=20)
    assert claimed(reviews, 20).subject == ONE


def test_a_server_that_ends_in_good_order_counts_for_nothing(reviews: Rows) -> None:
    ask(reviews, ONE)
    for _ in range(MAX_TRIES + 1):
        reviews.release(claimed(reviews, 0))
    found = reviews.find(ONE, 0)
    assert found is not None
    assert not found.failed


def test_what_outlives_its_process_is_taken_up_ever_later_and_given_up_in_the_end(
    reviews: Rows,
) -> None:
    ask(reviews, ONE)
    now, waited = 0, []
    while (found := claim(reviews, now)) is not None:
        waited.append(found.hold_ms)
        now += found.hold_ms
    assert len(waited) == MAX_DEATHS
    assert waited == sorted(waited)
    assert (waited[0], waited[-1]) == (5_000, 60_000)
    assert 20 * 60_000 < now < 30 * 60_000
    given_up = reviews.find(ONE, now)
    assert given_up is not None
    assert given_up.failed
    assert ask(reviews, ONE, now=now)
    assert claim(reviews, now) is not None


def test_a_finished_round_makes_up_for_all_kills_before_it(reviews: Rows) -> None:
    ask(reviews, ONE)
    now = 0
    for number in range(MAX_DEATHS + 2):
        found = claimed(reviews, now)
        if number % (MAX_DEATHS - 1) == 0:
            assert reviews.add_round(found, found.done, "{}", 0.5)
        now += found.hold_ms
    assert claim(reviews, now) is not None


def test_only_so_many_wait_at_once(reviews: Rows) -> None:
    assert ask(reviews, ONE, most=1)
    assert not ask(reviews, TWO, most=1)
    assert ask(reviews, ONE, most=1)
    reviews.keep(ONE, BODY)
    assert ask(reviews, TWO, most=1)


def test_only_so_many_of_one_network_wait_at_once(reviews: Rows) -> None:
    assert ask(reviews, ONE, network="192.0.2.1", share=1)
    assert not ask(reviews, TWO, network="192.0.2.1", share=1)
    assert ask(reviews, TWO, network="192.0.2.2", share=1)


def test_a_network_is_known_by_a_hash_until_the_review_is_there(reviews: Rows) -> None:
    ask(reviews, ONE, network="192.0.2.1")
    ask(reviews, TWO, network="192.0.2.1")
    waiting, turns = reviews.waiting("coach/1", 0)
    (network,) = {each.network for each in waiting}
    assert len(network) == 64
    assert not turns
    first = claimed(reviews, 5)
    _, turns = reviews.waiting("coach/1", 5)
    assert turns == {network: 5, f"table-of-{first.subject.game}": 5}
    claimed(reviews, 5 + 2 * HOUR)
    _, turns = reviews.waiting("coach/1", 5 + 2 * HOUR)
    assert set(turns.values()) == {5 + 2 * HOUR}


def test_a_review_waits_no_longer_because_somebody_with_many_has_asked_for_it_too(reviews: Rows) -> None:
    many = [Subject(f"{number}", 0, "coach/1") for number in range(5)]
    for number, subject in enumerate(many):
        ask(reviews, subject, now=number, network="many")
    waiting, turns = reviews.waiting("coach/1", 10)
    assert [each.subject for each in in_turn(waiting, turns, 10)] == many
    ask(reviews, many[4], now=10, network="one", just_ended=True)
    waiting, turns = reviews.waiting("coach/1", 10)
    assert in_turn(waiting, turns, 10)[0].subject == many[4]
    ask(reviews, many[4], now=10, network="many")
    waiting, turns = reviews.waiting("coach/1", 10)
    assert in_turn(waiting, turns, 10)[0].subject == many[4]


def test_another_version_of_the_coach_says_it_anew(reviews: Rows) -> None:
    ask(reviews, ONE)
    reviews.keep(ONE, BODY)
    later = ONE._replace(coach="coach/2")
    assert reviews.find(later, 0) is None
    ask(reviews, later)
    assert claim(reviews, 0) is None
    found = claim(reviews, 0, "coach/2")
    assert found is not None
    assert found.subject == later
