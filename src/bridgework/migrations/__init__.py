"""The migrations: numbered, forward only, the same for SQLite and PostgreSQL."""

from pathlib import Path

FOLDER = Path(__file__).parent
