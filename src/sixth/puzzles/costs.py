"""The cost of the choices of a game, by the theme of the puzzles that train them."""

from sixth.coach.account import Estimate, Review, around
from sixth.coach.positions import rounds_of
from sixth.puzzles.puzzle import Theme
from sixth.puzzles.themes import theme_of
from sixth.rules.record import Record


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
            low, high = decision.loss_ci
            # Losses are measured independently, so the squares of their errors add up.
            losses[theme] = loss + decision.loss, square + ((high - low) / 2) ** 2
    return {theme: Estimate(loss, around(loss, square**0.5)) for theme, (loss, square) in losses.items()}
