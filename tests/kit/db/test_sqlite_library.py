"""The library of SQLite, and which versions have the WAL-reset fault."""

import importlib.util
import subprocess
import sys

import pytest

from bridgework.kit.data.db.engines import sqlite_library
from bridgework.kit.data.db.engines.sqlite_library import has_wal_reset_fault, sqlite3

WITHOUT_A_WHEEL = """
import sys
sys.modules["pysqlite3"] = None  # as if it was not installed
from bridgework.kit.data.db.engines import sqlite_library
print(sqlite_library.describe())
"""


@pytest.mark.parametrize("version", [(3, 40, 1), (3, 44, 5), (3, 45, 0), (3, 50, 6), (3, 51, 2)])
def test_versions_with_the_fault(version: tuple[int, ...]) -> None:
    assert has_wal_reset_fault(version)


@pytest.mark.parametrize("version", [(3, 44, 6), (3, 50, 7), (3, 51, 3), (3, 53, 1), (4, 0, 0)])
def test_versions_without_the_fault(version: tuple[int, ...]) -> None:
    assert not has_wal_reset_fault(version)


def test_pysqlite3_is_used_where_it_is_installed() -> None:
    origin = "pysqlite3" if importlib.util.find_spec("pysqlite3") else "Python"
    assert sqlite_library.describe().startswith(f"{sqlite3.sqlite_version} of {origin}")


def test_the_library_of_python_is_used_elsewhere() -> None:
    command = [sys.executable, "-c", WITHOUT_A_WHEEL]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert " of Python" in printed


def test_the_library_may_be_shared_by_threads() -> None:
    connection = sqlite3.connect(":memory:")
    assert ("THREADSAFE=1",) in connection.execute("PRAGMA compile_options").fetchall()
    connection.close()
