"""Search shipped puzzles again, with twenty times the coach's playouts: JSON on stdout. `bench/puzzles.py`.

Solved endings are left out, as they are proved. Prints of
how many the best answer is the same, and how long the file takes to read.
"""

import argparse
import json
import sys
import time
from random import Random

from sixth.coach.judgement import PLAYOUTS, judge
from sixth.progress import track
from sixth.puzzles import shipped


def main() -> None:
    """Search a sample of the puzzles."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=200)
    parser.add_argument("--times", type=int, default=20, help="how many times the coach's playouts")
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    began = time.perf_counter()
    found = [each for each in shipped() if not each.proved]
    read_s = time.perf_counter() - began
    sample = Random(asked.seed).sample(found, min(asked.puzzles, len(found)))
    agree = 0
    for puzzle in track("Puzzles", sample, len(sample)):
        heads = judge(puzzle.view, playouts=asked.times * PLAYOUTS, seed=asked.seed).heads.mean(axis=0)
        agree += puzzle.view.legal[int(heads.argmin())] == puzzle.best
    line = {"played_out": len(found), "searched": len(sample), "agree": agree, "read_s": round(read_s, 2)}
    sys.stdout.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
