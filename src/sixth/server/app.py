"""The application: the site with its pages, its API, its static files, and answers to errors."""

import mimetypes
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from time import monotonic
from typing import Final

from fastapi.routing import APIRoute
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from sixth.rules.game import Refusal
from sixth.rules.options import RulesError
from sixth.server.api.app import PREFIX, create_api
from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.core.problems import MAX_BODY_BYTES
from sixth.server.core.settings import DEFAULT_SETTINGS, Settings
from sixth.server.core.streams import StreamMiddleware
from sixth.server.feature import Feature
from sixth.server.features.boards.feature import BOARDS
from sixth.server.features.external_bots.feature import EXTERNAL_BOTS
from sixth.server.features.friends.feature import FRIENDS
from sixth.server.features.guide.feature import GUIDE
from sixth.server.features.history.feature import HISTORY
from sixth.server.features.moderation.feature import MODERATION
from sixth.server.features.pad.feature import PAD
from sixth.server.features.profile.feature import PROFILE
from sixth.server.features.puzzles.feature import PUZZLES
from sixth.server.features.ratings.feature import RATINGS
from sixth.server.features.reminders.feature import INVITED, REMINDERS
from sixth.server.features.replay.feature import REPLAY
from sixth.server.features.reviews.feature import REVIEWS
from sixth.server.features.tournaments.feature import TOURNAMENTS
from sixth.server.site import make_site
from sixth.server.store.schema import METADATA
from sixth.server.store.sql import SqlStore
from sixth.server.web import errors
from sixth.server.web.middleware.compression import CompressionMiddleware
from sixth.server.web.middleware.frames import FrameMiddleware
from sixth.server.web.middleware.head import HeadMiddleware
from sixth.server.web.middleware.health import HealthMiddleware
from sixth.server.web.middleware.preferences import PreferencesMiddleware
from sixth.server.web.middleware.security import SecurityMiddleware
from sixth.server.web.rate_limits import AddressLimits, RateLimitMiddleware
from sixth.server.web.readers import ReaderMiddleware
from sixth.server.web.routing import ROUTES
from sixth.server.web.templating.files import folders
from sixth.server.web.wire.endpoint import WIRE_ERRORS, wire_routes

FEATURES: Final[tuple[Feature, ...]] = (
    GUIDE,
    PUZZLES,
    BOARDS,
    HISTORY,
    PROFILE,
    RATINGS,
    FRIENDS,
    MODERATION,
    PAD,
    REMINDERS,
    INVITED,
    EXTERNAL_BOTS,
    REPLAY,
    REVIEWS,
    TOURNAMENTS,
)
"""The features of the site, in the order of their links and of their parts of pages, those that others need
before them.

Without its line a feature is left out, and the site runs without it. The features are named here and not in
their package, so that the process for ended games imports only the parts of a feature that it needs.
"""

# New databases are made with the tables of these features.
METADATA.info["complete"] = True

_FOR_EVER = "public, max-age=31536000, immutable"

# Some systems give scripts another type, with which browsers do not run them.
mimetypes.add_type("text/javascript", ".js")


class _Static(StaticFiles):
    """Static files. Browsers keep those whose address has the version of their content.

    Files that a module or a style sheet imports have no version, so browsers check them each time.
    """

    async def get_response(self, path: str, scope: Scope) -> Response:
        # Files are short: each is sent as a whole, also to a request for a part of it.
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
    """Return the application over `store`, which it closes when it ends; limits read the clock `ticks`."""
    site = make_site(store, settings, ticks, features)
    routes = [route for feature in site.features for route in feature.routes]
    api = create_api(site, [route for route in routes if isinstance(route, APIRoute)])
    limits = AddressLimits(site.limiter, settings)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        site.start()
        yield
        await site.close()

    # Outside the security headers, which allow no frame, and whatever sets a cookie.
    frames = [Middleware(FrameMiddleware, origins=origins)] if (origins := settings.frame_ancestors) else []
    pages = Starlette(
        routes=[
            # First, as programs send commands more often than anybody visits a page.
            Mount(PREFIX, api),
            *ROUTES,
            *(route for route in routes if not isinstance(route, APIRoute)),
            Mount("/static", _Static(directory=folders()[0], packages=[("sixth.server.web", "static")])),
        ],
        exception_handlers={
            Refusal: errors.answer_refusal,
            RulesError: errors.answer_rules,
            NoTableError: errors.answer_no_table,
            UnavailableError: errors.answer_unavailable,
            HTTPException: errors.answer_http_error,
            Exception: errors.answer_broken,
        },
        # From the outermost to the innermost.
        middleware=[
            Middleware(CompressionMiddleware),
            *frames,
            Middleware(PreferencesMiddleware, features=site.features),
            # Outside the limits, so that it adds its headers to their answers, too. The limit of bodies is
            # in it, as that of Starlette would be inside.
            Middleware(SecurityMiddleware, max_body_bytes=MAX_BODY_BYTES),
            Middleware(RateLimitMiddleware, limits=limits),
            # Inside the limits, as it asks the database.
            Middleware(ReaderMiddleware),
        ],
    )
    # The wires of tables need no middleware of pages.
    app = Starlette(
        routes=wire_routes(limits),
        lifespan=lifespan,
        exception_handlers=WIRE_ERRORS,
        middleware=[
            Middleware(HeadMiddleware),
            Middleware(HealthMiddleware, site=site),
            Middleware(StreamMiddleware),
        ],
    )
    # All other requests.
    app.router.default = app.state.pages = pages
    for each in (app, pages):
        each.state.site, each.state.api = site, api
    return app
