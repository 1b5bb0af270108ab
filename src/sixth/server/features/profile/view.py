"""The contents of people's pages: results by game, and a chart of them."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple

from sixth.i18n import date_text, number_text
from sixth.server.features.profile.game import GameTotals, PersonGame
from sixth.server.web.text.labels import kept_title
from sixth.server.web.views.axes import Axis, path

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 360, 138, 26, 352, 10, 118
_MAX_POINTS: Final = 200
"""The games in the chart, the latest ones."""

_WINDOW: Final = 10
"""The games in each mean of the chart."""

_GRID: Final = (0, 5, 10, 20, 30, 50)


class GameSummary(NamedTuple):
    """The results of a person in one named game; means are texts with one digit."""

    title: str
    games: int
    won: int
    heads: str
    place: str


class ResultsChart(NamedTuple):
    """A chart of heads per round: the `points` of games, and the `line` of the mean of the last ten games."""

    points: Sequence[tuple[float, float]]
    line: str
    grid: Sequence[tuple[float, int]]
    left: int = _LEFT
    right: int = _RIGHT
    width: int = _WIDTH
    height: int = _HEIGHT


def summaries(totals: Sequence[GameTotals]) -> Sequence[GameSummary]:
    """Return the results by named game as texts."""
    return [
        GameSummary(
            kept_title(each.game),
            each.games,
            each.won,
            number_text(each.heads / (each.rounds or 1), digits=1),
            number_text(each.places / each.games, digits=1),
        )
        for each in totals
    ]


def totals_of(games: Sequence[PersonGame]) -> Sequence[GameTotals]:
    """Return the results of these games by name, the one played most often first."""
    by_name: dict[str, list[PersonGame]] = defaultdict(list)
    for game in games:
        by_name[game.game].append(game)
    return [
        GameTotals(
            name,
            len(each),
            sum(game.place == 1 for game in each),
            sum(game.rounds for game in each),
            sum(game.heads for game in each),
            sum(game.place for game in each),
        )
        for name, each in sorted(by_name.items(), key=lambda item: (-len(item[1]), item[0]))
    ]


def results_chart(games: Sequence[PersonGame]) -> ResultsChart | None:
    """Return the chart of games, oldest first; None for fewer than two games with a round."""
    games = [game for game in games if game.rounds][-_MAX_POINTS:]
    if len(games) < 2:
        return None
    values = [game.heads / game.rounds for game in games]
    means = [_heads_per_round(games[max(0, at + 1 - _WINDOW) : at + 1]) for at in range(len(games))]
    x, y = Axis(0, len(games) - 1, _LEFT + 4, _RIGHT), Axis(0, max(*values, 5), _BOTTOM, _TOP)
    return ResultsChart(
        points=[(x.at(at), y.at(value)) for at, value in enumerate(values)],
        line=path((x.at(at), y.at(mean)) for at, mean in enumerate(means)),
        grid=y.grid(value for value in _GRID if value <= y.most),
    )


def day_text(at: int) -> str:
    """Return the day of a time in milliseconds since 1970, UTC."""
    return date_text(datetime.fromtimestamp(at / 1000, UTC).date())


def code_text(code: str) -> str:
    """Return a recovery code in groups that are easy to read: "bcdfg-hjkmn-pqrs"."""
    return "-".join(code[at : at + 5] for at in range(0, len(code), 5))


def _heads_per_round(games: Sequence[PersonGame]) -> float:
    return sum(game.heads for game in games) / (sum(game.rounds for game in games) or 1)
