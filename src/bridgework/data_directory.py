"""What is in the data directory, besides the database."""

from pathlib import Path
from typing import TYPE_CHECKING


class DataDirectory:
    """The paths in the data directory."""

    if TYPE_CHECKING:  # otherwise it would precede the other settings
        data_dir: Path

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
