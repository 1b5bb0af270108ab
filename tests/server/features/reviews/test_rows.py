"""Reviews in the database: requests, claims of processes, rounds and finished reviews."""

from collections.abc import Sequence

import pytest

from sixth.server.features.reviews.costs import ChoicesCost
from sixth.server.features.reviews.rows import (
    MAX_DEATHS,
    MAX_TRIES,
    Asker,
    LastWorked,
    PendingReview,
    ReviewClaim,
    ReviewProgress,
    ReviewRows,
    Subject,
)
from sixth.server.features.reviews.turns import in_turn
from sixth.server.store.sql import SqlStore

ONE, TWO = Subject("one", 0, "coach/1"), Subject("two", 3, "coach/1")
BODY = '{"coach":"coach/1"}'

HOUR = 3_600_000


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
    just_ended: bool = False,
    most: int = 10,
    share: int = 10,
) -> bool:
    """Request a review of a game at the table `table-of-` its name."""
    asker = Asker(network, just_ended)
    return reviews.ask(subject, f"table-of-{subject.game}", asker, now, most=most, share=share)


def by_request(waiting: Sequence[PendingReview], _turns: LastWorked, _now: int) -> Sequence[PendingReview]:
    """Sort reviews by the times of their requests."""
    return sorted(waiting, key=lambda each: each.asked_at)


def claim(reviews: ReviewRows, now: int, coach: str = "coach/1") -> ReviewClaim | None:
    """Claim the review with the earliest request; None if there is none."""
    return reviews.claim(coach, now, by_request)


def must_claim(reviews: ReviewRows, now: int) -> ReviewClaim:
    """Claim the review with the earliest request."""
    review = claim(reviews, now)
    assert review is not None
    return review


def progress_of(reviews: ReviewRows, subject: Subject, now: int) -> ReviewProgress:
    """Return the progress of a review that was requested."""
    progress = reviews.find(subject, now)
    assert progress is not None
    return progress


def test_there_is_no_review_without_a_request(reviews: ReviewRows) -> None:
    assert reviews.find(ONE, 0) is None
    assert reviews.find(Subject("\0", 0, "coach/1"), 0) is None
    assert claim(reviews, 0) is None


def test_what_choices_cost_is_kept_of_finished_reviews_of_these_seats(reviews: ReviewRows) -> None:
    other, unfinished = ONE._replace(seat=1), Subject("three", 0, "coach/1")
    for each in (ONE, TWO, other, unfinished, ONE._replace(coach="coach/2")):
        assert ask(reviews, each)
        if each != unfinished:
            reviews.keep(each, BODY)
    seats = [("one", 0), ("two", 3), ("three", 0), ("four", 0)]
    assert reviews.uncounted("coach/1", seats) == {ONE: BODY, TWO: BODY}
    reviews.keep_costs({ONE: ChoicesCost(10, 1.5)})
    assert reviews.costs("coach/1", seats) == {("one", 0): ChoicesCost(10, 1.5)}
    assert reviews.uncounted("coach/1", seats) == {TWO: BODY}
    assert reviews.still_there(["one"]) == set()


def test_each_review_is_claimed_once_in_the_given_order(reviews: ReviewRows) -> None:
    assert ask(reviews, TWO, now=1)
    assert ask(reviews, ONE, now=2)
    assert ask(reviews, TWO, now=3)
    assert must_claim(reviews, 4).subject == TWO
    assert must_claim(reviews, 4).subject == ONE
    assert claim(reviews, 4) is None


def test_a_finished_review_stays_and_is_not_requested_again(reviews: ReviewRows) -> None:
    ask(reviews, ONE)
    first = must_claim(reviews, 0)
    reviews.keep(ONE, BODY)
    reviews.renew(first, 99, 0.5)
    assert not reviews.add_round(first, 0, "{}", 0.5)
    ask(reviews, ONE)
    progress = progress_of(reviews, ONE, 100)
    assert (progress.body, progress.share, progress.failed) == (BODY, 1.0, False)
    assert claim(reviews, 10 * HOUR) is None


def test_a_claim_holds_as_long_as_it_is_renewed_and_no_longer(reviews: ReviewRows) -> None:
    ask(reviews, ONE)
    first = must_claim(reviews, 0)
    reviews.renew(first, first.hold_ms - 1, 0.25)
    assert claim(reviews, 2 * first.hold_ms - 2) is None
    assert progress_of(reviews, ONE, first.hold_ms).share == 0.25
    assert must_claim(reviews, 2 * first.hold_ms - 1).share == 0.25


def test_a_late_renewal_of_a_released_claim_changes_nothing(reviews: ReviewRows) -> None:
    ask(reviews, ONE)
    first = must_claim(reviews, 0)
    reviews.release(first)
    reviews.renew(first, 1, 0.5)
    assert claim(reviews, 1) is not None


def test_another_process_goes_on_from_the_last_finished_round(reviews: ReviewRows) -> None:
    ask(reviews, ONE)
    first = must_claim(reviews, 0)
    assert reviews.add_round(first, 0, "0", 0.5)
    second = must_claim(reviews, first.hold_ms)
    assert second.done == 1
    assert reviews.add_round(second, 1, "1", 0.5)
    # The first process was only slow, and learns that another one works on the review.
    assert not reviews.add_round(first, 1, "1", 0.5)
    assert reviews.rounds(ONE) == ["0", "1"]
    reviews.keep(ONE, BODY)
    assert reviews.rounds(ONE) == []


def test_a_review_that_fails_each_time_is_given_up_until_the_next_request(reviews: ReviewRows) -> None:
    ask(reviews, ONE)
    for _ in range(MAX_TRIES):
        reviews.fail(must_claim(reviews, 0))
    assert claim(reviews, 20) is None
    assert progress_of(reviews, ONE, 20).failed
    assert ask(reviews, ONE, now=20)
    assert must_claim(reviews, 20).subject == ONE


def test_a_released_claim_is_no_failure_of_the_review(reviews: ReviewRows) -> None:
    ask(reviews, ONE)
    for _ in range(MAX_TRIES + 1):
        reviews.release(must_claim(reviews, 0))
    assert not progress_of(reviews, ONE, 0).failed


def test_a_review_whose_processes_die_waits_ever_longer_and_is_given_up_in_the_end(
    reviews: ReviewRows,
) -> None:
    ask(reviews, ONE)
    now, waits = 0, []
    while (review := claim(reviews, now)) is not None:
        waits.append(review.hold_ms)
        now += review.hold_ms
    assert len(waits) == MAX_DEATHS
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (5_000, 60_000)
    assert 20 * 60_000 < now < 30 * 60_000
    assert progress_of(reviews, ONE, now).failed
    assert ask(reviews, ONE, now=now)
    assert claim(reviews, now) is not None


def test_a_finished_round_resets_the_count_of_deaths(reviews: ReviewRows) -> None:
    ask(reviews, ONE)
    now = 0
    for number in range(MAX_DEATHS + 2):
        review = must_claim(reviews, now)
        if number % (MAX_DEATHS - 1) == 0:
            assert reviews.add_round(review, review.done, "{}", 0.5)
        now += review.hold_ms
    assert claim(reviews, now) is not None


def test_the_reviews_that_wait_are_limited(reviews: ReviewRows) -> None:
    assert ask(reviews, ONE, most=1)
    assert not ask(reviews, TWO, most=1)
    assert ask(reviews, ONE, most=1)
    reviews.keep(ONE, BODY)
    assert ask(reviews, TWO, most=1)


def test_the_reviews_that_wait_for_one_network_are_limited(reviews: ReviewRows) -> None:
    assert ask(reviews, ONE, network="192.0.2.1", share=1)
    assert not ask(reviews, TWO, network="192.0.2.1", share=1)
    assert ask(reviews, TWO, network="192.0.2.2", share=1)


def test_a_network_is_stored_as_a_hash_until_the_review_is_finished(reviews: ReviewRows) -> None:
    ask(reviews, ONE, network="192.0.2.1")
    ask(reviews, TWO, network="192.0.2.1")
    waiting, turns = reviews.waiting("coach/1", 0)
    (network,) = {each.network for each in waiting}
    assert len(network) == 64
    assert not turns
    first = must_claim(reviews, 5)
    _, turns = reviews.waiting("coach/1", 5)
    assert turns == {network: 5, f"table-of-{first.subject.game}": 5}
    must_claim(reviews, 5 + 2 * HOUR)
    _, turns = reviews.waiting("coach/1", 5 + 2 * HOUR)
    assert set(turns.values()) == {5 + 2 * HOUR}


def test_a_second_request_never_delays_a_review(
    reviews: ReviewRows,
) -> None:
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


def test_another_version_of_the_coach_makes_its_own_review(reviews: ReviewRows) -> None:
    ask(reviews, ONE)
    reviews.keep(ONE, BODY)
    later = ONE._replace(coach="coach/2")
    assert reviews.find(later, 0) is None
    ask(reviews, later)
    assert claim(reviews, 0) is None
    review = claim(reviews, 0, "coach/2")
    assert review is not None
    assert review.subject == later
