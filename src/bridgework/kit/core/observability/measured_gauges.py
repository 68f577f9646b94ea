"""Gauges that need a query: measured at most once in ten seconds, by one thread at a time."""

import threading
import time
from collections.abc import Callable, Mapping

from prometheus_client.core import GaugeMetricFamily

_SECONDS = 10.0

Measure = Callable[[], Mapping[str, float]]
"""Returns the gauges by name. It runs in a thread of the metrics, and ends in bounded time."""


class MeasuredGauges:
    """The last values of gauges, for all threads that respond to Prometheus."""

    def __init__(self, descriptions: Mapping[str, str], measure: Measure) -> None:
        """`measure` may omit a gauge; then it is not reported."""
        self._descriptions = descriptions
        self._measure = measure
        self._lock = threading.Lock()
        self._values: Mapping[str, float] = {}
        self._measured_at: float | None = None

    def families(self) -> list[GaugeMetricFamily]:
        """Measure if the values are older than ten seconds, and return the metrics.

        While another thread measures, the last values are returned. Raises what `measure` raises.
        """
        if self._lock.acquire(blocking=False):
            try:
                now = time.monotonic()
                if self._measured_at is None or now - self._measured_at >= _SECONDS:
                    self._values = self._measure()
                    self._measured_at = now
            finally:
                self._lock.release()
        return gauge_families(self._descriptions, self._values)


def gauge_families(
    descriptions: Mapping[str, str], values: Mapping[str, float]
) -> list[GaugeMetricFamily]:
    """The metrics of gauges by name."""
    return [
        GaugeMetricFamily(name, descriptions[name], value=value) for name, value in values.items()
    ]
