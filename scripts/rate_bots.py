#!/usr/bin/env python
"""Rate the bots that ship, in whole games of each pool, and write the numbers that a site fixes them at.

`python scripts/rate_bots.py DIR` plays for an hour on one processor. It keeps the games in DIR, from which
the next call goes on, and writes src/sixth/server/features/ratings/bots.json.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sixth import bots
from sixth.arena.contest import contest_from_json

_TARGET: Final = Path(__file__).parents[1] / "src/sixth/server/features/ratings/bots.json"

_CONTESTS: Final = {"2": (2, 240), "3-5": (4, 164), "6-10": (8, 40)}
"""The seats and the games of the contest of each pool."""

_LEVEL_GAMES: Final = {"2": 240, "3-5": 164, "6-10": 160}
"""The games of the contest of the levels of each pool."""

_MEASURES: Final = ("random", "nearest", "careful", "policy")
"""The bots with whom the levels play that are no bots by method; their ratings are fixed by then."""

_LEVELS: Final = {"level-6": "policy", "level-8": "champion"}
"""The levels that are bots by method."""

_MU, _SIGMA, BETA = 25.0, 25.0 / 3, 25.0 / 6
"""openskill's numbers for a newcomer, and for the luck of a game."""

_STEPS: Final = 50
"""Steps of Newton's method; it needs some ten."""


Ratings = dict[str, tuple[float, float]]
"""The `mu` and `sigma` of bots, by name."""


class Game(NamedTuple):
    """A whole game: its deal, the players as numbers of bots, and by player places from 0 and heads.

    `rounds` is the mean number of rounds in the games of the deal.
    """

    deal: int
    players: NDArray[np.int64]
    places: NDArray[np.int64]
    heads: NDArray[np.int64]
    rounds: float


def main(folder: Path) -> None:
    """Play the contests, as far as they are not in `folder`, and write the ratings."""
    folder.mkdir(parents=True, exist_ok=True)
    pools = {
        pool: _rate(folder / str(seats), seats, games, _LEVEL_GAMES[pool])
        for pool, (seats, games) in _CONTESTS.items()
    }
    about = "mu and sigma of the bots that ship, by scripts/rate_bots.py"
    _TARGET.write_text(json.dumps({"about": about, "pools": pools}, indent=1) + "\n", encoding="utf-8")


def _rate(kept: Path, seats: int, games: int, level_games: int) -> Ratings:
    """Return the `mu` and `sigma` of each bot after so many whole games of classic."""
    play(kept, seats=seats, games=games, seed=1)
    mu, sigma = fit(list(games_in(kept)), len(bots.methods))
    ratings = _rounded(bots.methods, mu, sigma)
    return ratings | _rate_levels(kept.with_suffix(".levels"), seats, level_games, ratings)


def _rate_levels(kept: Path, seats: int, games: int, fixed: Ratings) -> Ratings:
    """Return the ratings of the levels, where those of the bots by method are `fixed`."""
    levels = [level for level in bots.levels if level not in _LEVELS]
    play(kept, (*_MEASURES, *levels), seats=seats, games=games, seed=1)
    known = [fixed[bot][0] for bot in _MEASURES]
    mu, sigma = fit(list(games_in(kept)), len(_MEASURES) + len(levels), known)
    return _rounded(levels, mu, sigma) | {level: fixed[bot] for level, bot in _LEVELS.items()}


def _rounded(names: Sequence[str], mu: NDArray[np.float64], sigma: NDArray[np.float64]) -> Ratings:
    return {bot: (round(float(mu[at]), 2), round(float(sigma[at]), 2)) for at, bot in enumerate(names)}


def play(kept: Path, names: Sequence[str] = bots.methods, *, seats: int, games: int, seed: int) -> None:
    """Play so many whole games of classic between these bots, as far as they are not in the file `kept`."""
    options = ["--seats", str(seats), "--rounds", str(games), "--seed", str(seed), "--workers", "1"]
    command = [sys.executable, "-m", "sixth", "arena", ",".join(names), "--whole", *options]
    subprocess.run([*command, "--keep", str(kept), "--json"], check=True, stdout=subprocess.DEVNULL)


def games_in(kept: Path) -> Iterator[Game]:
    """Yield the games in a file of the arena."""
    head, *deals = kept.read_text(encoding="utf-8").splitlines()
    contest = contest_from_json({key: value for key, value in json.loads(head).items() if key != "arena"})
    for line in deals:
        deal = json.loads(line)
        # Each plays ten cards a round and takes rows in few turns, so this is right to about a round a deal.
        rounds = min(deal["moves"]) // 10 / len(deal["places"])
        for places, heads in zip(deal["places"], deal["heads"], strict=True):
            players = np.array(contest.seated(deal["deal"]))
            yield Game(deal["deal"], players, np.array(places), np.array(heads), rounds)


def fit(
    games: Sequence[Game], count: int, known: Sequence[float] = ()
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the most likely `mu` of each of `count` bots in openskill's Plackett–Luce model, and its sigma.

    Each bot is a newcomer before its games. The average of all bots is 25 by definition, so it adds nothing
    to the uncertainty. Or the first bots have the `known` values, and the result is that of the others. The
    model's updates, one game after the other, would need far more games for the same certainty, and depend
    on their order.
    """
    free = slice(len(known), count)
    mu = np.array([*known, *[_MU] * (count - len(known))])
    for _ in range(_STEPS):
        slope, curve = (_MU - mu) / _SIGMA**2, np.diag(np.full(len(mu), _SIGMA**-2))
        for _deal, players, places, *_ in games:
            scale = BETA * len(players) ** 0.5
            for place in places:
                # One more is chosen, by strength, among those who did not do better.
                left = players[places >= place]
                chance = np.exp((mu[left] - mu[left].max()) / scale)
                chance /= chance.sum()
                np.add.at(slope, left, -chance / scale)
                curve[np.ix_(left, left)] += (np.diag(chance) - np.outer(chance, chance)) / scale**2
            slope[players] += 1 / scale
        mu[free] += np.linalg.solve(curve[free, free], slope[free])
    if known:
        return mu[free], np.sqrt(np.diag(np.linalg.inv(curve[free, free])))
    centre = np.eye(len(mu)) - 1 / len(mu)
    return mu - mu.mean() + _MU, np.sqrt(np.diag(centre @ np.linalg.inv(curve) @ centre))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
