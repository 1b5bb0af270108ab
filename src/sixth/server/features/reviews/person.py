"""The part of the page of a person on what their choices cost by the coach."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from markupsafe import Markup
from starlette.requests import Request

from sixth import fast
from sixth.i18n import date_text, gettext as _, number_text
from sixth.server.feature import PlayedGame, ShownPerson
from sixth.server.features.reviews.costs import LATEST, MIN_GAMES, CostSummary, MeanCost, summary_of
from sixth.server.features.reviews.queue import Reviews
from sixth.server.site import site_of
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import kept_title

_MAX_LINKS: Final = 10
"""The latest games without a review to which the page leads."""


async def at_person(request: Request, person: ShownPerson) -> Markup:
    """Return what the choices of a person cost; nothing before the first review. It asks for no review."""
    reviews = site_of(request).service(Reviews)
    costs = await reviews.costs([(game.game_id, game.seat) for game in person.games])
    summary = summary_of(person.games, costs)
    if not summary.games:
        return Markup()
    missing = (
        [game for game in person.games if (game.game_id, game.seat) not in costs]
        if person.is_own and fast.INSTALLED
        else []
    )
    there = await reviews.still_there([game.game_id for game in missing])
    links = [_link(game) for game in reversed(missing) if game.game_id in there]
    html = render(
        "reviews/templates/person.html",
        summary=summary,
        is_own=person.is_own,
        rows=_rows(summary),
        played=len(person.games),
        min_games=MIN_GAMES,
        links=links[:_MAX_LINKS],
    )
    return Markup(html)


def _rows(summary: CostSummary) -> Sequence[Mapping[str, object]]:
    """Return the rows of the table: all games, by name, and the latest beside those before.

    A row has the heads that a choice cost there, and the interval.
    """
    rows = [
        (_("All games"), summary.mean),
        *((kept_title(name), mean) for name, mean in summary.by_name.items()),
        (_("Last {count} games").format(count=LATEST), summary.latest),
        (_("Before"), summary.before if summary.latest else None),
    ]
    return [_row(title, mean) for title, mean in rows if mean]


def _row(title: str, mean: MeanCost) -> Mapping[str, object]:
    heads, low, high = (number_text(each, digits=2).replace("-", "−") for each in mean[1:])
    interval = f"{low} – {high}".replace(" ", "\N{NO-BREAK SPACE}")
    return {"title": title, "games": mean.games, "heads": heads, "interval": interval}


def _link(game: PlayedGame) -> Mapping[str, str]:
    """Return the link to the coach's page of a game, with the day and the name of the game."""
    day = date_text(datetime.fromtimestamp(game.began_at / 1000, UTC).date())
    return {
        "address": f"/g/{game.game_id}/coach?seat={game.seat}",
        "day": day,
        "title": kept_title(game.game),
    }
