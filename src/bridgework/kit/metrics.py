"""What operators watch: counted as it happens, told at `/metrics` as Prometheus reads it.

Where several processes serve one port, `serve` names a folder in PROMETHEUS_MULTIPROC_DIR before
they start, the library keeps every count there, and whichever process is asked tells of all.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from bridgework import __version__

CONTENT_TYPE = CONTENT_TYPE_LATEST
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that names the folder; the library reads it when it is imported."""

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True, slots=True)
class Queue:
    """How much waits, and since when the first of it does."""

    many: int
    first: datetime | None

    def age(self, now: datetime) -> float:
        """Seconds that the first has waited; 0 where nothing waits."""
        return 0.0 if self.first is None else max(0.0, (now - self.first).total_seconds())


class Metrics:
    """The counts of one process, or its share in those of several."""

    def __init__(self) -> None:
        here = self._registry = CollectorRegistry()
        self._requests = Counter(
            "bridgework_requests", "Requests answered.", ["operation", "status"], registry=here
        )
        self._seconds = Histogram(
            "bridgework_request_seconds",
            "Time from a request's head to the end of its answer.",
            ["operation"],
            buckets=_SECONDS,
            registry=here,
        )
        self._kept = Counter(
            "bridgework_kept_answers",
            "Requests that were told an answer kept from before.",
            registry=here,
        )
        self._limited = Counter(
            "bridgework_limited", "Requests that a limit refused.", ["limit"], registry=here
        )
        self._calls = Gauge(
            "bridgework_calls",
            "Calls that run in a pool of threads, or wait for one of them.",
            ["pool"],
            multiprocess_mode="livesum",
            registry=here,
        )
        self._turned_away = Counter(
            "bridgework_calls_turned_away",
            "Calls for which too many waited already.",
            ["pool"],
            registry=here,
        )
        self._letters = Counter(
            "bridgework_letters", "Letters that were tried.", ["outcome"], registry=here
        )
        self._answered: dict[tuple[str, int], tuple[Counter, Histogram]] = {}

    def answered(self, operation: str, status: int, seconds: float) -> None:
        """Count a request."""
        known = self._answered.get((operation, status))
        if known is None:
            requests = self._requests.labels(operation, str(status))
            known = self._answered[operation, status] = requests, self._seconds.labels(operation)
        known[0].inc()
        known[1].observe(seconds)

    def told_from_before(self) -> None:
        """Count an answer that was kept."""
        self._kept.inc()

    def limited(self, limit: str) -> None:
        """Count a request that a limit of this name refused."""
        self._limited.labels(limit).inc()

    def calls(self, pool: str) -> tuple[Gauge, Counter]:
        """What a pool tells: how many calls are under way, and how many were turned away."""
        return self._calls.labels(pool), self._turned_away.labels(pool)

    def letter(self, outcome: str) -> None:
        """Count a letter that was tried: `sent`, `put_off` or `given_up`."""
        self._letters.labels(outcome).inc()

    def told(self, queues: Mapping[str, Queue], now: datetime, *, limits_shared: bool) -> bytes:
        """Everything, with what is counted at this moment alone."""
        return generate_latest(self._counted()) + generate_latest(
            _of_now(queues, now, limits_shared=limits_shared)
        )

    def _counted(self) -> CollectorRegistry:
        if FOLDER not in os.environ:
            return self._registry
        of_all = CollectorRegistry()
        MultiProcessCollector(of_all)  # type: ignore[no-untyped-call]
        return of_all


def _of_now(
    queues: Mapping[str, Queue], now: datetime, *, limits_shared: bool
) -> CollectorRegistry:
    built = GaugeMetricFamily("bridgework_build", "The version that runs.", labels=["version"])
    built.add_metric([__version__], 1)
    length = GaugeMetricFamily("bridgework_queue_length", "How much waits.", labels=["queue"])
    age = GaugeMetricFamily(
        "bridgework_queue_age_seconds", "How long the first of it has waited.", labels=["queue"]
    )
    for name, queue in queues.items():
        length.add_metric([name], queue.many)
        age.add_metric([name], queue.age(now))
    shared = GaugeMetricFamily(
        "bridgework_limits_shared",
        "Whether all processes count requests together: 1, or 0.",
        value=int(limits_shared),
    )
    registry = CollectorRegistry()
    registry.register(_Read([built, length, age, shared]))
    ProcessCollector(registry=registry)
    return registry


class _Read(Collector):
    """What was read a moment ago."""

    def __init__(self, families: Sequence[Metric]) -> None:
        self._families = families

    def collect(self) -> Sequence[Metric]:
        """All of it."""
        return self._families
