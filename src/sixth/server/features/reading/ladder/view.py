"""The lines of the ladder: bots in order, with places that say which bot is clearly better than which."""

from typing import NamedTuple

from sixth.i18n import number_text
from sixth.server.features.reading.ladder.service import Rated, Results
from sixth.server.web.views.axes import Whisker, whiskers


class Line(NamedTuple):
    """A bot with its possible places, its figures, and its heads as a drawing with their interval."""

    place: str
    bot: str
    heads: str
    within: str
    win: str
    rating: str
    rounds: str
    whisker: Whisker


def ladder_lines(results: Results) -> list[Line]:
    """Return the bots, the best first.

    A place counts the bots that are clearly better; where several places are possible, it is a range.
    """
    sign = 1 if results.rules.goal == "fewest" else -1
    intervals = [(bot.heads, bot.heads_ci or (bot.heads, bot.heads)) for bot in results.bots]
    drawings = whiskers(intervals, margin=0)
    order = sorted(range(len(results.bots)), key=lambda bot: sign * results.bots[bot].heads)
    return [
        Line(
            _place(results, number, sign),
            bot.bot,
            number_text(bot.heads, digits=2),
            _within(bot),
            number_text(100 * bot.win, digits=1),
            number_text(bot.rating, digits=1),
            number_text(bot.rounds),
            drawings[number],
        )
        for number in order
        for bot in (results.bots[number],)
    ]


def _place(results: Results, bot: int, sign: int) -> str:
    better = worse = 0
    for each in results.differences:
        if each.clear and bot in each.of:
            ahead = (sign * each.heads > 0) == (each.of[0] == bot)
            better, worse = better + ahead, worse + (not ahead)
    first, last = 1 + better, len(results.bots) - worse
    return number_text(first) if first == last else f"{number_text(first)}–{number_text(last)}"


def _within(bot: Rated) -> str:
    """Return half the width of the interval as text, "" without an interval."""
    return number_text((bot.heads_ci[1] - bot.heads_ci[0]) / 2, digits=2) if bot.heads_ci else ""
