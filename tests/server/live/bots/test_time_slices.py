"""Time slices of bots: one that is alone has all its time, and many all answer in time."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given, strategies as st

from sixth.server.live.bots.time_slices import Job, TimeSlices


@dataclass
class Room:
    """Time slices for some threads, and a clock that a test moves."""

    threads: int
    time: float = 0.0
    slices: TimeSlices = field(init=False)

    def __post_init__(self) -> None:
        self.slices = TimeSlices(self.threads, lambda: self.time)

    def ask(self, *seconds: float) -> list[Job]:
        """Request several moves at once, due in so many seconds each."""
        return [self.slices.ask(each) for each in seconds]

    def begin(self, *jobs: Job) -> None:
        """Begin these jobs, each in a thread."""
        for job in jobs:
            self.slices.begin(job)


def test_a_job_that_is_alone_may_run_until_it_is_due() -> None:
    room = Room(threads=1)
    (one,) = room.ask(0.25)
    room.time = 0.1
    room.begin(one)
    assert room.slices.remaining(one) == pytest.approx(0.15)


def test_jobs_with_a_thread_each_may_run_until_they_are_due() -> None:
    room = Room(threads=2)
    one, other = room.ask(0.25, 0.05)
    room.begin(one, other)
    assert room.slices.remaining(one) == pytest.approx(0.25)
    assert room.slices.remaining(other) == pytest.approx(0.05)


@pytest.mark.parametrize(("threads", "moves", "slice_s"), [(2, 3, 0.2), (2, 300, 0.002), (1, 2, 0.15)])
def test_jobs_requested_at_once_get_equal_slices(threads: int, moves: int, slice_s: float) -> None:
    room = Room(threads)
    jobs = room.ask(*[0.3] * moves)
    room.begin(*jobs[:threads])
    assert [room.slices.remaining(each) for each in jobs[:threads]] == pytest.approx([slice_s] * threads)
    room.time += slice_s / 2
    assert [room.slices.remaining(each) for each in jobs[:threads]] == pytest.approx([slice_s / 2] * threads)


def test_a_job_stops_sooner_when_more_jobs_begin_to_wait() -> None:
    room = Room(threads=1)
    (one,) = room.ask(0.3)
    room.begin(one)
    room.time = 0.1
    assert room.slices.remaining(one) == pytest.approx(0.2)
    room.ask(0.3)
    assert room.slices.remaining(one) == pytest.approx(0.1)
    room.ask(*[0.3] * 9)
    assert room.slices.remaining(one) < 0


def test_a_job_that_waited_until_it_was_due_gets_no_time() -> None:
    room = Room(threads=1)
    one, other = room.ask(0.1, 0.1)
    room.begin(one)
    room.time = 0.2
    assert room.slices.remaining(one) < 0
    room.slices.end(one)
    room.begin(other)
    assert room.slices.remaining(other) < 0


def test_a_cancelled_job_gets_no_time_and_takes_none() -> None:
    room = Room(threads=1)
    one, cancelled, other = room.ask(0.3, 0.3, 0.3)
    room.begin(one)
    room.slices.end(cancelled)
    room.slices.end(cancelled)
    assert room.slices.remaining(one) == pytest.approx(0.15)
    room.begin(cancelled)
    assert room.slices.remaining(cancelled) == 0
    room.slices.end(one)
    assert room.slices.remaining(one) == 0
    room.begin(other)
    assert room.slices.remaining(other) == pytest.approx(0.3)


STEP = 0.001
"""Seconds that an answer takes after its time is over."""


@given(
    threads=st.integers(1, 4),
    requests=st.lists(
        st.tuples(st.integers(0, 400), st.sampled_from([0.05, 0.1, 0.25])), min_size=1, max_size=60
    ),
)
def test_every_job_ends_in_time_but_for_the_steps_of_the_answers(
    threads: int, requests: list[tuple[int, float]]
) -> None:
    """No job is later than the time that the answers of all jobs take together."""
    room = Room(threads)
    requests = sorted(requests)
    waiting: list[Job] = []
    running: list[Job] = []
    ended: list[Job] = []
    for tick in range(100_000):
        room.time = tick * STEP
        for job in [each for each in running if room.slices.remaining(each) <= 0]:
            room.slices.end(job)
            running.remove(job)
            ended.append(job)
            assert room.time - job.due <= (len(requests) / threads + 2) * STEP
        waiting += [room.slices.ask(seconds) for at, seconds in requests if at == tick]
        while waiting and len(running) < threads:
            running.append(waiting.pop(0))
            room.slices.begin(running[-1])
        if len(ended) == len(requests):
            return
    raise AssertionError("A job still runs.")
