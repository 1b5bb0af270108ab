"""How much can be calculated at once."""

import os


def cores() -> int:
    """Cores that this process may use: it may be confined to some of the machine's."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
