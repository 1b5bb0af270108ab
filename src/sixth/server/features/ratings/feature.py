"""Ratings as a feature of the site, for people who keep a name."""

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup
from starlette.requests import Request

from sixth.server.feature import Feature, Fragment, ShownPerson
from sixth.server.features.ratings.rating import POOLS
from sixth.server.features.ratings.service import Ratings
from sixth.server.site import Site, site_of
from sixth.server.table.state import Table
from sixth.server.web.templating.environment import render


def _when_moved(site: Site, before: Table, after: Table) -> None:
    site.service(Ratings).note_move(before, after)


async def _at_person(request: Request, person: ShownPerson) -> Markup:
    """Return the ratings of a person; nothing before the first rated game."""
    ratings = await site_of(request).service(Ratings).of_person(person.id)
    shown = [(pool.replace("-", "–"), ratings[pool]) for pool in POOLS if pool in ratings]
    page = "ratings/templates/person.html"
    return Markup(render(page, ratings=shown, is_own=person.is_own) if shown else "")


async def _export(request: Request, person_id: str) -> Sequence[Mapping[str, object]]:
    """Return the ratings of a person, as people read them."""
    ratings = await site_of(request).service(Ratings).of_person(person_id)
    return [
        {
            "kind": "rating",
            "seats": pool,
            "points": rating.points,
            "uncertainty": rating.uncertainty,
            "games": rating.games,
        }
        for pool, rating in ratings.items()
    ]


RATINGS: Final = Feature(
    name="ratings",
    needs=("people",),
    service=lambda site: Ratings(site.store, site.tables),
    fragments=(Fragment("pace", "ratings/templates/pace.html"),),
    at_person=_at_person,
    export_of_person=_export,
    when_moved=_when_moved,
)
