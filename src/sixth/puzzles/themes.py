"""Themes of puzzles, by the facts about the best answer and about a tempting one, and their costs."""

from typing import Final

from sixth.coach.account import Estimate, Review, around
from sixth.coach.positions import rounds_of
from sixth.coach.reasons import facts_of
from sixth.puzzles.puzzle import Theme
from sixth.rules.events import Action, Choose, Pick
from sixth.rules.record import Record
from sixth.rules.view import View

_BY_FACT: Final[dict[str, Theme]] = {
    "cheap-row": "too-low",
    "dear-rows": "too-low",
    "lowest": "too-low",
    "takes-full": "sixth-card",
    "full-nearer": "sixth-card",
    "next": "close-gap",
    "room": "count",
}
"""The theme by the first of these facts about the best card."""

_SAFE_FACTS: Final = frozenset({"next", "room"})
"""The facts about cards that look safe."""


def theme_of(view: View, best: Action, tempting: Action) -> Theme:
    """Return the theme of a position in which `best` is better than `tempting`, the answer of a weaker bot.

    The theme is "hold-back" if the tempting card looks safe and the best one is bolder.
    """
    if isinstance(best, Pick):
        return "draft"
    if not isinstance(best, Choose):
        return "row"
    ours, others = _facts(view, best), _facts(view, tempting)
    if best != tempting and others[:1] and others[0] in _SAFE_FACTS and ours[:1] != others[:1]:
        return "hold-back"
    theme = next((_BY_FACT[fact] for fact in ours if fact in _BY_FACT), None)
    return theme or ("sixth-card" if "fills" in (*ours, *others) else "count")


def _facts(view: View, answer: Action) -> list[str]:
    return [reason.code for reason in facts_of(view, answer)]


def theme_costs(record: Record, review: Review) -> dict[Theme, Estimate]:
    """Return the cost in heads of the choices of a reviewed seat by theme, with 95 % intervals.

    All choices that were not the best count, also those that are too close to call: without them every theme
    would seem to cost more than it does.
    """
    losses: dict[Theme, tuple[float, float]] = {}
    for own_round, round_review in zip(rounds_of(record, review.seat), review.rounds, strict=True):
        for position, decision in zip(own_round.positions, round_review.decisions, strict=True):
            if decision.verdict in ("forced", "best"):
                continue
            theme = theme_of(position.view, decision.best, decision.answer)
            loss, square = losses.get(theme, (0.0, 0.0))
            low, high = decision.cost.ci
            # Losses are measured independently, so the squares of their errors add up.
            losses[theme] = loss + decision.cost.value, square + ((high - low) / 2) ** 2
    return {theme: Estimate(loss, around(loss, square**0.5)) for theme, (loss, square) in losses.items()}
