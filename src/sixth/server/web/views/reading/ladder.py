"""The ladder as its page shows it: bots in their order, and who is clearly better than whom."""

from typing import Final, NamedTuple

from sixth.i18n import number_text
from sixth.server.service.ladder import Rated, Results

WIDTH: Final = 100
"""Of the drawn intervals, in units of their own."""


class Line(NamedTuple):
    """A bot: the places it may have, its figures, and its interval drawn from `low` to `high` around `at`."""

    place: str
    bot: str
    heads: str
    within: str
    win: str
    rating: str
    rounds: str
    low: float
    at: float
    high: float


def ladder_lines(found: Results) -> list[Line]:
    """Return the bots, the best one first.

    A place counts who is clearly better; where that leaves several, it says from which to which.
    """
    sign = 1 if found.rules.goal == "fewest" else -1
    ends: list[float] = [end for bot in found.bots for end in (bot.heads, *(bot.heads_ci or ()))]
    least, span = min(ends), (max(ends) - min(ends)) or 1.0

    def across(heads: float) -> float:
        return round(WIDTH * (heads - least) / span, 1)

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
            *map(across, (min(bot.heads, *ci), bot.heads, max(bot.heads, *ci))),
        )
        for number in order
        for bot in (found.bots[number],)
        for ci in (bot.heads_ci or (bot.heads, bot.heads),)
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
