"""The numbers of `counts` for Prometheus, of one process or of all that answer at one address."""

import asyncio
import os
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

from sixth.server.core.counters import FOLDER, Counts, asked_at
from sixth.server.service.bot_pool import BotPool
from sixth.server.service.tables import Tables
from sixth.server.store import Store
from sixth.server.table.events import TableEvent

_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_OFTEN: Final = 2.0


class Metrics(Counts):
    """All numbers of a server."""

    media_type: Final = CONTENT_TYPE_LATEST

    def __init__(self, store: Store, tables: Tables, bot_pool: BotPool) -> None:
        registry = self._registry = CollectorRegistry()
        self._kept = Counter(
            "sixth_happenings",
            "What was kept on disk, by kind: what people and bots did, and what followed.",
            ["kind"],
            registry=registry,
        )
        self._acted = Histogram(
            "sixth_action_seconds",
            "From the request of a person until what it asked for was on disk.",
            buckets=_SECONDS,
            registry=registry,
        )
        self._shown = Histogram(
            "sixth_frame_seconds",
            "From the news that a table moved until one listener was sent all of it.",
            buckets=_SECONDS,
            registry=registry,
        )
        self._moved = Histogram(
            "sixth_thinking_seconds",
            "From the question to a bot until it knew its move.",
            ["bot"],
            buckets=_SECONDS,
            registry=registry,
        )
        self._levels: dict[Gauge, Callable[[], int]] = {
            Gauge(f"sixth_{name}", about, registry=registry, multiprocess_mode="livesum"): level
            for name, about, level in (
                ("tables", "Tables held in memory.", lambda: tables.held),
                ("streams", "Open streams of news.", lambda: tables.pubsub.open),
                ("waiting_writes", "What waits to be written to the database.", lambda: store.waiting),
                ("thinking_bots", "Bots that are making up their minds.", lambda: bot_pool.busy),
            )
        }
        self._shared = bool(os.environ.get(FOLDER))
        if not self._shared:
            ProcessCollector(registry=registry)

    def kept(self, events: Iterable[TableEvent]) -> None:
        """See `Counts.kept`."""
        for event in events:
            self._kept.labels(type(event).__name__.lower()).inc()

    def acted(self) -> None:
        """See `Counts.acted`."""
        if (at := asked_at.get()) is not None:
            self._acted.observe(monotonic() - at)

    def shown(self, seconds: float) -> None:
        """See `Counts.shown`."""
        self._shown.observe(seconds)

    def moved(self, bot: str, seconds: float) -> None:
        """See `Counts.moved`."""
        # How much one of them thinks may be part of its name.
        self._moved.labels(bot.partition(":")[0]).observe(seconds)

    async def keep(self) -> None:
        """Keep up to date, for the others, what goes up and down in this process; never returns."""
        while True:
            self._measure()
            await asyncio.sleep(_OFTEN)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        self._measure()
        registry = self._registry
        if self._shared:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)

    def _measure(self) -> None:
        for gauge, level in self._levels.items():
            gauge.set(level())
