"""A day's five puzzles in words: results, comparisons, and the text to share."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from sixth.i18n import date_text, gettext as _, ngettext, number_text
from sixth.puzzles import AnswerLoss

_LEVELS: Final = ((3, 3), (1, 2))
"""The level of an answer by the least heads that it loses."""

_BLOCKS: Final = "✅🟨🟧🟥"
"""A block for each level, which differ in shape or lightness as well."""

_SMALL: Final = 0.05
"""Heads that a text with one decimal place shows as 0."""


def level(loss: AnswerLoss) -> int:
    """Return how bad an answer was, from 0 (the best) to 3."""
    return 0 if not loss.loss else next((each for least, each in _LEVELS if loss.loss >= least), 1)


def lost_text(heads: float) -> str:
    """Return the heads that answers lost, with a minus: "−1.2"."""
    return f"−{number_text(heads, digits=1)}" if heads >= _SMALL else "0"


def score_text(heads: float) -> str:
    """Return what five answers lost, in a sentence."""
    if heads < _SMALL:
        return _("Perfect: no head given away.")
    return _("Heads given away: about {heads}.").format(heads=number_text(heads, digits=1))


def place_text(more: int, same: int, others: int) -> str:
    """Return a result beside `others`, of whom `more` solved fewer puzzles and `same` as many."""
    if not others:
        return _("You are the first today. Look in later to see how others did.")
    text = ngettext(
        "More right than {more} of {count} other, as many as {same}.",
        "More right than {more} of {count} others, as many as {same}.",
        others,
    )
    return text.format(more=more, count=others, same=same)


def share_text(day: date, losses: Sequence[AnswerLoss], url: str) -> str:
    """Return the text to share a day, which gives away none of its answers."""
    right, heads = sum(not level(each) for each in losses), sum(each.loss for each in losses)
    parts = ["Sixth 5", date_text(day, "medium"), f"{right}/{len(losses)}"]
    if heads >= _SMALL:
        parts.append(lost_text(heads))
    return f"{' · '.join(parts)}\n{''.join(_BLOCKS[level(each)] for each in losses)}\n{url}"
