#!/usr/bin/env python
"""Score how well ratings predict who wins, in whole games of the bots that were used for no rating.

`python -m scripts.score_ratings DIR` plays for some minutes on one processor. It keeps the games in DIR, from
which the next call goes on, and prints the mean log loss of the winner for each way to predict.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from openskill.models import PlackettLuce

from scripts.rate_bots import BETA, Game, fit, games_in, play
from sixth import bots
from sixth.server.features.ratings.rating import Rating, bot_ratings

_SEATS, _GAMES, _SEED, _FOLDS = 4, 100, 2, 5
"""The contest, with other deals than those for the ratings, and the parts for what is fitted here."""

_EVEN, _RATINGS, _HEADS = (
    "constant, 1/4",
    "ratings from other games here",
    "heads a round in other games here",
)

Chances = NDArray[np.float64]
"""The chance of each player of a game to win."""


def main(folder: Path) -> None:
    """Play the contest, as far as it is not in `folder`, and print the losses."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / f"scored-{_SEATS}"
    play(kept, seats=_SEATS, games=_GAMES, seed=_SEED)
    games = list(games_in(kept))
    deals = np.array([game.deal for game in games])
    sys.stdout.write(
        f"{len(games)} games of {len(set(deals))} deals; the winner's log loss, and less another\n"
    )
    all_losses = _losses(games)
    for name, losses in all_losses.items():
        sys.stdout.write(f"{name:<44} {losses.mean():.3f}{_less(losses, all_losses[_EVEN], deals)}\n")
    less = _less(all_losses[_RATINGS], all_losses[_HEADS], deals)
    sys.stdout.write(f"{_RATINGS}, less that of the heads{less}\n")


def _losses(games: Sequence[Game]) -> Mapping[str, NDArray[np.float64]]:
    """Return the loss of each game, by the way to predict; what is fitted here has not seen the game."""
    shipped = bot_ratings()["3-5"]
    mu = np.array([shipped[bot].mu for bot in bots.methods])
    model = PlackettLuce()

    def predict_win(game: Game) -> Chances:
        teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in _shipped(game)]
        return np.array(model.predict_win(teams))

    fixed: dict[str, Callable[[Game], Chances]] = {
        _EVEN: lambda game: np.full(len(game.players), 1 / len(game.players)),
        "shipped ratings, openskill's predict_win": predict_win,
        "shipped ratings, Plackett-Luce": lambda game: _luce(mu, game),
    }
    losses = {
        name: np.array([_loss(predict(game), game) for game in games]) for name, predict in fixed.items()
    }
    fitted = {_RATINGS: _by_ratings, _HEADS: _by_heads}
    for name, learn in fitted.items():
        losses[name] = np.zeros(len(games))
        for fold in range(_FOLDS):
            predict = learn([game for game in games if game.deal % _FOLDS != fold])
            for at, game in enumerate(games):
                if game.deal % _FOLDS == fold:
                    losses[name][at] = _loss(predict(game), game)
    return losses


def _by_ratings(games: Sequence[Game]) -> Callable[[Game], Chances]:
    mu, _sigma = fit(games, len(bots.methods))
    return lambda game: _luce(mu, game)


def _by_heads(games: Sequence[Game]) -> Callable[[Game], Chances]:
    """Return chances that fall by a constant factor with each head a round, as it fits these games best."""
    heads, rounds = np.zeros(len(bots.methods)), np.zeros(len(bots.methods))
    for game in games:
        heads[game.players] += game.heads
        rounds[game.players] += game.rounds
    mean = heads / rounds

    def chances(rate: float, game: Game) -> Chances:
        return _softmax(-rate * mean[game.players])

    rates = np.linspace(0.0, 3.0, 301)
    best = min(rates, key=lambda rate: sum(_loss(chances(rate, game), game) for game in games))
    return lambda game: chances(best, game)


def _shipped(game: Game) -> Sequence[Rating]:
    return [bot_ratings()["3-5"][bots.methods[player]] for player in game.players]


def _luce(mu: NDArray[np.float64], game: Game) -> Chances:
    return _softmax(mu[game.players] / (BETA * len(game.players) ** 0.5))


def _softmax(values: NDArray[np.float64]) -> Chances:
    powers: Chances = np.exp(values - values.max())
    return powers / np.sum(powers)


def _loss(chances: Chances, game: Game) -> float:
    """Return minus the logarithm of the winner's chance; the mean where several have won."""
    return float(-np.log(chances[game.places == 0]).mean())


def _less(losses: NDArray[np.float64], others: NDArray[np.float64], deals: NDArray[np.int64]) -> str:
    """Return the mean difference with its interval of 95 %, in which games of a deal count as one."""
    differences = losses - others
    means = np.array([differences[deals == deal].mean() for deal in sorted(set(deals))])
    mean, half = means.mean(), 1.96 * means.std(ddof=1) / len(means) ** 0.5
    return f"  {mean:+.3f} ({mean - half:+.3f} to {mean + half:+.3f})"


if __name__ == "__main__":
    main(Path(sys.argv[1]))
