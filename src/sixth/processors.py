"""How much can be calculated at once."""

import os


def cores() -> int:
    """Return how many cores this process may use, which may be some of the machine's only."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
