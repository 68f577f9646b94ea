"""The log, the metrics and the traces."""

from bridgework.kit.core.observability.log_redaction import redact
from bridgework.kit.core.observability.measured_gauges import MeasuredGauges, gauge_families
from bridgework.kit.core.observability.metrics import CONTENT_TYPE, Measurements, Metrics, Queue
