"""The lines of the ladder: bots in order, with places that say which bot is clearly better than which."""

from typing import Any

from sixth.i18n import number_text
from sixth.server.features.reading.ladder.service import ArenaResults, Rated
from sixth.server.web.views.axes import whiskers


def ladder_lines(results: ArenaResults) -> list[dict[str, Any]]:
    """Return the bots, the best first: their places, their figures, and their heads as a drawing.

    A place counts the bots that are clearly better; where several places are possible, it is a range.
    """
    sign = 1 if results.rules.goal == "fewest" else -1
    intervals = [(bot.heads, bot.heads_ci or (bot.heads, bot.heads)) for bot in results.bots]
    drawings = whiskers(intervals, margin=0)
    order = sorted(range(len(results.bots)), key=lambda bot: sign * results.bots[bot].heads)
    return [
        {
            "place": _place(results, number, sign),
            "bot": bot.bot,
            "heads": number_text(bot.heads, digits=2),
            "within": _within(bot),
            "win": number_text(100 * bot.win, digits=1),
            "rating": number_text(bot.rating, digits=1),
            "rounds": number_text(bot.rounds),
            "whisker": drawings[number],
        }
        for number in order
        for bot in (results.bots[number],)
    ]


def _place(results: ArenaResults, bot: int, sign: int) -> str:
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
