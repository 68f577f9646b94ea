"""The gauges of the installation that need a query or a file."""

import shutil
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial

from prometheus_client.core import GaugeMetricFamily

from bridgework.areas.back_office.imports import queries as imports
from bridgework.areas.back_office.system.status import queries as status
from bridgework.areas.back_office.webhooks import queries as webhooks
from bridgework.kit.core import Clock
from bridgework.kit.core.bounded_read import BoundedRead
from bridgework.kit.core.observability import (
    MeasuredGauges,
    Measurements,
    Queue,
    gauge_families,
)
from bridgework.kit.data.backup import status as backup_status
from bridgework.kit.data.db import Database
from bridgework.kit.delivery.outbox import queries as outbox
from bridgework.kit.storage import StorageCheck
from bridgework.settings import Settings

_DATABASE = "bridgework_database_size_bytes"
_IMPORTS = "bridgework_imports_waiting"
_IMPORTS_AGE = "bridgework_imports_oldest_seconds"
_DELIVERIES = "bridgework_webhook_deliveries_waiting"
_DELIVERIES_AGE = "bridgework_webhook_deliveries_oldest_seconds"
_BACKUP = "bridgework_last_backup_timestamp_seconds"
_VERIFICATION = "bridgework_last_backup_verification_timestamp_seconds"
_AVAILABLE = "bridgework_database_available"
_DAMAGED = "bridgework_database_damaged"
_STORAGE = "bridgework_storage_available"
_DISK = "bridgework_disk_free_ratio"
_DATABASE_SECONDS = 1.0
_Read = tuple[Mapping[str, Queue], list[GaugeMetricFamily]]
_DESCRIPTIONS: Mapping[str, str] = {
    _DATABASE: "The size of the database, with its indexes.",
    _IMPORTS: "Imports that are not finished.",
    _IMPORTS_AGE: "Seconds since the last progress of the oldest of them; 0 without one.",
    _DELIVERIES: "Deliveries to webhooks that wait for their next attempt.",
    _DELIVERIES_AGE: "How long the oldest of them has waited; 0 without one.",
    _BACKUP: "When the newest backup recorded on this machine was created.",
    _AVAILABLE: "1 if the database responded within a second, otherwise 0.",
    _DAMAGED: "1 if the SQLite file is damaged, or PostgreSQL reported damage in the last hour.",
    _STORAGE: "1 if the last check could write, read and delete a file, otherwise 0.",
    _DISK: "The free share of the disk of the data directory.",
    _VERIFICATION: "When a backup was last verified on this machine.",
}


def create(
    settings: Settings, database: Database, storage: StorageCheck, clock: Clock
) -> Callable[[], Measurements]:
    """Return a function that measures within a second.

    While the database does not respond, the gauges that need it are missing.
    """
    slow = MeasuredGauges(_DESCRIPTIONS, lambda: _measure(settings, database, clock.now()))
    reader = BoundedRead(lambda: (_queues(database), slow.families()), _DATABASE_SECONDS)
    return partial(_gauges, settings, database, storage, reader)


def _gauges(
    settings: Settings, database: Database, storage: StorageCheck, reader: BoundedRead[_Read]
) -> Measurements:
    found = reader.result()
    queues, families = found or ({}, [])
    values = _of_machine(settings, database, storage) | {_AVAILABLE: float(found is not None)}
    return Measurements(queues, [*gauge_families(_DESCRIPTIONS, values), *families])


def _queues(database: Database) -> Mapping[str, Queue]:
    with database.reading() as tx:
        urgent = Queue(*outbox.count_waiting_with(tx, "urgent"))
        bulk = Queue(*outbox.count_waiting_with(tx, "bulk"))
        dead = Queue(*outbox.count_dead(tx))
    return {
        "emails": urgent + bulk,
        "emails_urgent": urgent,
        "emails_bulk": bulk,
        "emails_failed": dead,
    }


def _of_machine(settings: Settings, database: Database, storage: StorageCheck) -> dict[str, float]:
    values = {_DAMAGED: float(database.has_damage())}
    if (state := storage.state()) != "unchecked":
        values[_STORAGE] = float(state == "available")
    if settings.data_dir.is_dir():
        usage = shutil.disk_usage(settings.data_dir)
        values[_DISK] = usage.free / usage.total if usage.total else 0.0
    return values


def _measure(settings: Settings, database: Database, now: datetime) -> dict[str, float]:
    with database.reading() as tx:
        _, size = status.get_version_and_size(tx)
        waiting_imports = Queue(*imports.count_waiting(tx))
        deliveries = Queue(*webhooks.count_waiting(tx))
    backup = backup_status.read(settings.data_dir)
    values = {
        _DATABASE: float(size),
        _IMPORTS: float(waiting_imports.length),
        _IMPORTS_AGE: waiting_imports.age(now),
        _DELIVERIES: float(deliveries.length),
        _DELIVERIES_AGE: deliveries.age(now),
    }
    if backup is not None:
        values[_BACKUP] = backup.created_at.timestamp()
        if backup.last_verification is not None:
            values[_VERIFICATION] = backup.last_verification.timestamp()
    return values
