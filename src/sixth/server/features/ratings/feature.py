"""Ratings as a feature of the site, for people who keep a name."""

from collections.abc import Collection
from typing import Final

from markupsafe import Markup
from starlette.requests import Request

from sixth.server.feature import Feature, Fragment
from sixth.server.features.people.session import visitor_of
from sixth.server.features.ratings.rating import POOLS
from sixth.server.features.ratings.service import Ratings
from sixth.server.site import Site, site_of
from sixth.server.table.state import Table
from sixth.server.web.templating.environment import render


def _when_moved(site: Site, before: Table, after: Table) -> None:
    site.service(Ratings).note_move(before, after)


async def _at_person(request: Request, _tables: Collection[str]) -> Markup:
    """Return the ratings of the person of this browser; nothing before the first rated game."""
    visitor = await visitor_of(request)
    ratings = await site_of(request).service(Ratings).of_person(visitor.person.id) if visitor else {}
    shown = [(pool.replace("-", "–"), ratings[pool]) for pool in POOLS if pool in ratings]
    return Markup(render("ratings/templates/you.html", ratings=shown) if shown else "")


RATINGS: Final = Feature(
    name="ratings",
    needs=("people",),
    service=lambda site: Ratings(site.store, site.tables),
    fragments=(Fragment("pace", "ratings/templates/pace.html"),),
    at_person=_at_person,
    when_moved=_when_moved,
)
