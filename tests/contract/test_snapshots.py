"""The committed snapshots match the code."""

from pathlib import Path

import pytest

from tests.contract import snapshots


@pytest.mark.parametrize("name", snapshots.SNAPSHOTS)
def test_a_snapshot_is_up_to_date(name: str) -> None:
    generate = snapshots.SNAPSHOTS[name]
    assert snapshots.committed(name) == generate(), "review the change, then: script/check --fix"


def test_all_snapshots_are_written(tmp_path: Path) -> None:
    for name in snapshots.SNAPSHOTS:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    snapshots.write(tmp_path)
    written = {name: (tmp_path / name).read_text(encoding="utf-8") for name in snapshots.SNAPSHOTS}
    assert written == {name: snapshots.committed(name) for name in snapshots.SNAPSHOTS}
