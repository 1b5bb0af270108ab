"""The line about a person's rating on the first page."""

from collections.abc import Sequence

from starlette.requests import Request

from sixth.i18n import gettext as _
from sixth.server.feature import HomeLine
from sixth.server.features.ratings.rating import POOLS
from sixth.server.features.ratings.rows import ratings_of
from sixth.server.site import site_of
from sixth.server.web.session import HERE, reader_of


async def home_lines(request: Request) -> Sequence[HomeLine]:
    """Return the rating of a person in the pool in which they have played most, once they have one."""
    reader = await reader_of(request)
    if reader is None or not reader.person.named:
        return ()
    ratings = await site_of(request).people.read(ratings_of, reader.person.id)
    pool = max(
        (pool for pool in POOLS if pool in ratings), key=lambda each: ratings[each].games, default=None
    )
    if pool is None:
        return ()
    rating = ratings[pool]
    value = _("not settled yet") if rating.is_provisional else str(rating.points)
    return [HomeLine(_("Your rating"), value, f"{HERE}#ratings")]
