"""The server put together: tables over a store, pages, static files, and clear answers to what goes wrong."""

import mimetypes
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from time import monotonic
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from sixth.rules.game import Refusal
from sixth.server.api.app import PREFIX, create_api
from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.core.problems import MAX_BODY_BYTES
from sixth.server.core.settings import DEFAULT_SETTINGS, Settings
from sixth.server.core.streams import StreamMiddleware
from sixth.server.feature import Feature
from sixth.server.features.daily.feature import DAILY
from sixth.server.features.mine.feature import MINE
from sixth.server.features.outside.feature import OUTSIDE
from sixth.server.features.pad.feature import PAD
from sixth.server.features.puzzles.feature import PUZZLES
from sixth.server.features.reading.feature import READING
from sixth.server.features.reminders.feature import REMINDERS
from sixth.server.features.replay.feature import REPLAY
from sixth.server.features.reviews.feature import REVIEWS
from sixth.server.site import make_site
from sixth.server.store.sql import SqlStore
from sixth.server.web.errors import (
    answer_broken,
    answer_http_error,
    answer_no_table,
    answer_refusal,
    answer_unavailable,
)
from sixth.server.web.middleware.compression import CompressionMiddleware
from sixth.server.web.middleware.head import HeadMiddleware
from sixth.server.web.middleware.health import HealthMiddleware
from sixth.server.web.middleware.preferences import PreferencesMiddleware
from sixth.server.web.middleware.security import SecurityMiddleware
from sixth.server.web.rate_limits import AddressLimits, RateLimitMiddleware
from sixth.server.web.routing import ROUTES
from sixth.server.web.templating.files import FOLDERS
from sixth.server.web.wire.endpoint import WireMiddleware

FEATURES: Final[tuple[Feature, ...]] = (
    READING,
    PUZZLES,
    DAILY,
    MINE,
    PAD,
    REMINDERS,
    OUTSIDE,
    REPLAY,
    REVIEWS,
)
"""The features of the site, in the order of their links and of their parts of pages.

A line less leaves a feature out, and the site runs without it. They are named here, not in their package, so
that the process for ended games imports of a feature only what it works with.
"""

_FOR_EVER = "public, max-age=31536000, immutable"

# Some systems call scripts something else, and browsers then run none.
mimetypes.add_type("text/javascript", ".js")


class _Static(StaticFiles):
    """Static files; those asked for under addresses that change with them may be kept for ever.

    What a module or a sheet imports as it is written is asked for anew each time.
    """

    async def get_response(self, path: str, scope: Scope) -> Response:
        # Files are short: they are sent whole, whatever piece was asked for.
        scope["headers"] = [each for each in scope["headers"] if each[0] != b"range"]
        response = await super().get_response(path, scope)
        if response.status_code < HTTPStatus.BAD_REQUEST:
            response.headers["Cache-Control"] = _FOR_EVER if b"v=" in scope["query_string"] else "no-cache"
            response.headers["Accept-Ranges"] = "none"
        return response


def create_app(
    store: SqlStore,
    settings: Settings = DEFAULT_SETTINGS,
    ticks: Callable[[], float] = monotonic,
    features: Sequence[Feature] = FEATURES,
) -> Starlette:
    """Put the application over `store` together, which it closes when it ends; limits count by `ticks`."""
    site = make_site(store, settings, ticks, features)
    api = create_api(site, [router for feature in site.features for router in feature.api])
    limits = AddressLimits(site.limiter, settings)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        site.start()
        yield
        await site.close()

    app = Starlette(
        routes=[
            *ROUTES,
            *(route for feature in site.features for route in feature.routes),
            Mount(PREFIX, api),
            Mount("/static", _Static(packages=[("sixth.server.web", folder.name) for folder in FOLDERS])),
        ],
        lifespan=lifespan,
        exception_handlers={
            Refusal: answer_refusal,
            NoTableError: answer_no_table,
            UnavailableError: answer_unavailable,
            HTTPException: answer_http_error,
            Exception: answer_broken,
        },
        # From the outermost to the innermost.
        middleware=[
            Middleware(HeadMiddleware),
            Middleware(HealthMiddleware, site=site),
            Middleware(StreamMiddleware),
            # Before all that only pages need.
            Middleware(WireMiddleware, site=site, limits=limits),
            Middleware(CompressionMiddleware),
            Middleware(PreferencesMiddleware, features=site.features),
            # Around the limits, so that it marks every answer; that is why the limit is not Starlette's own.
            Middleware(SecurityMiddleware, max_body_bytes=MAX_BODY_BYTES),
            Middleware(RateLimitMiddleware, limits=limits),
        ],
    )
    app.state.site, app.state.api = site, api
    return app
