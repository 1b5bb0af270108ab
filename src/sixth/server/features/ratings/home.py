"""The line about a person's rating on the first page."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from starlette.requests import Request

from sixth.i18n import gettext as _
from sixth.server.feature import HomeLine
from sixth.server.features.ratings.changes import rating_before
from sixth.server.features.ratings.rating import POOLS
from sixth.server.features.ratings.rows import ratings_of
from sixth.server.features.ratings.text import settling_text, week_text
from sixth.server.web.session import HERE, named_reader, people_of


async def home_lines(request: Request) -> Sequence[HomeLine]:
    """Return the rating of a person in the pool in which they have played most, once they have one."""
    reader = await named_reader(request)
    if reader is None:
        return ()
    people = people_of(request)
    ratings = await people.read(ratings_of, reader.person.id)
    pool = max(
        (pool for pool in POOLS if pool in ratings), key=lambda each: ratings[each].games, default=None
    )
    if pool is None:
        return ()
    rating = ratings[pool]
    value = settling_text(rating, pool)
    if not value:
        week = datetime.fromtimestamp(people.now() / 1000, UTC) - timedelta(days=7)
        before = await people.read(rating_before, reader.person.id, pool, week.isoformat())
        value = week_text(rating, before or rating)
    return [HomeLine(_("Your rating"), value, f"{HERE}#ratings")]
