"""Prometheus metrics, served at `/metrics`.

If several processes serve one port, `serve` sets PROMETHEUS_MULTIPROC_DIR before they start: the
library stores all counts in that directory, and each process serves the sum.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from bridgework import __version__

CONTENT_TYPE = CONTENT_TYPE_LATEST
# A series more for each counter, which no rule uses.
disable_created_metrics()  # type: ignore[no-untyped-call]
DIRECTORY_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable of that directory; the library reads it on import."""

_SCAN_OUTCOMES = ("clean", "infected", "too_large", "unavailable")
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True, slots=True)
class Queue:
    """The length of a queue, and since when its oldest item waits."""

    length: int
    oldest: datetime | None

    def __add__(self, other: "Queue") -> "Queue":
        """Both queues as one."""
        times = [time for time in (self.oldest, other.oldest) if time is not None]
        return Queue(self.length + other.length, min(times, default=None))

    def age(self, now: datetime) -> float:
        """Seconds that the oldest item has waited; 0 for an empty queue."""
        return 0.0 if self.oldest is None else max(0.0, (now - self.oldest).total_seconds())


@dataclass(frozen=True, slots=True)
class Measurements:
    """What was measured for a response: the queues by name, and other gauges."""

    queues: Mapping[str, Queue]
    gauges: Sequence[Metric]


class Metrics:
    """The metrics of one process."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self._requests = Counter(
            "bridgework_http_requests",
            "HTTP requests by operation and status.",
            ["operation", "status"],
            registry=registry,
        )
        self._durations = Histogram(
            "bridgework_http_request_duration_seconds",
            "Time from the request's headers to the end of its response.",
            ["operation"],
            buckets=_SECONDS,
            registry=registry,
        )
        self._cache_hits = Counter(
            "bridgework_response_cache_hits",
            "Responses served from the response cache.",
            registry=registry,
        )
        self._rate_limited = Counter(
            "bridgework_rate_limited",
            "Requests refused with 429, by error code.",
            ["limit"],
            registry=registry,
        )
        self._scans = Counter(
            "bridgework_file_scans",
            "Scans of uploaded files for malware by outcome.",
            ["outcome"],
            registry=registry,
        )
        for outcome in _SCAN_OUTCOMES:  # so that the first one is an increase
            self._scans.labels(outcome)
        self._emails, self._webhooks, self._worker_failures = _worker_metrics(registry)
        self._tasks, self._rejected = _thread_pool_metrics(registry)
        self._task_failures, self._task_successes = _scheduler_metrics(registry)
        self._by_operation: dict[tuple[str, int], tuple[Counter, Histogram]] = {}

    def request_finished(self, operation: str, status: int, seconds: float) -> None:
        """Count a request and its duration."""
        series = self._by_operation.get((operation, status))
        if series is None:
            requests = self._requests.labels(operation, str(status))
            series = self._by_operation[operation, status] = (
                requests,
                self._durations.labels(operation),
            )
        series[0].inc()
        series[1].observe(seconds)

    def cache_hit(self) -> None:
        """Count a response from the response cache."""
        self._cache_hits.inc()

    def rate_limited(self, limit: str) -> None:
        """Count a request refused by a rate limit."""
        self._rate_limited.labels(limit).inc()

    def thread_pool(self, pool: str) -> tuple[Gauge, Counter]:
        """The gauge of a pool's tasks, and the counter of its rejected tasks."""
        return self._tasks.labels(pool), self._rejected.labels(pool)

    def email(self, outcome: str) -> None:
        """Count a delivery attempt: `sent`, `retry` or `failed`."""
        self._emails.labels(outcome).inc()

    def file_scanned(self, outcome: str) -> None:
        """Count a scan of a file: `clean`, `infected`, `too_large` or `unavailable`."""
        self._scans.labels(outcome).inc()

    def webhook_attempt(self, outcome: str) -> None:
        """Count an attempt to deliver to a webhook: `ok` or `failed`."""
        self._webhooks.labels(outcome).inc()

    def declare_worker(self, worker: str) -> None:
        """Start the failures of a worker at 0, so that the first one is an increase."""
        self._worker_failures.labels(worker)

    def worker_failed(self, worker: str) -> None:
        """Count an error that interrupted a worker in the background."""
        self._worker_failures.labels(worker).inc()

    def declare_tasks(self, tasks: Iterable[str]) -> None:
        """Start the failures of periodic tasks at 0, so that the first one is an increase."""
        for task in tasks:
            self._task_failures.labels(task)

    def task_failed(self, task: str) -> None:
        """Count a failed run of a periodic task."""
        self._task_failures.labels(task).inc()

    def task_succeeded(self, task: str, now: datetime) -> None:
        """Record when a periodic task last succeeded in this process."""
        self._task_successes.labels(task).set(now.timestamp())

    def render(
        self,
        measured: Measurements,
        now: datetime,
        *,
        limits_shared: bool | None,
    ) -> bytes:
        """All metrics in the text format of Prometheus, what was measured among them.

        `limits_shared` is None if no Redis or Valkey server is configured.
        """
        return generate_latest(self._collected()) + generate_latest(
            _current(measured, now, limits_shared=limits_shared)
        )

    def _collected(self) -> CollectorRegistry:
        if DIRECTORY_VARIABLE not in os.environ:
            return self._registry
        all_processes = CollectorRegistry()
        MultiProcessCollector(all_processes)  # type: ignore[no-untyped-call]
        return all_processes


def _thread_pool_metrics(registry: CollectorRegistry) -> tuple[Gauge, Counter]:
    tasks = Gauge(
        "bridgework_threadpool_tasks",
        "Tasks that run in a thread pool or wait for a thread.",
        ["pool"],
        multiprocess_mode="livesum",
        registry=registry,
    )
    rejected = Counter(
        "bridgework_threadpool_rejected",
        "Tasks refused because too many were waiting.",
        ["pool"],
        registry=registry,
    )
    return tasks, rejected


def _worker_metrics(registry: CollectorRegistry) -> tuple[Counter, Counter, Counter]:
    emails = Counter(
        "bridgework_emails", "Delivery attempts by outcome.", ["outcome"], registry=registry
    )
    webhooks = Counter(
        "bridgework_webhook_attempts",
        "Attempts to deliver to webhooks by outcome.",
        ["outcome"],
        registry=registry,
    )
    failures = Counter(
        "bridgework_worker_failures",
        "Errors that interrupted a worker in the background.",
        ["worker"],
        registry=registry,
    )
    return emails, webhooks, failures


def _scheduler_metrics(registry: CollectorRegistry) -> tuple[Counter, Gauge]:
    failures = Counter(
        "bridgework_scheduler_task_failures",
        "Failed runs of periodic tasks.",
        ["task"],
        registry=registry,
    )
    successes = Gauge(
        "bridgework_scheduler_task_last_success_timestamp_seconds",
        "When a periodic task last succeeded in this process.",
        ["task"],
        multiprocess_mode="max",
        registry=registry,
    )
    return failures, successes


def _current(
    measured: Measurements,
    now: datetime,
    *,
    limits_shared: bool | None,
) -> CollectorRegistry:
    build = GaugeMetricFamily("bridgework_build_info", "The running version.", labels=["version"])
    build.add_metric([__version__], 1)
    length = GaugeMetricFamily("bridgework_queue_length", "Items in the queue.", labels=["queue"])
    age = GaugeMetricFamily(
        "bridgework_queue_age_seconds", "How long the oldest item has waited.", labels=["queue"]
    )
    for name, queue in measured.queues.items():
        length.add_metric([name], queue.length)
        age.add_metric([name], queue.age(now))
    families = [build, length, age, *measured.gauges]
    if limits_shared is not None:
        shared = GaugeMetricFamily(
            "bridgework_rate_limits_shared",
            "1 if all processes share their rate limits, otherwise 0.",
            value=int(limits_shared),
        )
        families.append(shared)
    registry = CollectorRegistry()
    registry.register(_Collected(families))
    ProcessCollector(registry=registry)
    return registry


class _Collected(Collector):
    """Metric families computed for this response."""

    def __init__(self, families: Sequence[Metric]) -> None:
        self._families = families

    def collect(self) -> Sequence[Metric]:
        return self._families
