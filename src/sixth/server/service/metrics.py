"""The numbers of `core.counters` for Prometheus, of one process or of all that answer at one address."""

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

from sixth.server.core.background import Background
from sixth.server.core.counters import FOLDER, Counters, request_time
from sixth.server.service.bots.pool import BotPool
from sixth.server.service.tables import Tables
from sixth.server.store import Store

_BUCKETS_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_OFTEN_S: Final = 2.0
"""Until what goes up and down is measured again for the other processes."""


class PrometheusCounters(Counters):
    """What happens in this process, counted in `registry`."""

    def __init__(self) -> None:
        registry = self.registry = CollectorRegistry()
        self._kept = Counter(
            "sixth_happenings",
            "What was kept on disk, by kind: what people and bots did, and what followed.",
            ["kind"],
            registry=registry,
        )
        self._acted = Histogram(
            "sixth_action_seconds",
            "From the request of a person until what it asked for was on disk.",
            buckets=_BUCKETS_S,
            registry=registry,
        )
        self._shown = Histogram(
            "sixth_frame_seconds",
            "From the news that a table moved until one listener was sent all of it.",
            buckets=_BUCKETS_S,
            registry=registry,
        )
        self._moved = Histogram(
            "sixth_thinking_seconds",
            "From the question to a bot until it knew its move.",
            ["bot"],
            buckets=_BUCKETS_S,
            registry=registry,
        )

    def count_events(self, kinds: Iterable[str]) -> None:
        """See `Counters.count_events`."""
        for kind in kinds:
            self._kept.labels(kind).inc()

    def count_action(self) -> None:
        """See `Counters.count_action`."""
        if (at := request_time.get()) is not None:
            self._acted.observe(monotonic() - at)

    def count_delivery(self, seconds: float) -> None:
        """See `Counters.count_delivery`."""
        self._shown.observe(seconds)

    def count_bot_move(self, bot: str, seconds: float) -> None:
        """See `Counters.count_bot_move`."""
        # How much one of them thinks may be part of its name.
        self._moved.labels(bot.partition(":")[0]).observe(seconds)


class Metrics(Background):
    """All numbers of a server, those of `counters` among them, as Prometheus reads them."""

    media_type: Final = CONTENT_TYPE_LATEST

    def __init__(self, counters: PrometheusCounters, store: Store, tables: Tables, bot_pool: BotPool) -> None:
        self._registry = counters.registry
        self._levels: dict[Gauge, Callable[[], int]] = {
            Gauge(f"sixth_{name}", about, registry=counters.registry, multiprocess_mode="livesum"): level
            for name, about, level in (
                ("tables", "Tables held in memory.", lambda: tables.held),
                ("streams", "Open streams of news.", lambda: tables.pubsub.open),
                ("waiting_writes", "What waits to be written to the database.", lambda: store.waiting),
                ("thinking_bots", "Bots that are making up their minds.", lambda: bot_pool.busy),
            )
        }
        self._shared = bool(os.environ.get(FOLDER))
        if not self._shared:
            ProcessCollector(registry=counters.registry)

    async def _run(self) -> None:
        # Other processes are asked for the numbers of this one, too.
        while True:
            self._measure()
            await asyncio.sleep(_OFTEN_S)

    def text(self) -> bytes:
        """Return all numbers, of all processes, as Prometheus reads them."""
        self._measure()
        registry = self._registry
        if self._shared:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)

    def _measure(self) -> None:
        for gauge, level in self._levels.items():
            gauge.set(level())
