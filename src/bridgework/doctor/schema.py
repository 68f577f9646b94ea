"""The check of the schema: its version, and its tables, columns and indexes."""

import sqlalchemy as sa

from bridgework import migrations
from bridgework.doctor.connection import connected
from bridgework.doctor.result import NotChecked, Result, failed, ok
from bridgework.kit.data import schema_comparison
from bridgework.kit.data.migrations import Schema, SchemaMismatch
from bridgework.settings import PREFIX, Settings

_SHOWN = 5


def check(settings: Settings) -> Result:
    """The schema has the version of the program, and what belongs to it."""
    try:
        with connected(settings) as connection:
            schema = Schema(connection.engine, migrations.FOLDER)
            current = schema.current()
            if current is None:
                return failed(
                    "the database is empty",
                    "run `bridgework migrate` for a new installation; otherwise correct "
                    f"{PREFIX}DATABASE_URL or {PREFIX}DATA_DIR, or restore a backup",
                )
            schema.must_match()
            is_newer = current > schema.newest()
            differences = schema_comparison.find_differences(connection, is_newer=is_newer)
    except SchemaMismatch as mismatch:
        what, _, remedy = str(mismatch).partition(": ")
        return failed(what, remedy)
    except sa.exc.DBAPIError:
        raise NotChecked("the database cannot be read") from None
    if differences:
        further = len(differences) - _SHOWN
        shown = "; ".join(differences[:_SHOWN]) + (f"; and {further} more" if further > 0 else "")
        return failed(
            f"the schema is {current}, but {shown}",
            "stop the server, restore the newest verified backup, or create what is missing as "
            "the migrations do",
        )
    return ok(f"{current}, with the tables, columns and indexes that this program needs")
