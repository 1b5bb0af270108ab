"""Time slices of bots, such that all that wait for a thread answer in time."""

from collections import deque
from collections.abc import Callable
from threading import Lock
from time import monotonic


class Job:
    """A request for a move, from the question to the answer; times are seconds of a monotonic clock."""

    def __init__(self, due: float) -> None:
        self.due = due
        self.began_at = 0.0


class TimeSlices:
    """The jobs that run in `threads` threads, and those that wait, which begin in their order.

    Time is divided again whenever a job asks how much remains: a job that is alone may run until it is due,
    and the more jobs begin to wait, the sooner it has to stop. Any thread may call these methods.
    """

    def __init__(self, threads: int, now: Callable[[], float] = monotonic) -> None:
        self._threads = threads
        self._now = now
        self._lock = Lock()
        self._waiting: deque[Job] = deque()
        self._running: set[Job] = set()

    def ask(self, seconds: float) -> Job:
        """Return a new job, which is due in so many seconds and waits for a thread."""
        with self._lock:
            job = Job(self._now() + seconds)
            self._waiting.append(job)
            return job

    def begin(self, job: Job) -> None:
        """Note that a thread begins a job."""
        with self._lock:
            if job in self._waiting:
                self._waiting.remove(job)
                job.began_at = self._now()
                self._running.add(job)

    def end(self, job: Job) -> None:
        """Note that a job is done or cancelled; the same again changes nothing."""
        with self._lock:
            self._running.discard(job)
            if job in self._waiting:
                self._waiting.remove(job)

    def remaining(self, job: Job) -> float:
        """Return the seconds that a job may still run; 0 or less once it must answer or has ended."""
        with self._lock:
            if job not in self._running:
                return 0.0
            now = self._now()
            remaining = job.due - now
            # All running jobs and the first n that wait get the same slice. The n-th ends in time if these
            # slices, less what is spent of them, fit into what the threads can do until it is due.
            spent = sum(now - other.began_at for other in self._running)
            for number, other in enumerate(self._waiting, 1):
                time = self._threads * (other.due - now) + spent
                remaining = min(remaining, job.began_at + time / (len(self._running) + number) - now)
            return remaining
