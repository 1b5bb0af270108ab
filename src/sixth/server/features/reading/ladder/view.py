"""The ladder as its page shows it: bots in their order, and who is clearly better than whom."""

from typing import NamedTuple

from sixth.i18n import number_text
from sixth.server.features.reading.ladder.service import Rated, Results
from sixth.server.web.views.axes import Whisker, whiskers


class Line(NamedTuple):
    """A bot: the places it may have, its figures, and its heads drawn with their interval."""

    place: str
    bot: str
    heads: str
    within: str
    win: str
    rating: str
    rounds: str
    whisker: Whisker


def ladder_lines(found: Results) -> list[Line]:
    """Return the bots, the best one first.

    A place counts who is clearly better; where that leaves several, it says from which to which.
    """
    sign = 1 if found.rules.goal == "fewest" else -1
    drawn = whiskers([(bot.heads, bot.heads_ci or (bot.heads, bot.heads)) for bot in found.bots], margin=0)
    order = sorted(range(len(found.bots)), key=lambda bot: sign * found.bots[bot].heads)
    return [
        Line(
            _place(found, number, sign),
            bot.bot,
            number_text(bot.heads, digits=2),
            _within(bot),
            number_text(100 * bot.win, digits=1),
            number_text(bot.rating, digits=1),
            number_text(bot.rounds),
            drawn[number],
        )
        for number in order
        for bot in (found.bots[number],)
    ]


def _place(found: Results, bot: int, sign: int) -> str:
    better = worse = 0
    for each in found.differences:
        if each.clear and bot in each.of:
            ahead = (sign * each.heads > 0) == (each.of[0] == bot)
            better, worse = better + ahead, worse + (not ahead)
    first, last = 1 + better, len(found.bots) - worse
    return number_text(first) if first == last else f"{number_text(first)}–{number_text(last)}"


def _within(bot: Rated) -> str:
    """Return half of the interval, as a number; nothing where there is none."""
    return number_text((bot.heads_ci[1] - bot.heads_ci[0]) / 2, digits=2) if bot.heads_ci else ""
