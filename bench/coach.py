"""Show that the coach is right: JSON lines on stdout. docs/coach.md has the figures and what they mean.

    python bench/coach.py coverage [--decisions N]
    python bench/coach.py playouts [--decisions N]

`coverage`: how often a review of ten times the playouts falls into the intervals. `playouts`: how sure a loss
is, and how long a decision takes, by the number of playouts.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from random import Random
from statistics import mean, stdev

import numpy as np

import sixth
from sixth.bots.bot import Bot
from sixth.coach.judgement import PLAYOUTS, judge
from sixth.coach.reference import one_round, own_player, stranger
from sixth.quantiles import error_of
from sixth.rules.play import Game
from sixth.rules.view import View


def say(bench: str, values: Sequence[float], unit: str, **note: object) -> None:
    """Print a mean with its standard error, if there is one."""
    if len(values) < 2:
        return
    error = stdev(values) / len(values) ** 0.5
    line = {"bench": bench, "value": round(mean(values), 4), "se": round(error, 4), "unit": unit, **note}
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def table(seats: int, seed: str) -> tuple[Game, int, list[Bot]]:
    """Deal a round of classic; return it, the seat that is looked at, and reference players."""
    rng = Random(seed)
    seat = rng.randrange(seats)
    players: list[Bot] = [stranger(rng) for _ in range(seats)]
    players[seat] = own_player(rng)
    return Game(one_round(sixth.games["classic"].replace(seats=seats), seats), seed=seed), seat, players


# ------------------------------------------------------------------ intervals


def decisions(count: int) -> Iterator[View]:
    """Yield views of one card choice a round, of each turn about as often."""
    for number in range(count):
        game, seat, players = table(4, f"decision {number}")
        while not game.over:
            for asked in game.to_act:
                seen = game.view(asked)
                if asked == seat and seen.phase == "choose" and seen.turn == 1 + number % 9:
                    yield seen
                game.act(asked, players[asked].act(seen))


def coverage(count: int) -> None:
    """Say how often what ten times the playouts say lies in the interval."""
    values, lost = [], []
    for seen in decisions(count):
        once, again = judge(seen, seed=1), judge(seen, playouts=10 * PLAYOUTS, seed=2)
        for answer in range(len(seen.legal)):
            values.append(inside(once.heads[:, answer], again.heads[:, answer]))
            if answer != once.best:
                one, other = (found.heads[:, answer] - found.heads[:, once.best] for found in (once, again))
                lost.append(inside(one, other))
    say("coach.coverage.values", values, "share inside 95 % intervals", decisions=count, answers=len(values))
    say("coach.coverage.losses", lost, "share inside 95 % intervals", decisions=count, answers=len(lost))


def inside(once: np.ndarray, again: np.ndarray) -> float:
    """Return 1 if the mean of `again` lies in the interval of `once`, else 0."""
    return float(abs(once.mean() - again.mean()) <= error_of(once).margin)


def playouts(count: int) -> None:
    """Say how wide intervals of losses are, what is chosen wrongly, and how long it takes."""
    seen = list(decisions(count))
    truth = [judge(each, playouts=20 * PLAYOUTS, seed=2).heads.mean(axis=0) for each in seen]
    for number in (PLAYOUTS // 6, PLAYOUTS // 3, PLAYOUTS, 3 * PLAYOUTS):
        margins, regret, seconds = [], [], []
        for each, values in zip(seen, truth, strict=True):
            begun = time.process_time()
            found = judge(each, playouts=number, seed=1)
            seconds.append(time.process_time() - begun)
            gaps = np.delete(found.heads - found.heads[:, [found.best]], found.best, axis=1)
            margins.append(float(np.mean([error_of(column).margin for column in gaps.T])))
            regret.append(float(values[found.best] - values.min()))
        say(f"coach.margin.{number}", margins, "heads: half an interval of a loss")
        say(f"coach.regret.{number}", regret, "heads by which the best answer is missed")
        say(f"coach.seconds.{number}", seconds, "s a decision, one core")


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("coverage", "playouts"))
    parser.add_argument("--decisions", type=int, default=90)
    asked = parser.parse_args()
    if asked.what == "coverage":
        coverage(asked.decisions)
    else:
        playouts(asked.decisions)


if __name__ == "__main__":
    main()
