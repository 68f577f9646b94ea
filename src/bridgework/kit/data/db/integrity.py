"""The integrity of an SQLite file: checks of its pages, and the messages about damage."""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import sqlalchemy as sa

from bridgework.kit.core.files import access_problem
from bridgework.kit.data.db.engines.sqlite import SqliteDatabase
from bridgework.kit.data.db.engines.sqlite_library import sqlite3

_log = logging.getLogger("bridgework.database")
_DAY = 86_400.0
_STEPS = 50_000
"""Instructions of SQLite between two questions whether to stop: some milliseconds."""
_MAX_FINDINGS = 5
_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
REMEDY = (
    "Stop the server, copy the file and its -wal file elsewhere, and restore the newest verified "
    "backup with `bridgework backup restore --replace`. Without a backup, recover what is readable "
    "with the command .recover of sqlite3"
)
"""What to do about a damaged file."""
_DENIED = frozenset({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM})


class CheckStopped(Exception):
    """The check was stopped before its end. What it had read was not damaged."""


def read_only_url(path: Path) -> sa.URL:
    """The URL by which SQLAlchemy opens a file without the right to write to it."""
    query = {"mode": "ro", "uri": "true"}
    return sa.URL.create("sqlite", database=f"file:{quote(str(path.absolute()))}", query=query)


def find_damage(path: Path, must_stop: Callable[[], bool]) -> list[str]:
    """Return what `PRAGMA quick_check` finds in a file, at most five lines; empty if it is intact.

    The check reads the whole file but no index contents. Raises CheckStopped, or sqlite3.Error if
    the file cannot be opened.
    """
    uri = f"file:{quote(str(path.absolute()))}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True, timeout=1.0)) as connection:
        connection.set_progress_handler(must_stop, _STEPS)
        findings: list[str] = []
        try:
            for [line] in connection.execute(f"PRAGMA quick_check({_MAX_FINDINGS})"):
                findings.extend(str(line).splitlines())
        except sqlite3.DatabaseError as error:
            if is_damage(error):
                return [*findings, str(error)][:_MAX_FINDINGS]
            if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                raise CheckStopped from None
            raise
    return [] if findings == ["ok"] else findings[:_MAX_FINDINGS]


def find_damage_within(path: Path, seconds: float) -> list[str]:
    """Return what `find_damage` finds in a limited time. Raises CheckStopped after it."""
    deadline = time.monotonic() + seconds
    return find_damage(path, lambda: time.monotonic() > deadline)


def is_damage(error: BaseException) -> bool:
    """Whether an error of SQLite, or one of SQLAlchemy that wraps it, means a damaged file."""
    return _error_code(error) in _DAMAGE


def describe_damage(path: Path, reason: object) -> str:
    """Describe a damaged file and the remedy."""
    return f"the database file {path} is damaged ({reason}). {REMEDY}"


def describe_error(path: Path, error: BaseException) -> str:
    """Describe a damaged file, or one that may not be accessed; empty for other errors."""
    code, cause = _error_code(error), getattr(error, "orig", error)
    if code in _DAMAGE:
        return describe_damage(path, cause)
    if code in _DENIED:
        places = (path, path.parent) if path.exists() else (path.parent,)
        problems = (access_problem(place, write=True) for place in places)
        return next((problem for problem in problems if problem), "")
    return ""


class IntegrityMonitor:
    """Checks the file of a running server after its start and every day."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database

    def run(self, stop: threading.Event) -> None:
        """Check the file until `stop` is set. Damage is logged and makes the server not ready."""
        while not stop.is_set():
            self._check(stop)
            stop.wait(_DAY)

    def _check(self, stop: threading.Event) -> None:
        path = self._database.path
        try:
            findings = find_damage(path, stop.is_set)
        except CheckStopped:
            return
        except sqlite3.Error as error:
            _log.warning("the integrity of the database was not checked: %s", error)
            return
        if findings:
            self._database.is_damaged.set()
            _log.error("%s", describe_damage(path, "; ".join(findings)))


def _error_code(error: BaseException) -> int:
    cause = getattr(error, "orig", error)
    # The lowest byte is the primary result code.
    return getattr(cause, "sqlite_errorcode", -1) & 0xFF
