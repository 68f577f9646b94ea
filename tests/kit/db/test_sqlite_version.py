"""Which versions of SQLite have the WAL-reset fault."""

import pytest

from bridgework.kit.data.db.engines.sqlite_version import has_wal_reset_fault


@pytest.mark.parametrize("version", [(3, 40, 1), (3, 44, 5), (3, 45, 0), (3, 50, 6), (3, 51, 2)])
def test_versions_with_the_fault(version: tuple[int, ...]) -> None:
    assert has_wal_reset_fault(version)


@pytest.mark.parametrize("version", [(3, 44, 6), (3, 50, 7), (3, 51, 3), (3, 53, 1), (4, 0, 0)])
def test_versions_without_the_fault(version: tuple[int, ...]) -> None:
    assert not has_wal_reset_fault(version)
