"""Checks of the database: integrity and clock."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import sqlalchemy as sa

from bridgework.areas.history.audit.tables import entries
from bridgework.doctor import reachability
from bridgework.doctor.connection import SECONDS, connected
from bridgework.doctor.result import NotChecked, Result, failed, ok, warning
from bridgework.kit.core import SystemClock
from bridgework.kit.core.files import access_problem
from bridgework.kit.data.db import REMEDY, CheckStopped, find_damage_within
from bridgework.kit.data.db.engines import sqlite_library
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from bridgework.settings import PREFIX, Settings

_MARGIN = 0.5
"""Seconds of the deadline that remain to report an incomplete check."""
_SKEW, _MAX_SKEW = 5.0, 60.0
_POSTGRES = """
    SELECT current_setting('server_version'), current_setting('data_checksums'),
        (SELECT checksum_failures FROM pg_stat_database WHERE datname = current_database()),
        EXISTS (SELECT FROM pg_extension WHERE extname = 'amcheck'),
        pg_is_in_recovery()
"""
_CHECK_INDEXES = """
    SELECT count(bt_index_check(pg_index.indexrelid)) FROM pg_index
    JOIN pg_class ON pg_class.oid = pg_index.indexrelid
    JOIN pg_am ON pg_am.oid = pg_class.relam AND pg_am.amname = 'btree'
    WHERE pg_class.relnamespace = current_schema()::regnamespace AND pg_index.indisvalid
"""
_CORRUPT = {"XX001", "XX002"}
_RESTORE_POSTGRES = (
    "stop the servers, keep a copy of PostgreSQL's data directory, and restore the newest verified "
    "backup; a damaged index alone is repaired by REINDEX"
)
_CLOCK = "synchronize the clocks of both machines (NTP): tokens and codes expire by them"
_AHEAD = (
    "compare it with another clock: if this one is wrong, synchronize it (NTP); if it is right, it "
    "was ahead when the entry was written, and the next audit entry ends this message"
)
_WAS_AHEAD = (
    "nothing to correct at the clock; what was written by the wrong one, such as the end of a "
    "session or the time of a post, keeps its time"
)
_NEWEST = sa.select(sa.func.max(entries.c.at, type_=entries.c.at.type))
_LAST = (
    sa.select(entries.c.at)
    .where(entries.c.number.is_not(None))
    .order_by(entries.c.number.desc())
    .limit(1)
)
"""The time of the entry that was written last, also after a clock was corrected."""


def check_integrity(settings: Settings, *, seconds: float) -> Result:
    """The database responds, and its pages are intact as far as they could be read in time."""
    if not settings.on_sqlite:
        return _check_postgres(settings)
    path = settings.sqlite_file
    problem = access_problem(path, write=True) or access_problem(path.parent, write=True)
    if problem:
        return failed(
            problem,
            "SQLite needs to write to the file and to its directory: correct their owner, or "
            f"{PREFIX}DATA_DIR; for a new installation run `bridgework migrate`",
        )
    return _check_file(path, seconds)


def _check_file(path: Path, seconds: float) -> Result:
    name = f"SQLite {sqlite_library.describe()}"
    try:
        findings = find_damage_within(path, max(_MARGIN, seconds - _MARGIN))
    except CheckStopped:
        return ok(
            f"{name}; quick_check found no damage in the time it had, but did not finish: run "
            "`bridgework doctor --seconds 600` once a week"
        )
    except sqlite3.Error as error:
        return failed(f"{path} cannot be read: {error}", "check the disk and the log of the system")
    if findings:
        return failed(f"{path} is damaged: {'; '.join(findings)}", REMEDY)
    return ok(f"{name}; quick_check read {path} and found no damage")


def _check_postgres(settings: Settings) -> Result:
    remedy = f"check PostgreSQL and {PREFIX}DATABASE_URL; requests get 503 until it responds"
    try:
        reachability.database_must_listen(settings, SECONDS)
        with connected(settings) as connection:
            version, checksums, failures, has_amcheck, is_standby = connection.exec_driver_sql(
                _POSTGRES
            ).one()
            checked = _check_indexes(connection) if has_amcheck else "amcheck is not installed"
    except reachability.Unreachable as error:
        return failed(str(error), remedy)
    except sa.exc.DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) in _CORRUPT:
            return failed(f"PostgreSQL reports damage: {_reason(error)}", _RESTORE_POSTGRES)
        return failed(reachability.database_refusal(settings, error, SECONDS), remedy)
    if failures:
        return failed(f"{failures} pages have wrong checksums", _RESTORE_POSTGRES)
    if is_standby:
        return failed(
            f"PostgreSQL {version} is a standby, which refuses all writes",
            f"set {PREFIX}DATABASE_URL to the primary server, or promote this one",
        )
    pages = "no wrong checksums" if checksums == "on" else "data checksums are off"
    return ok(f"PostgreSQL {version}; connected; {pages}; {checked}")


def _check_indexes(connection: sa.Connection) -> str:
    """Check the indexes with amcheck, as far as rights and time permit."""
    try:
        count = connection.exec_driver_sql(_CHECK_INDEXES).scalar_one()
    except sa.exc.DBAPIError as error:
        state = getattr(error.orig, "sqlstate", None)
        if state == "42501":
            return "amcheck is installed, but this user may not run bt_index_check"
        if state == "57014":
            return "amcheck found no damage in the time it had"
        raise
    return f"amcheck read {count} indexes and found no damage"


def check_clock(settings: Settings) -> Result:
    """The clock agrees with that of the database server, and is not behind the last audit entry."""
    try:
        with connected(settings) as connection:
            skew = 0.0 if settings.on_sqlite else _skew(connection)
            newest: datetime | None = connection.execute(_NEWEST).scalar()
            last: datetime | None = connection.execute(_LAST).scalar()
    except sa.exc.DBAPIError:
        raise NotChecked("the database or its schema cannot be read") from None
    now = SystemClock().now()
    if skew > _SKEW:
        result = failed if skew > _MAX_SKEW else warning
        return result(f"differs by {skew:.0f} seconds from that of PostgreSQL", _CLOCK)
    latest = now + timedelta(seconds=_MAX_SKEW)
    if newest is None or newest <= latest:
        compared = "not before the newest audit entry" if settings.on_sqlite else "as PostgreSQL's"
        return ok(f"{_text(now)}, {compared}")
    if settings.on_sqlite and (last is None or last > latest):
        return failed(f"it is {_text(now)}, but the last audit entry is of {_text(newest)}", _AHEAD)
    return warning(
        f"{_text(now)}; a clock was ahead before: there are audit entries up to {_text(newest)}",
        _WAS_AHEAD,
    )


def _skew(connection: sa.Connection) -> float:
    """The difference from the clock of PostgreSQL in seconds."""
    theirs: datetime = connection.exec_driver_sql("SELECT clock_timestamp()").scalar_one()
    return abs((SystemClock().now() - theirs).total_seconds())


def _text(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def _reason(error: sa.exc.DBAPIError) -> str:
    return (str(error.orig).strip().splitlines() or [type(error.orig).__name__])[0]
