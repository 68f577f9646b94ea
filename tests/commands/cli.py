"""Runs commands of the program in the test process."""

from pathlib import Path

from click.testing import CliRunner, Result

from bridgework.__main__ import bridgework
from bridgework.settings import Settings


def run(
    settings: Settings, *arguments: str | Path, given: str | None = None, **further: str
) -> Result:
    """Run `bridgework …` on an installation; `given` is its standard input."""
    environment = {
        "BRIDGEWORK_ENV": "development",
        "BRIDGEWORK_DATA_DIR": str(settings.data_dir),
        "BRIDGEWORK_DATABASE_URL": settings.database_url,
        "BRIDGEWORK_STORAGE_URL": "",
        "BRIDGEWORK_SECRET_KEYS": "",
        **further,
    }
    return CliRunner().invoke(bridgework, [*map(str, arguments)], input=given, env=environment)
