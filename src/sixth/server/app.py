"""The server put together: tables over a store, pages, static files, and clear answers to what goes wrong."""

import mimetypes
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from time import monotonic

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from sixth import i18n
from sixth.processors import cores
from sixth.rules.game import Refusal
from sixth.server.api.app import PREFIX, create_api
from sixth.server.cluster.broadcast import SINGLE_PROCESS, Broadcast
from sixth.server.core.counters import NO_COUNTERS
from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.core.limits import RateLimiter, SharedCounts
from sixth.server.core.problems import MAX_BODY_BYTES
from sixth.server.core.settings import USUAL, Settings
from sixth.server.core.streams import StreamMiddleware
from sixth.server.service.bots.pool import BotPool
from sixth.server.service.daily import Daily
from sixth.server.service.ladder import Ladder
from sixth.server.service.listening.feed import Feeds
from sixth.server.service.outside.site import Outside
from sixth.server.service.outside.upkeep import Upkeep
from sixth.server.service.push.delivery import Delivery
from sixth.server.service.push.openings import Openings
from sixth.server.service.push.reminders import Reminders
from sixth.server.service.retention import Retention
from sixth.server.service.reviews.queue import Reviews
from sixth.server.service.tables import Tables
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
from sixth.server.web.middleware.rate_limits import AddressLimits, RateLimitMiddleware
from sixth.server.web.middleware.security import SecurityMiddleware
from sixth.server.web.routes.reading.reference import reference_page
from sixth.server.web.routing import ROUTES
from sixth.server.web.templating.files import FOLDERS
from sixth.server.web.wire.endpoint import WireMiddleware

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


def _cluster(store: SqlStore, settings: Settings) -> tuple[Broadcast, SharedCounts | None]:
    """How the processes over this store tell one another the news, and where they count together."""
    if not store.shared:
        return SINGLE_PROCESS, None
    if settings.redis is None:
        from sixth.server.cluster.postgres import PostgresBroadcast

        return PostgresBroadcast(store), None
    from sixth.server.cluster.redis import RedisBroadcast, RedisCounts, connected

    client = connected(settings.redis)
    return RedisBroadcast(client, store, trusted=settings.redis_trusted), RedisCounts(client)


def _api(tables: Tables, feeds: Feeds, reviews: Reviews, daily: Daily, outside: Outside) -> list[BaseRoute]:
    """The API, and the page that describes it."""
    api = create_api(tables, feeds, reviews, daily, outside)
    page = reference_page(PREFIX, api.openapi)
    return [Mount(PREFIX, api), Route(PREFIX.rpartition("/")[0], page)]


def create_app(
    store: SqlStore, settings: Settings = USUAL, ticks: Callable[[], float] = monotonic
) -> Starlette:
    """Put the application over `store` together, which it closes when it ends; limits count by `ticks`."""
    prometheus = None
    if settings.metrics:
        # Imported once the server knows whether it is one of several processes.
        from sixth.server.service.metrics import Metrics, PrometheusCounters

        prometheus = PrometheusCounters()
    counters = prometheus or NO_COUNTERS
    # As many threads as there are processors, in all processes together.
    bot_pool = BotPool(-(-cores() // settings.workers), counters)
    broadcast, shared_counts = _cluster(store, settings)
    limiter = RateLimiter(shared_counts, ticks)
    limits = AddressLimits(limiter, settings)
    tables = Tables(store, bot_pool, broadcast, limiter=limiter, counters=counters)
    feeds = Feeds(tables)
    metrics = Metrics(prometheus, store, tables, bot_pool) if prometheus else None
    retention = Retention(store, age, tables.forget) if (age := settings.prune_after) else None
    reviews = Reviews(store, tables.archive, tables.known)
    daily = Daily(tables, store.daily)
    outside = Outside(
        store.outside,
        tables,
        open=settings.outside_bots,
        networks=settings.outside_networks,
        share=settings.address_bots,
    )
    upkeep = Upkeep(store, outside) if outside.open else None
    delivery = Delivery(store, hosts) if (hosts := settings.push_hosts) else None
    reminders = Reminders(store, tables, delivery) if delivery else None
    openings = Openings(store, tables, delivery) if delivery else None
    services = (metrics, retention, reviews, upkeep, reminders, openings)
    background = [each for each in services if each is not None]

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        bot_pool.get_ready()
        i18n.load_catalogues()
        tables.start()
        for each in background:
            each.start()
        yield
        for each in background:
            await each.close()
        await tables.close()

    app = Starlette(
        routes=[
            *ROUTES,
            *_api(tables, feeds, reviews, daily, outside),
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
            Middleware(HealthMiddleware, tables=tables, metrics=metrics, logged=settings.log_requests),
            Middleware(StreamMiddleware),
            # Before all that only pages need.
            Middleware(WireMiddleware, tables=tables, feeds=feeds, limits=limits),
            Middleware(CompressionMiddleware),
            Middleware(PreferencesMiddleware),
            # Around the limits, so that it marks every answer; that is why the limit is not Starlette's own.
            Middleware(SecurityMiddleware, max_body_bytes=MAX_BODY_BYTES),
            Middleware(RateLimitMiddleware, limits=limits),
        ],
    )
    app.state.tables, app.state.reviews = tables, reviews
    app.state.delivery, app.state.reminders, app.state.openings = delivery, reminders, openings
    app.state.daily, app.state.outside, app.state.url = daily, outside, settings.url
    app.state.ladder = Ladder(settings.ladder) if settings.ladder else None
    return app
