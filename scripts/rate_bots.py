#!/usr/bin/env python
"""Rate the bots that ship, in whole games of each pool, and write the numbers that a site fixes them at.

`python scripts/rate_bots.py DIR` plays for an hour on one processor. It keeps the games in DIR, from which
the next call goes on, and writes src/sixth/server/features/ratings/bots.json.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sixth import bots
from sixth.arena.contest import contest_from_json

_TARGET: Final = Path(__file__).parents[1] / "src/sixth/server/features/ratings/bots.json"

_CONTESTS: Final = {"2": (2, 240), "3-5": (4, 164), "6-10": (8, 40)}
"""The seats and the games of the contest of each pool."""

_MU, _SIGMA, _BETA = 25.0, 25.0 / 3, 25.0 / 6
"""openskill's numbers for a newcomer, and for the luck of a game."""

_STEPS: Final = 50
"""Steps of Newton's method; it needs some ten."""

Places = NDArray[np.int64]


def main(folder: Path) -> None:
    """Play the contests, as far as they are not in `folder`, and write the ratings."""
    folder.mkdir(parents=True, exist_ok=True)
    pools = {pool: _rate(folder / str(seats), seats, games) for pool, (seats, games) in _CONTESTS.items()}
    about = "mu and sigma of the bots that ship, by scripts/rate_bots.py"
    _TARGET.write_text(json.dumps({"about": about, "pools": pools}, indent=1) + "\n", encoding="utf-8")


def _rate(kept: Path, seats: int, games: int) -> dict[str, tuple[float, float]]:
    """Return the `mu` and `sigma` of each bot after so many whole games of classic."""
    options = ["--seats", str(seats), "--rounds", str(games), "--seed", "1", "--workers", "1"]
    command = [sys.executable, "-m", "sixth", "arena", ",".join(bots.names), "--whole", *options]
    subprocess.run([*command, "--keep", str(kept), "--json"], check=True, stdout=subprocess.DEVNULL)
    mu, sigma = _fit(list(_games(kept)))
    return {bot: (round(float(mu[at]), 2), round(float(sigma[at]), 2)) for at, bot in enumerate(bots.names)}


def _games(kept: Path) -> Iterator[tuple[Places, Places]]:
    """Yield the players of each game in a file of the arena, as numbers of bots, and their places from 0."""
    head, *deals = kept.read_text(encoding="utf-8").splitlines()
    contest = contest_from_json({key: value for key, value in json.loads(head).items() if key != "arena"})
    for line in deals:
        deal = json.loads(line)
        for places in deal["places"]:
            yield np.array(contest.seated(deal["deal"])), np.array(places)


def _fit(games: list[tuple[Places, Places]]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the most likely `mu` of each bot in openskill's Plackett–Luce model, and its uncertainty.

    Each bot is a newcomer before its games. The average of all bots is 25 by definition, so it adds nothing
    to the uncertainty. The model's updates, one game after the other, would need far more games for the same
    certainty, and depend on their order.
    """
    mu = np.full(len(bots.names), _MU)
    for _ in range(_STEPS):
        slope, curve = (_MU - mu) / _SIGMA**2, np.diag(np.full(len(mu), _SIGMA**-2))
        for players, places in games:
            scale = _BETA * len(players) ** 0.5
            for place in places:
                # One more is chosen, by strength, among those who did not do better.
                left = players[places >= place]
                chance = np.exp((mu[left] - mu[left].max()) / scale)
                chance /= chance.sum()
                np.add.at(slope, left, -chance / scale)
                curve[np.ix_(left, left)] += (np.diag(chance) - np.outer(chance, chance)) / scale**2
            slope[players] += 1 / scale
        mu = mu + np.linalg.solve(curve, slope)
    centre = np.eye(len(mu)) - 1 / len(mu)
    return mu - mu.mean() + _MU, np.sqrt(np.diag(centre @ np.linalg.inv(curve) @ centre))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
