"""What the choices of a game cost, by the theme of the puzzles that train such choices."""

from sixth.coach.account import Estimate, Review, around
from sixth.coach.positions import rounds_of
from sixth.puzzles.puzzle import Theme
from sixth.puzzles.themes import theme_of
from sixth.rules.record import Record


def theme_costs(record: Record, review: Review) -> dict[Theme, Estimate]:
    """Return the heads that the choices of a reviewed seat cost by theme, each with its 95 % interval.

    All choices count that were not the coach's, those that are too close to call as well: without them every
    theme would seem to cost more than it does.
    """
    found: dict[Theme, tuple[float, float]] = {}
    for played, judged in zip(rounds_of(record, review.seat), review.rounds, strict=True):
        for position, decision in zip(played.positions, judged.decisions, strict=True):
            if decision.verdict in ("forced", "best"):
                continue
            theme = theme_of(position.view, decision.best, decision.answer)
            loss, square = found.get(theme, (0.0, 0.0))
            low, high = decision.loss_ci
            # Each loss was measured by itself, so the squares of the errors add up.
            found[theme] = loss + decision.loss, square + ((high - low) / 2) ** 2
    return {theme: Estimate(loss, around(loss, square**0.5)) for theme, (loss, square) in found.items()}
