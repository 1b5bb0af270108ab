"""Time to think, shared out: who is alone has all of it, and among many all end in time."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sixth.server.live.bots.time_slices import Job, TimeSlices


@dataclass
class Room:
    """So many threads, and a clock that stands still unless it is moved."""

    threads: int
    time: float = 0.0
    shares: TimeSlices = field(init=False)

    def __post_init__(self) -> None:
        self.shares = TimeSlices(self.threads, lambda: self.time)

    def ask(self, *seconds: float) -> list[Job]:
        """Several moves, asked for at once."""
        return [self.shares.ask(each) for each in seconds]

    def begin(self, *thoughts: Job) -> None:
        """Threads take them up."""
        for thought in thoughts:
            self.shares.begin(thought)


def test_who_thinks_alone_may_think_until_it_is_due() -> None:
    room = Room(threads=1)
    (one,) = room.ask(0.25)
    room.time = 0.1
    room.begin(one)
    assert room.shares.left(one) == pytest.approx(0.15)


def test_who_thinks_beside_others_with_a_thread_each_may_too() -> None:
    room = Room(threads=2)
    one, other = room.ask(0.25, 0.05)
    room.begin(one, other)
    assert room.shares.left(one) == pytest.approx(0.25)
    assert room.shares.left(other) == pytest.approx(0.05)


@pytest.mark.parametrize(("threads", "moves", "share"), [(2, 3, 0.2), (2, 300, 0.002), (1, 2, 0.15)])
def test_all_that_are_asked_at_once_get_the_same_share(threads: int, moves: int, share: float) -> None:
    room = Room(threads)
    thoughts = room.ask(*[0.3] * moves)
    room.begin(*thoughts[:threads])
    assert [room.shares.left(each) for each in thoughts[:threads]] == pytest.approx([share] * threads)
    room.time += share / 2
    assert [room.shares.left(each) for each in thoughts[:threads]] == pytest.approx([share / 2] * threads)


def test_who_thinks_stops_sooner_when_others_begin_to_wait() -> None:
    room = Room(threads=1)
    (one,) = room.ask(0.3)
    room.begin(one)
    room.time = 0.1
    assert room.shares.left(one) == pytest.approx(0.2)
    room.ask(0.3)
    assert room.shares.left(one) == pytest.approx(0.1)
    room.ask(*[0.3] * 9)
    assert room.shares.left(one) < 0


def test_what_waited_until_it_was_due_gets_no_time() -> None:
    room = Room(threads=1)
    one, other = room.ask(0.1, 0.1)
    room.begin(one)
    room.time = 0.2
    assert room.shares.left(one) < 0
    room.shares.end(one)
    room.begin(other)
    assert room.shares.left(other) < 0


def test_what_nobody_waits_for_any_more_gets_no_time_and_takes_none() -> None:
    room = Room(threads=1)
    one, given_up, other = room.ask(0.3, 0.3, 0.3)
    room.begin(one)
    room.shares.end(given_up)
    room.shares.end(given_up)
    assert room.shares.left(one) == pytest.approx(0.15)
    room.begin(given_up)
    assert room.shares.left(given_up) == 0
    room.shares.end(one)
    assert room.shares.left(one) == 0
    room.begin(other)
    assert room.shares.left(other) == pytest.approx(0.3)


STEP = 0.001
"""Seconds in which somebody who is short of time answers."""


@given(
    threads=st.integers(1, 4),
    asked=st.lists(
        st.tuples(st.integers(0, 400), st.sampled_from([0.05, 0.1, 0.25])), min_size=1, max_size=60
    ),
)
def test_every_move_ends_in_time_but_for_what_answering_takes(
    threads: int, asked: list[tuple[int, float]]
) -> None:
    """Whenever they are asked for: as late as all that are asked for at most, if each took one step."""
    room = Room(threads)
    asked = sorted(asked)
    waiting: list[Job] = []
    going: list[Job] = []
    ended: list[Job] = []
    for tick in range(100_000):
        room.time = tick * STEP
        for thought in [each for each in going if room.shares.left(each) <= 0]:
            room.shares.end(thought)
            going.remove(thought)
            ended.append(thought)
            assert room.time - thought.due <= (len(asked) / threads + 2) * STEP
        waiting += [room.shares.ask(seconds) for at, seconds in asked if at == tick]
        while waiting and len(going) < threads:
            going.append(waiting.pop(0))
            room.shares.begin(going[-1])
        if len(ended) == len(asked):
            return
    raise AssertionError("somebody still thinks")
