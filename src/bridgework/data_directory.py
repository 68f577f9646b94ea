"""What is in the data directory, and the database, which is elsewhere with PostgreSQL."""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

if TYPE_CHECKING:
    from bridgework.web.site_settings import SiteSettings


class DataDirectory:
    """The paths in the data directory, and the address of the database."""

    if TYPE_CHECKING:  # otherwise it would precede the other settings
        data_dir: Path
        database_url: str
        site: bool

    @cached_property
    def site_file(self) -> "SiteSettings | None":
        """The content of `site.toml`; None if the site is not served. Raises SiteFileInvalid."""
        if not self.site:
            return None
        from bridgework.web import site_settings  # only where the site is served

        return site_settings.load(self.data_dir)

    @property
    def files_dir(self) -> Path:
        """The directory of uploaded files."""
        return self.data_dir / "files"

    @property
    def imports_dir(self) -> Path:
        """The directory of the files that administrators import."""
        return self.data_dir / "imports"

    @property
    def mail_dir(self) -> Path:
        """The directory of the `.eml` files."""
        return self.data_dir / "mail"

    @property
    def secret_file(self) -> Path:
        """The file of the secret generated on the first start."""
        return self.data_dir / "secret.key"

    @property
    def database_address(self) -> str:
        """The database URL, with its default."""
        return self.database_url or f"sqlite:///{self.data_dir / 'bridgework.db'}"

    @property
    def on_sqlite(self) -> bool:
        """Whether the database is SQLite."""
        return sa.make_url(self.database_address).get_backend_name() == "sqlite"

    @property
    def sqlite_file(self) -> Path:
        """The database file; only with SQLite."""
        return Path(sa.make_url(self.database_address).database or "")

    @property
    def erased_list(self) -> Path | None:
        """The list of erased accounts beside the database; None if the database is not SQLite."""
        return self.data_dir / "erased.txt" if self.on_sqlite else None
