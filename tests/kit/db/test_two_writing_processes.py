"""Two processes write to one SQLite file and checkpoint it, with either library; nothing is lost.

BRIDGEWORK_TEST_WRITING is the number of seconds of the long tests, for each library.
"""

import importlib.util
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bridgework.kit.data.db import open_database
from bridgework.kit.data.db.engines.sqlite_library import sqlite3
from tests.kit.db import writing_process
from tests.kit.db.writing_process import KEPT, counts, metadata, text

SECONDS = int(os.environ.get("BRIDGEWORK_TEST_WRITING", "600"))
ROOT = Path(__file__).parents[3]
RUN = f"from {writing_process.__name__} import main; main()"
LIBRARIES = {
    "pysqlite3": RUN,
    "Python": f"import sys; sys.modules['pysqlite3'] = None; {RUN}",  # as if it was not installed
}


@pytest.mark.parametrize("library", LIBRARIES)
def test_no_commit_of_two_processes_is_lost(library: str, tmp_path: Path) -> None:
    nothing_is_lost(library, tmp_path, seconds=1)


@pytest.mark.long("writes for ten minutes with each library")
@pytest.mark.timeout(SECONDS + 300)
@pytest.mark.parametrize("library", LIBRARIES)
def test_no_commit_of_two_processes_is_lost_for_minutes(library: str, tmp_path: Path) -> None:
    nothing_is_lost(library, tmp_path, SECONDS)


def nothing_is_lost(library: str, tmp_path: Path, seconds: int) -> None:
    if library == "pysqlite3" and importlib.util.find_spec("pysqlite3") is None:
        pytest.skip("pysqlite3 has no wheel for this machine")
    path = tmp_path / "written.db"
    database = open_database(f"sqlite:///{path}", synchronous="normal", threads=2)
    metadata.create_all(database.engine)
    with database.writing() as tx:
        tx.execute(counts.insert(), [{"process": process, "number": 0} for process in (0, 1)])
    database.close()
    commits = run_both(path, library, seconds)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert dict(connection.execute("SELECT process, number FROM counts")) == commits
        for process, last in commits.items():
            statement = "SELECT number, text FROM written WHERE process = ? ORDER BY number"
            found = connection.execute(statement, (process,)).fetchall()
            numbers = range(max(1, last - KEPT + 1), last + 1)
            assert found == [(number, text(process, number)) for number in numbers]


def run_both(path: Path, library: str, seconds: int) -> dict[int, int]:
    """Run both processes; return the number of commits of each."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", LIBRARIES[library], str(path), str(process), str(seconds)],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": "src:."}, stdout=subprocess.PIPE, text=True,
        )
        for process in (0, 1)
    ]  # fmt: skip
    outputs = [process.communicate()[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert all(f" of {library}" in output for output in outputs)
    assert all(int(number) > 0 for output in outputs for number in output.split()[:2])
    sys.stdout.write(f"commits, emptied, busy, library: {outputs}")
    return {process: int(output.split()[0]) for process, output in enumerate(outputs)}
