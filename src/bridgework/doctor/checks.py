"""The list of all checks."""

from collections.abc import Callable
from functools import partial

import sqlalchemy as sa

from bridgework import providers
from bridgework.doctor import (
    audit_chain,
    certificates,
    database,
    dependencies,
    machine,
    queues,
    schema,
)
from bridgework.doctor.result import Result
from bridgework.doctor.runner import Check
from bridgework.settings import PREFIX, Settings


def addresses_by_check(settings: Settings) -> dict[str, str]:
    """The address and the setting of each service that a check waits for, by the check."""
    found: dict[str, str] = {}
    if not settings.on_sqlite:
        url = sa.make_url(settings.database_address)
        found["database"] = f"PostgreSQL at {url.host}:{url.port or 5432} ({PREFIX}DATABASE_URL)"
    if settings.storage_url is not None:
        found["storage"] = f"{settings.storage_url.endpoint} ({PREFIX}STORAGE_URL)"
    if settings.clamd is not None:
        found["malware scanner"] = f"{settings.clamd} ({PREFIX}CLAMD)"
    if settings.smtp_url is not None:
        server = settings.smtp_url
        found["mail"] = f"{server.host}:{server.port} ({PREFIX}SMTP_URL)"
    if settings.redis_url:
        found["rate limits"] = f"{dependencies.redis_place(settings)} ({PREFIX}REDIS_URL)"
    return found


def checks(settings: Settings, seconds: float) -> dict[str, Check]:
    """The checks of an installation, by name, in the order of the report.

    `seconds` limits the check of the database, which would take longer for a large one.
    """
    of_installation: dict[str, Callable[[Settings], Result]] = {
        "version": machine.check_version,
        "data directory": machine.check_data_directory,
        "disk": machine.check_disk,
        "secret": machine.check_secret,
        "database": partial(database.check_integrity, seconds=seconds),
        "schema": schema.check,
        "clock": database.check_clock,
        "hashing": dependencies.check_hashing,
        "storage": dependencies.check_storage,
        "malware scanner": dependencies.check_scanner,
        "mail": dependencies.check_mail,
        "rate limits": dependencies.check_redis,
        "e-mails": queues.check_emails,
        "webhooks": queues.check_webhooks,
        "imports": queues.check_imports,
        "changes": queues.check_changes,
        "audit log": queues.check_unsealed,
        "audit chain": audit_chain.check,
        "backup": machine.check_backup,
    }
    listed: dict[str, Check] = {
        name: partial(check, settings) for name, check in of_installation.items()
    }
    for name, endpoint in providers.encrypted_endpoints(settings).items():
        listed[f"certificate of {certificates.NAMES[name]}"] = partial(certificates.check, endpoint)
    return listed
