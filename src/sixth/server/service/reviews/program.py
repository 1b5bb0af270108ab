"""The program that works out one review: `python -m sixth.server.service.reviews.program SEAT < RECORD`.

It writes how much of it is done, a number from 0 to 1 a line, and at last the review as one line of JSON.
"""

import os
import sys

from sixth.coach import review, review_to_json
from sixth.rules.codec import dumps
from sixth.rules.record import read

_NICENESS = 19


def main() -> None:
    """Read a record and write the review."""
    os.nice(_NICENESS)
    (record,) = read(sys.stdin.buffer)
    found = review(record, int(sys.argv[1]), progress=_say)
    _write(dumps(review_to_json(found)))


def _say(done: int, steps: int) -> None:
    _write(f"{done / steps:.3f}")


def _write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
