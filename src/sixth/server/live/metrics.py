"""Metrics for Prometheus, of one process or of all processes of a site."""

import os
from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import Final

import prometheus_client as prometheus
from prometheus_client.multiprocess import MultiProcessCollector

from sixth.server.core.background import Background
from sixth.server.core.metrics import FOLDER, Counters, request_time
from sixth.server.live.bots.pool import BotPool
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore

_BUCKETS_S: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class PrometheusCounters(Counters):
    """Counters and histograms of this process, kept in `registry`."""

    def __init__(self) -> None:
        registry = self.registry = prometheus.CollectorRegistry()
        self._events = prometheus.Counter(
            "sixth_events", "Events of tables that are on disk, by kind.", ["kind"], registry=registry
        )

        def seconds(name: str, about: str, labels: Sequence[str] = ()) -> prometheus.Histogram:
            return prometheus.Histogram(name, about, labels, buckets=_BUCKETS_S, registry=registry)

        self._actions = seconds(
            "sixth_action_seconds", "Seconds from a command of a player until its events were on disk."
        )
        self._deliveries = seconds(
            "sixth_frame_seconds", "Seconds from the move of a table until it was sent to a listener."
        )
        self._bot_moves = seconds("sixth_thinking_seconds", "Seconds in which a bot chose its move.", ["bot"])

    def count_events(self, kinds: Iterable[str]) -> None:
        """See `Counters.count_events`."""
        for kind in kinds:
            self._events.labels(kind).inc()

    def count_action(self) -> None:
        """See `Counters.count_action`."""
        if (at := request_time.get()) is not None:
            self._actions.observe(monotonic() - at)

    def count_delivery(self, seconds: float) -> None:
        """See `Counters.count_delivery`."""
        self._deliveries.observe(seconds)

    def count_bot_move(self, bot: str, seconds: float) -> None:
        """See `Counters.count_bot_move`."""
        # The name of a bot may include its time for a move.
        self._bot_moves.labels(bot.partition(":")[0]).observe(seconds)


class Metrics(Background):
    """All metrics of a server, those of `counters` among them."""

    interval_s = 2.0
    late, fault = "Gauges are measured later", "Gauges cannot be measured"
    media_type: Final = prometheus.CONTENT_TYPE_LATEST

    def __init__(
        self, counters: PrometheusCounters, store: SqlStore, tables: Tables, bot_pool: BotPool
    ) -> None:
        self._registry = counters.registry
        self._levels: dict[prometheus.Gauge, Callable[[], int]] = {
            prometheus.Gauge(
                f"sixth_{name}", about, registry=counters.registry, multiprocess_mode="livesum"
            ): level
            for name, about, level in (
                ("tables", "Tables held in memory.", lambda: len(tables.log.cache)),
                ("streams", "Open streams of news.", lambda: tables.pubsub.open),
                ("waiting_writes", "Writes that wait for the database.", lambda: store.waiting),
                ("thinking_bots", "Bots that are choosing a move.", lambda: bot_pool.busy),
            )
        }
        self._shared = bool(os.environ.get(FOLDER))
        if not self._shared:
            prometheus.ProcessCollector(registry=counters.registry)

    async def once(self) -> None:
        """Measure the gauges, as any process may be asked for the metrics of all of them."""
        self._measure()

    def text(self) -> bytes:
        """Return the metrics of all processes in the text format of Prometheus."""
        self._measure()
        registry = self._registry
        if self._shared:
            registry = prometheus.CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return prometheus.generate_latest(registry)

    def _measure(self) -> None:
        for gauge, level in self._levels.items():
            gauge.set(level())
