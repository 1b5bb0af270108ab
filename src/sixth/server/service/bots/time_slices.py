"""How long each bot may think, so that all that wait for a thread have answered in time."""

from collections import deque
from collections.abc import Callable
from threading import Lock
from time import monotonic


class Job:
    """A move that a bot was asked for, from then until it has answered."""

    def __init__(self, due: float) -> None:
        self.due = due
        self.begun = 0.0


class TimeSlices:
    """The thoughts that go on in `threads` threads and those that wait, which begin in the order asked.

    Time is shared anew whenever somebody asks what is left: who thinks alone may think until it is due, and
    stops the sooner the more begin to wait meanwhile. All are safe to call from any thread.
    """

    def __init__(self, threads: int, now: Callable[[], float] = monotonic) -> None:
        self._threads = threads
        self._now = now
        self._lock = Lock()
        self._waiting: deque[Job] = deque()
        self._going: set[Job] = set()

    def ask(self, seconds: float) -> Job:
        """Return the job of a move that is asked for now and due in so many seconds; it waits from now on."""
        with self._lock:
            job = Job(self._now() + seconds)
            self._waiting.append(job)
            return job

    def begin(self, job: Job) -> None:
        """A thread has taken it up."""
        with self._lock:
            if job in self._waiting:
                self._waiting.remove(job)
                job.begun = self._now()
                self._going.add(job)

    def end(self, job: Job) -> None:
        """It is answered, or nobody wants to know any more; saying so again changes nothing."""
        with self._lock:
            self._going.discard(job)
            if job in self._waiting:
                self._waiting.remove(job)

    def left(self, job: Job) -> float:
        """Return how many seconds it may still go on; none, or less, once it has to answer or has ended."""
        with self._lock:
            if job not in self._going:
                return 0.0
            now = self._now()
            left = job.due - now
            # All that go on and the first n that wait get the same share. The n-th ends in time if these
            # shares, less what is spent of them, fit into what the threads can do until it is due.
            spent = sum(now - other.begun for other in self._going)
            for number, other in enumerate(self._waiting, 1):
                time = self._threads * (other.due - now) + spent
                left = min(left, job.begun + time / (len(self._going) + number) - now)
            return left
