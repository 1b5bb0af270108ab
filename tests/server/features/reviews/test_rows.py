"""Reviews in the database: requests, claims of processes, and finished reviews."""

import pytest

from sixth.server.features.reviews.costs import ChoicesCost
from sixth.server.features.reviews.rows import (
    HOLD_MS,
    MAX_TRIES,
    ReviewClaim,
    ReviewProgress,
    ReviewRows,
    Subject,
)
from sixth.server.features.reviews.tables import reviews as review_table
from sixth.server.store.sql import SqlStore

ONE, TWO = Subject("one", 0, "coach/1"), Subject("two", 3, "coach/1")
BODY, COST = '{"coach":"coach/1"}', ChoicesCost(10, 1.5)


@pytest.fixture
def reviews(store: SqlStore) -> ReviewRows:
    """Return the reviews of an empty store."""
    return ReviewRows(store)


def ask(
    reviews: ReviewRows,
    subject: Subject,
    now: int = 0,
    *,
    network: str = "",
    most: int = 10,
    share: int = 10,
) -> bool:
    """Request a review of a game at the table `table-of-` its name."""
    return reviews.ask(subject, f"table-of-{subject.game}", network, now, most=most, share=share)


def must_claim(reviews: ReviewRows, now: int) -> ReviewClaim:
    """Claim the review with the earliest request."""
    review = reviews.claim("coach/1", now)
    assert review is not None
    return review


def progress_of(reviews: ReviewRows, subject: Subject, now: int = 0) -> ReviewProgress:
    """Return the progress of a review that was requested."""
    progress = reviews.find(subject, now)
    assert progress is not None
    return progress


def test_there_is_no_review_without_a_request(reviews: ReviewRows) -> None:
    assert reviews.find(ONE, 0) is None
    assert reviews.find(Subject("\0", 0, "coach/1"), 0) is None
    assert reviews.claim("coach/1", 0) is None


def test_what_choices_cost_is_kept_of_finished_reviews_of_these_seats(reviews: ReviewRows) -> None:
    other, unfinished = ONE._replace(seat=1), Subject("three", 0, "coach/1")
    for each in (ONE, other, unfinished, ONE._replace(coach="coach/2")):
        assert ask(reviews, each)
        if each != unfinished:
            reviews.keep(each, BODY, COST)
    assert reviews.costs("coach/1", [("one", 0), ("three", 0), ("four", 0)]) == {("one", 0): COST}
    assert reviews.still_there(["one"]) == set()


def test_each_review_is_claimed_once_in_the_order_of_requests(reviews: ReviewRows) -> None:
    assert ask(reviews, TWO, now=1)
    assert ask(reviews, ONE, now=2)
    assert ask(reviews, TWO, now=3)
    assert [progress_of(reviews, each, 4).ahead for each in (TWO, ONE)] == [0, 1]
    assert must_claim(reviews, 4).subject == TWO
    assert must_claim(reviews, 4).subject == ONE
    assert reviews.claim("coach/1", 4) is None
    # None goes before a review on which a process works.
    assert [progress_of(reviews, each, 4).ahead for each in (TWO, ONE)] == [0, 0]


def test_a_finished_review_stays_and_is_not_requested_again(reviews: ReviewRows) -> None:
    ask(reviews, ONE)
    first = must_claim(reviews, 0)
    reviews.keep(ONE, BODY, COST)
    assert not reviews.note(first, 99, 0.5)
    reviews.release(first)
    ask(reviews, ONE)
    progress = progress_of(reviews, ONE)
    assert (progress.body, progress.share, progress.failed) == (BODY, 1.0, False)
    assert reviews.claim("coach/1", 10 * HOLD_MS) is None


def test_a_claim_holds_until_some_seconds_after_the_last_note(reviews: ReviewRows) -> None:
    ask(reviews, ONE)
    first = must_claim(reviews, 0)
    assert reviews.note(first, HOLD_MS - 1, 0.25)
    assert reviews.claim("coach/1", 2 * HOLD_MS - 2) is None
    assert progress_of(reviews, ONE).share == 0.25
    assert must_claim(reviews, 2 * HOLD_MS - 1).subject == ONE


def test_a_slow_process_learns_that_another_works_on_its_review(reviews: ReviewRows) -> None:
    ask(reviews, ONE)
    first = must_claim(reviews, 0)
    second = must_claim(reviews, HOLD_MS)
    assert not reviews.note(first, HOLD_MS, 0.75)
    reviews.release(first)
    reviews.fail(first)
    assert reviews.note(second, HOLD_MS, 0.75)


def test_a_review_that_fails_each_time_is_given_up_until_the_next_request(reviews: ReviewRows) -> None:
    ask(reviews, ONE)
    for _ in range(MAX_TRIES):
        reviews.fail(must_claim(reviews, 0))
    assert reviews.claim("coach/1", 20) is None
    assert progress_of(reviews, ONE).failed
    assert ask(reviews, ONE, now=20)
    assert must_claim(reviews, 20).subject == ONE


def test_a_released_or_forgotten_claim_is_no_failure_of_the_review(reviews: ReviewRows) -> None:
    ask(reviews, ONE)
    for number in range(MAX_TRIES + 1):
        reviews.release(must_claim(reviews, number * HOLD_MS))
        must_claim(reviews, number * HOLD_MS)
    assert not progress_of(reviews, ONE).failed


def test_the_reviews_that_wait_are_limited(reviews: ReviewRows) -> None:
    assert ask(reviews, ONE, most=1)
    assert not ask(reviews, TWO, most=1)
    assert ask(reviews, ONE, most=1)
    reviews.keep(ONE, BODY, COST)
    assert ask(reviews, TWO, most=1)


def test_the_reviews_that_wait_for_one_network_are_limited(reviews: ReviewRows) -> None:
    assert ask(reviews, ONE, network="192.0.2.1", share=1)
    assert not ask(reviews, TWO, network="192.0.2.1", share=1)
    assert ask(reviews, TWO, network="192.0.2.2", share=1)


def test_a_network_is_stored_as_a_hash_until_the_review_is_finished(
    reviews: ReviewRows, store: SqlStore
) -> None:
    def network() -> str:
        with store.engine.connect() as connection:
            return str(connection.execute(review_table.select()).one().network)

    ask(reviews, ONE, network="192.0.2.1")
    assert len(network()) == 64
    reviews.keep(ONE, BODY, COST)
    assert network() == ""


def test_another_version_of_the_coach_makes_its_own_review(reviews: ReviewRows) -> None:
    ask(reviews, ONE)
    reviews.keep(ONE, BODY, COST)
    later = ONE._replace(coach="coach/2")
    assert reviews.find(later, 0) is None
    ask(reviews, later)
    assert reviews.claim("coach/1", 0) is None
    review = reviews.claim("coach/2", 0)
    assert review is not None
    assert review.subject == later
