"""Sentences on the reply of the other seat that hurts an answer of a solved ending most."""

from typing import Final

from sixth.coach.row_reasons import heads_sentence
from sixth.rules.sentence import Sentence

Reply = tuple[int, int]
"""The card of the other seat that hurts an answer most, and the heads that follow, in tenths.

They are how much more the seat then takes than the other one until the end of the round.
"""

_NOTABLE: Final = 5
"""The least difference, in tenths of a head, that is told as one."""


def reply_sentence(card: int, reply: Reply) -> Sentence:
    """Return the reply that hurts `card` most, and what follows."""
    other, tenths = reply
    values: dict[str, object] = {"card": card, "reply": other}
    if abs(tenths) < _NOTABLE:
        return Sentence(
            "Their {reply} hurts {card} most: then you both take about as many heads.", values, "reply"
        )
    values["heads"] = heads_sentence((abs(tenths) + 5) // 10)
    if tenths > 0:
        return Sentence(
            "Their {reply} hurts {card} most: then you take about {heads} more than they do.", values, "reply"
        )
    return Sentence(
        "Their {reply} hurts {card} most: still they take about {heads} more than you do.", values, "reply"
    )
