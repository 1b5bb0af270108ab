"""Ratings as values: the pools, rated games, and the numbers that follow from them. Pure."""

import json
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, NamedTuple, cast

Pool = Literal["2", "3-5", "6-10"]
"""The numbers of seats whose games have ratings of their own."""

POOLS: Final[tuple[Pool, ...]] = ("2", "3-5", "6-10")

PROVISIONAL_ABOVE: Final = 200
"""The uncertainty above which a rating is not settled."""

SETTLED_AFTER: Final[Mapping[Pool, int]] = {"2": 90, "3-5": 80, "6-10": 150}
"""About how many games against bots of the site a rating of each pool takes to settle, for people of about
their strength; `tests.server.features.ratings.test_rating` plays them."""

GAMES_OF_FAMILY: Final = 100
"""The rated games of a named game on a site from which its ratings are shown."""

_BASE, _POINTS = 500, 40
"""The number that people read for a `mu` of 0, and the points for each 1 of openskill's `mu`."""

MAX_SIGMA: Final = (PROVISIONAL_ABOVE + 5) / (2 * _POINTS)
"""The `sigma` up to which a rating is settled."""


class Rating(NamedTuple):
    """A rating in openskill's Plackett–Luce model, after so many `games`."""

    mu: float = 25.0
    sigma: float = 25.0 / 3
    games: int = 0

    @property
    def points(self) -> int:
        """The rating as people read it; a newcomer has 1500."""
        return round(_BASE + _POINTS * self.mu)

    @property
    def uncertainty(self) -> int:
        """Two standard deviations as people read them, rounded to 10."""
        return 10 * round(2 * _POINTS * self.sigma / 10)

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is not settled: still too uncertain to mean much."""
        return self.uncertainty > PROVISIONAL_ABOVE


class RatedPlayer(NamedTuple):
    """A player of a rated game: the `place` (from 1), and the id of a person or the kind of a bot.

    Both are "" for a player who has no rating.
    """

    place: int
    person: str = ""
    bot: str = ""


class RatedGame(NamedTuple):
    """An ended game that counts: its players by seat, the named `game`, and when its end was committed.

    `ended_at` is the time in the log as it stands there (ISO 8601, UTC, microseconds).
    """

    game_id: str
    ended_at: str
    pool: Pool
    game: str
    players: tuple[RatedPlayer, ...]

    @property
    def order(self) -> tuple[str, str]:
        """The place of the game among all: they count in the order in which they ended."""
        return self.ended_at, self.game_id

    @property
    def counts(self) -> bool:
        """Whether the game changes a rating: it has a person, and two players with ratings."""
        people = sum(each.person != "" for each in self.players)
        bots = sum(each.bot in bot_ratings()[self.pool] for each in self.players)
        return people > 0 and people + bots > 1


class RatingChange(NamedTuple):
    """What a game changed: the rating of a person in the pool of the game before and after it."""

    game_id: str
    person: str
    before: Rating
    after: Rating


PersonRatings = MutableMapping[tuple[str, str], Rating]
"""The ratings of people, by their ids, in each pool and in each named game."""


def pool_of(seats: int) -> Pool:
    """Return the pool of games with so many seats."""
    return "2" if seats == 2 else "3-5" if seats <= 5 else "6-10"


@cache
def bot_ratings() -> Mapping[Pool, Mapping[str, Rating]]:
    """Return the fixed ratings of the site's bots in each pool (scripts/rate_bots.py)."""
    text = (files(__package__) / "bots.json").read_text(encoding="utf-8")
    pools: dict[str, dict[str, list[float]]] = json.loads(text)["pools"]
    return {
        cast("Pool", pool): {bot: Rating(mu, sigma) for bot, (mu, sigma) in ratings.items()}
        for pool, ratings in pools.items()
    }


def rate(ratings: PersonRatings, games: Iterable[RatedGame]) -> Sequence[RatingChange]:
    """Change the ratings of the people in these games, which are in the order in which they count.

    A game changes the ratings in its pool, and those in its named game; bots have the rating of the pool in
    both. The changes in the pools are returned.
    """
    changes = list[RatingChange]()
    for game in games:
        if game.counts:
            changes += _rate(ratings, game, game.pool)
            _rate(ratings, game, game.game)
    return changes


def _rate(ratings: PersonRatings, game: RatedGame, kind: str) -> Sequence[RatingChange]:
    model, fixed = _model(), bot_ratings()[game.pool]
    rated = [each for each in game.players if each.person or each.bot in fixed]
    before = [
        ratings.get((each.person, kind), Rating()) if each.person else fixed[each.bot] for each in rated
    ]
    teams = [[model.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    after = model.rate(teams, ranks=[float(each.place) for each in rated])
    changes = [
        RatingChange(game.game_id, player.person, old, Rating(new.mu, new.sigma, old.games + 1))
        for player, old, (new,) in zip(rated, before, after, strict=True)
        if player.person
    ]
    ratings.update({(each.person, kind): each.after for each in changes})
    return changes


@cache
def _model() -> Any:
    # Imported when a game is rated, not when a server starts.
    from openskill.models import PlackettLuce

    return PlackettLuce()
