"""The program for one review: `python -m sixth.server.features.reviews.program SEAT DONE < RECORD`.

It leaves out the first DONE rounds. It writes lines of a word and a value: `share` and the share that is
done, from 0 to 1; `round` and the JSON of a finished round; at last `review` and the JSON of the review
without its rounds.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from sixth.coach.account import Review
from sixth.coach.codec import review_to_json, round_to_json
from sixth.coach.judgement import PLAYOUTS
from sixth.coach.reviewing import review_rounds
from sixth.rules.codec import dumps
from sixth.rules.record import read

_NICENESS: Final = 19

_SEED: Final = 0


def main() -> None:
    """Read a record and write the review."""
    os.nice(_NICENESS)
    with suppress(OSError):
        # If memory runs out, the kernel ends this program rather than the server.
        Path("/proc/self/oom_score_adj").write_text("1000")
    seat, done = map(int, sys.argv[1:])
    (record,) = read(sys.stdin.buffer)
    for each in review_rounds(record, seat, done=done, playouts=PLAYOUTS, seed=_SEED, progress=_write_share):
        _write("round", dumps(round_to_json(each)))
    _write("review", dumps(review_to_json(Review(record.game, seat, PLAYOUTS, _SEED, ()))))


def _write_share(done: int, steps: int) -> None:
    _write("share", f"{done / steps:.3f}")


def _write(word: str, value: str) -> None:
    sys.stdout.write(f"{word} {value}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
