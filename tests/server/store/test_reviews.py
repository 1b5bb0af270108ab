"""Reviews are asked for, claimed, kept: worked out once, and again if whoever worked on one is gone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sixth.server.store.reviews import MAX_TRIES, Reviews, Subject
from sixth.server.store.sql import SqlStore

ONE, TWO = Subject("one", 0, "coach/1"), Subject("two", 3, "coach/1")
BODY = '{"coach":"coach/1"}'


@pytest.fixture(params=["sqlite", "postgresql"])
def reviews(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Reviews]:
    """None yet: all that is promised is promised of both kinds of database."""
    at_hand = request.param == "sqlite"
    url = f"sqlite:///{tmp_path}/sixth.sqlite3" if at_hand else request.getfixturevalue("database").make()
    store = SqlStore(url)
    yield store.reviews
    store.close()


def ask(reviews: Reviews, subject: Subject, now: int = 0, most: int = 10) -> bool:
    """Ask for a review at a table called as its game."""
    return reviews.ask(subject, f"table-of-{subject.game}", now, most)


def test_what_nobody_asked_for_is_not_there(reviews: Reviews) -> None:
    assert reviews.find(ONE, 0) is None
    assert reviews.find(Subject("\0", 0, "coach/1"), 0) is None
    assert reviews.claim("coach/1", 0, 10) is None


def test_whoever_asks_first_is_served_first_and_each_once(reviews: Reviews) -> None:
    assert ask(reviews, TWO, now=1)
    assert ask(reviews, ONE, now=2)
    assert ask(reviews, TWO, now=3)
    waits = reviews.find(ONE, 3)
    assert waits is not None
    assert (waits.body, waits.ahead) == (None, 1)
    assert reviews.claim("coach/1", 4, 10) == TWO
    assert reviews.claim("coach/1", 4, 10) == ONE
    assert reviews.claim("coach/1", 4, 10) is None


def test_a_review_that_is_there_stays_and_is_not_asked_for_again(reviews: Reviews) -> None:
    ask(reviews, ONE)
    reviews.claim("coach/1", 0, 10)
    reviews.keep(ONE, BODY)
    reviews.renew(ONE, 99, 0.5)
    ask(reviews, ONE)
    found = reviews.find(ONE, 100)
    assert found is not None
    assert (found.body, found.share, found.failed) == (BODY, 1.0, False)
    assert reviews.claim("coach/1", 100, 110) is None


def test_a_claim_holds_as_long_as_it_is_renewed_and_no_longer(reviews: Reviews) -> None:
    ask(reviews, ONE)
    assert reviews.claim("coach/1", 0, 10) == ONE
    reviews.renew(ONE, 20, 0.25)
    assert reviews.claim("coach/1", 15, 25) is None
    found = reviews.find(ONE, 15)
    assert found is not None
    assert found.share == 0.25
    assert reviews.claim("coach/1", 20, 30) == ONE


def test_what_fails_each_time_is_given_up_until_somebody_asks_again(reviews: Reviews) -> None:
    ask(reviews, ONE)
    for _ in range(MAX_TRIES):
        assert reviews.claim("coach/1", 0, 10) == ONE
        reviews.fail(ONE)
    assert reviews.claim("coach/1", 20, 30) is None
    given_up = reviews.find(ONE, 20)
    assert given_up is not None
    assert given_up.failed
    assert ask(reviews, ONE, now=20)
    assert reviews.claim("coach/1", 20, 30) == ONE


def test_who_ends_before_it_is_done_has_not_failed(reviews: Reviews) -> None:
    ask(reviews, ONE)
    for _ in range(2 * MAX_TRIES):
        assert reviews.claim("coach/1", 0, 10) == ONE
        reviews.give_back(ONE)
    found = reviews.find(ONE, 0)
    assert found is not None
    assert not found.failed


def test_only_so_many_wait_at_once(reviews: Reviews) -> None:
    assert ask(reviews, ONE, most=1)
    assert not ask(reviews, TWO, most=1)
    assert ask(reviews, ONE, most=1)
    reviews.keep(ONE, BODY)
    assert ask(reviews, TWO, most=1)


def test_another_version_of_the_coach_says_it_anew(reviews: Reviews) -> None:
    ask(reviews, ONE)
    reviews.keep(ONE, BODY)
    later = ONE._replace(coach="coach/2")
    assert reviews.find(later, 0) is None
    ask(reviews, later)
    assert reviews.claim("coach/1", 0, 10) is None
    assert reviews.claim("coach/2", 0, 10) == later
