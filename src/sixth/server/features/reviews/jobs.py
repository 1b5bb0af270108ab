"""Pages of reviews, made in the process that has the ended games (`live.archive`)."""

from typing import TYPE_CHECKING, Final

from sixth.coach.codec import review_from_json
from sixth.coach.text import headline
from sixth.rules.codec import loads
from sixth.rules.record import HUMAN
from sixth.server.features.reviews.view import review_page
from sixth.server.live.ended.game import EndedGame, Games
from sixth.server.web.middleware.compression import encode_body
from sixth.server.web.middleware.preferences import Preferences, using_preferences
from sixth.server.web.templating.environment import render
from sixth.server.web.text.titles import ended_title

if TYPE_CHECKING:
    # It would import what the process has no use for.
    from sixth.server.features.reviews.rows import Progress

_MANY_AHEAD: Final = 8
"""Reviews before one's own from which on the page says that it takes long."""


def coach_page(
    game: EndedGame,
    *,
    preferences: Preferences,
    seat: int | None,
    progress: "Progress | None",
    packed: bool,
) -> bytes:
    """Return the page of the coach: the review of a seat, or how far it is, or the seats to choose from."""
    record, shown = game.record, None
    with using_preferences(preferences):
        if seat is not None and progress is not None and progress.body is not None:
            shown = review_page(record, review_from_json(loads(progress.body)))
        page = render(
            "reviews/templates/coach.html",
            record=record,
            game=ended_title(game),
            people=[at for at, each in enumerate(record.seats) if each.kind == HUMAN],
            seat=seat,
            name="" if seat is None else record.seats[seat].name,
            progress=progress,
            many_ahead=_MANY_AHEAD,
            shown=shown,
        )
    return encode_body(page, packed=packed)


def review_summary(_games: Games, *, body: str) -> str:
    """Return the sum of a review, given as JSON, in one sentence to the person who sat there."""
    return headline(review_from_json(loads(body)).total)


def review_themes(game: EndedGame, *, body: str) -> dict[str, list[float]]:
    """Return what the choices of a reviewed seat cost by theme: the heads, and half their 95 % interval."""
    from sixth.puzzles.costs import theme_costs

    costs = theme_costs(game.record, review_from_json(loads(body)))
    return {theme: [each.value, (each.ci[1] - each.ci[0]) / 2] for theme, each in costs.items()}
