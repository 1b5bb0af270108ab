"""The site that one process serves: its store, tables, limits and services, made in one place."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, fields
from importlib.util import find_spec
from time import monotonic
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection
from starlette.requests import HTTPConnection

from sixth import i18n
from sixth.processors import cores
from sixth.server.cluster.pubsub import SINGLE_PROCESS
from sixth.server.core.background import BackgroundService
from sixth.server.core.limits import RateLimiter
from sixth.server.core.metrics import NO_COUNTERS
from sixth.server.core.settings import DEFAULT_SETTINGS, Settings
from sixth.server.feature import Feature, Service
from sixth.server.live.bots.pool import BotPool
from sixth.server.live.chat import no_speaker
from sixth.server.live.coach import Coach
from sixth.server.live.door import Door
from sixth.server.live.feed import Feeds
from sixth.server.live.game_ends import GameEndReader
from sixth.server.live.pruning import Pruning
from sixth.server.live.tables import Tables
from sixth.server.people.erasure import Erasure
from sixth.server.people.people import COOKIE, People
from sixth.server.store.game_ends import GameEnd
from sixth.server.store.sql import SqlStore
from sixth.server.table.state import Table

if TYPE_CHECKING:
    from sixth.server.live.metrics import Metrics


LIBRARIES: Final = ("http_ece", "py_vapid")
"""The packages of the extra `server` that a feature may need."""


@dataclass(frozen=True, kw_only=True)
class Site:
    """The parts that routes and background loops of one process use; None for one that the host left out.

    `streams` counts the open streams of the API by the hash of their token.
    """

    settings: Settings
    store: SqlStore
    features: Sequence[Feature]
    bot_pool: BotPool
    limiter: RateLimiter
    tables: Tables
    people: People
    coach: Coach
    feeds: Feeds
    game_ends: GameEndReader
    retention: Pruning | None
    metrics: "Metrics | None"
    streams: Counter[str] = field(default_factory=Counter)
    _services: dict[type, object] = field(default_factory=dict)

    @property
    def door(self) -> Door:
        """The one way to change a table."""
        return self.tables.door

    def add(self, service: object) -> None:
        """Keep the service of a feature, which `service` returns."""
        self._services[type(service)] = service

    def service(self, kind: type[Service]) -> Service:
        """Return the service of this class, which a feature of this site has made.

        Raises:
            LookupError: no feature has made one.
        """
        service = self._services.get(kind)
        if not isinstance(service, kind):
            raise LookupError(f"No feature of this site has made a {kind.__name__}.")
        return service

    def start(self) -> None:
        """Start the tables and all background loops."""
        self.bot_pool.get_ready()
        i18n.load_catalogues()
        self.tables.start()
        for each in self._background():
            each.start()

    async def close(self) -> None:
        """Stop the background loops and the coach, then the tables and the store below them."""
        for each in self._background():
            await each.close()
        self.coach.close()
        await self.tables.close()

    async def muted(self, request: HTTPConnection, table_id: str, token: str | None) -> Collection[str]:
        """Return the people, by id, whose chat the sender of a request to a table does not see."""
        if not self.settings.people:
            return ()
        return await self.people.muted(request.cookies.get(COOKIE), table_id, token)

    def _background(self) -> list[BackgroundService]:
        services = (self.metrics, self.game_ends, self.retention, *self._services.values())
        return [each for each in services if isinstance(each, BackgroundService)]


def site_of(connection: HTTPConnection) -> Site:
    """Return the site that a request was sent to."""
    site: Site = connection.app.state.site
    return site


def available(features: Sequence[Feature], settings: Settings) -> Sequence[Feature]:
    """Return the features that have all that they need with these settings; those needed come first."""
    present = {each.name for each in fields(settings) if getattr(settings, each.name)}
    present |= {name for name in LIBRARIES if find_spec(name)}
    there = []
    for feature in features:
        if present.issuperset(feature.needs):
            there.append(feature)
            present.add(feature.name)
    return there


def make_site(
    store: SqlStore,
    settings: Settings = DEFAULT_SETTINGS,
    ticks: Callable[[], float] = monotonic,
    features: Sequence[Feature] = (),
) -> Site:
    """Return a site over `store`, which it closes when it ends; its limits read the clock `ticks` (s)."""
    prometheus = None
    if settings.metrics:
        # Imported once the server knows whether it is one of several processes.
        from sixth.server.live.metrics import Metrics, PrometheusCounters

        prometheus = PrometheusCounters()
    counters = prometheus or NO_COUNTERS
    # All processes together have as many threads as there are processors.
    bot_pool = BotPool(-(-cores() // settings.workers), counters)
    broadcast = SINGLE_PROCESS
    if store.shared:
        from sixth.server.cluster.postgres import PostgresBroadcast

        broadcast = PostgresBroadcast(store)
    limiter = RateLimiter(ticks)

    def keep_ends(connection: Connection, ends: Sequence[GameEnd]) -> None:
        for feature in site.features:
            if feature.when_games_end:
                feature.when_games_end(connection, ends)

    def when_moved(before: Table, after: Table) -> None:
        site.game_ends.note_move(before, after)
        for feature in site.features:
            if feature.when_moved:
                feature.when_moved(site, before, after)

    features = available(features, settings)
    people = People(store, store.now, [each.when_merged for each in features if each.when_merged])
    tables = Tables(
        store,
        bot_pool,
        broadcast,
        limiter=limiter,
        counters=counters,
        when_moved=when_moved,
        speaker=people.speaker if settings.people else no_speaker,
    )
    site = Site(
        settings=settings,
        store=store,
        features=features,
        bot_pool=bot_pool,
        limiter=limiter,
        tables=tables,
        people=people,
        coach=Coach(tables),
        feeds=Feeds(tables),
        game_ends=GameEndReader(store.game_ends, keep_ends),
        retention=Pruning(store, age, tables.log.cache.forget) if (age := settings.prune_after) else None,
        metrics=Metrics(prometheus, store, tables, bot_pool) if prometheus else None,
    )
    if settings.people:
        site.add(Erasure(people, store, tables, settings.forget_people))
    for feature in site.features:
        if feature.service:
            site.add(feature.service(site))
    return site
