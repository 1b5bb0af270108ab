"""Jobs about reviews for the process that works on ended games (`live.archive`)."""

from typing import TYPE_CHECKING, Final

from sixth.coach.codec import review_from_json
from sixth.coach.positions import Round, rounds_of
from sixth.coach.text import headline
from sixth.rules.codec import loads
from sixth.rules.record import HUMAN, Record
from sixth.server.features.replay.jobs import names_in
from sixth.server.features.reviews.costs import ChoicesCost, cost_of
from sixth.server.features.reviews.view import review_page
from sixth.server.live.archive import EndedGame, Games
from sixth.server.web.middleware.compression import encode_body
from sixth.server.web.middleware.preferences import Preferences, using_preferences
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import ended_title

if TYPE_CHECKING:
    # The process does not need the database that this module imports.
    from sixth.server.features.reviews.rows import ReviewProgress

_MANY_AHEAD: Final = 8
"""Reviews ahead of this one from which on the page warns of a long wait."""


def coach_page(
    game: EndedGame,
    *,
    preferences: Preferences,
    seat: int | None,
    own: int | None,
    progress: "ReviewProgress | None",
    has_coach: bool,
    packed: bool,
) -> bytes:
    """Return the page of the coach: the review of a seat, or its progress, or the seats to choose from.

    `own` is the seat of the reader, if they played; `has_coach` says whether a review can be asked for.
    """
    record, review = game.record, None
    with using_preferences(preferences):
        if seat is not None and progress is not None and progress.body is not None:
            review = review_page(record, review_from_json(loads(progress.body)))
        page = render(
            "reviews/templates/coach.html",
            record=record,
            game=ended_title(game),
            people=[at for at, each in enumerate(record.seats) if each.kind == HUMAN],
            seat=seat,
            own=own,
            names=names_in(game, own),
            marks=game.marks,
            progress=progress,
            many_ahead=_MANY_AHEAD,
            has_coach=has_coach,
            review=review,
        )
    return encode_body(page, packed=packed)


def decisions_of(game: EndedGame, *, seat: int) -> tuple[Record, list[Round]]:
    """Return the record of a game, and the rounds of a seat with its decisions."""
    return game.record, list(rounds_of(game.record, seat))


def review_summary(_games: Games, *, body: str) -> str:
    """Return the sum of a review, given as JSON, in one sentence to its player."""
    return headline(review_from_json(loads(body)).total)


def review_cost(_games: Games, *, body: str) -> ChoicesCost:
    """Return the cost of the choices in a review, given as JSON."""
    return cost_of(review_from_json(loads(body)))


def review_themes(game: EndedGame, *, body: str) -> dict[str, list[float]]:
    """Return the cost of a seat's choices by theme, from its review as JSON: heads, half the interval."""
    from sixth.puzzles.themes import theme_costs

    costs = theme_costs(game.record, review_from_json(loads(body)))
    return {theme: [each.value, (each.ci[1] - each.ci[0]) / 2] for theme, each in costs.items()}
