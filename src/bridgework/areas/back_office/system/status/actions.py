"""Read the status of the installation."""

import platform
from datetime import datetime

from bridgework import __version__
from bridgework.areas.back_office.system.status import queries, schemas, work
from bridgework.context import AppState, Context
from bridgework.kit.core import build
from bridgework.kit.core.net.certificates import SOON, LookUp
from bridgework.kit.data.backup import status as backup_status
from bridgework.kit.data.db import Tx
from bridgework.kit.data.db.engines import sqlite_library
from bridgework.kit.delivery.lease import is_held
from bridgework.kit.delivery.outbox import queries as outbox
from bridgework.kit.storage import StorageFault


def get_status(context: Context) -> schemas.SystemStatus:
    """Return the status. It contains no secrets, addresses or paths."""
    app, settings = context.app, context.app.settings
    with context.read_transaction() as tx:
        database, queue = _database(tx), _queue(tx, app)
        queues, failures = work.count_waiting(tx), work.count_failures(tx, context.now)
        tasks_run = is_held(tx, app.clock)
    return schemas.SystemStatus(
        version=__version__,
        commit=build.source_commit(),
        python=platform.python_version(),
        database=database,
        queue=queue,
        queues=queues,
        periodic_tasks=schemas.PeriodicTasksStatus(state="ok" if tasks_run else "unavailable"),
        failures=failures,
        backup=_backup(app),
        certificates=_certificates(app),
        storage=schemas.StorageStatus(
            kind="files" if settings.storage_url is None else "s3", state=_storage_state(app)
        ),
        limits=_limits(app),
        providers=schemas.Providers(
            recruiting="zoho" if settings.zoho_is_connected else "builtin",
            events="luma" if settings.luma_api_key else "builtin",
            captcha=settings.captcha,
        ),
        second_factor=settings.admin_second_factor,
    )


def _database(tx: Tx) -> schemas.DatabaseStatus:
    version, size = queries.get_version_and_size(tx)
    is_sqlite = tx.dialect == "sqlite"
    return schemas.DatabaseStatus(
        kind="sqlite" if is_sqlite else "postgresql",
        version=sqlite_library.describe() if is_sqlite else version,
        schema_version=queries.get_schema_version(tx),
        size_bytes=size,
    )


def _queue(tx: Tx, app: AppState) -> schemas.EmailQueueStatus:
    waiting, oldest = outbox.count_waiting(tx)
    return schemas.EmailQueueStatus(
        transport="files" if app.settings.smtp_url is None else "smtp",
        waiting=waiting,
        retrying=outbox.count_retrying(tx),
        dead=outbox.count_dead(tx)[0],
        oldest_at=oldest,
    )


def _backup(app: AppState) -> schemas.LastBackup | None:
    last = backup_status.read(app.settings.data_dir)
    if last is None:
        return None
    return schemas.LastBackup(
        created_at=last.created_at,
        verified_at=last.verified_at,
        last_verification_at=last.last_verification,
    )


def _certificates(app: AppState) -> schemas.Certificates:
    check = app.certificate_check
    found, now = check.results(), app.clock.now()
    return schemas.Certificates(
        **{
            name: _certificate(found.get(name), now, is_used=name in check.endpoints)
            for name in schemas.Certificates.model_fields
        }
    )


def _certificate(
    found: LookUp | None, now: datetime, *, is_used: bool
) -> schemas.CertificateStatus:
    ends_at = found.ends_at if found else None
    state: schemas.CertificateState
    if not is_used:
        state = "not used"
    elif found is None:
        state = "unchecked"
    elif ends_at is None:
        state = "unavailable"
    elif ends_at <= now:
        state = "expired"
    else:
        state = "expiring" if ends_at - now < SOON else "ok"
    return schemas.CertificateStatus(
        state=state, expires_at=ends_at, checked_at=found.at if found else None
    )


def _storage_state(app: AppState) -> schemas.ServiceState:
    try:
        app.storage.check()
    except StorageFault:
        return "unavailable"
    return "ok"


def _limits(app: AppState) -> schemas.RateLimitStatus:
    is_shared = app.rate_limiter.is_shared and app.admin_rate_limiter.is_shared
    responds = is_shared or not app.settings.redis_url
    return schemas.RateLimitStatus(
        scope="shared" if is_shared else "each process", state="ok" if responds else "unavailable"
    )
