"""What an archive tells of itself: `manifest.json`, and a line for each of its members."""

import json
import re
from datetime import datetime
from typing import Literal, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from bridgework.kit.backup.checksums import TableSum
from bridgework.kit.backup.refusals import BackupRefused, Damaged

FORMAT = 1
CONTENTS = "contents.jsonl"
MANIFEST = "manifest.json"
SEAL = "manifest.sha256"
TRAILER = (CONTENTS, MANIFEST, SEAL)
"""The last three members, in this order."""
SECRETS = "secret.key"
DATABASE = "database/"
FILES = "files/"
MAIL = "mail/"

SQLITE_FILE = f"{DATABASE}bridgework.db.gz"
LARGEST_MANIFEST = 16 * 1024**2
LARGEST_SECRETS = 64 * 1024
_ARE_NAMES = re.compile(
    r"database/bridgework\.db\.gz"
    r"|database/[a-z_][a-z0-9_]*\.copy\.gz"
    r"|files/[a-z-]+/[0-9a-f-]{36}/[A-Za-z0-9_-]+(?:\.[a-z0-9]+)?"
    r"|mail/[A-Za-z0-9@_-][A-Za-z0-9@._-]*\.eml"
    r"|secret\.key"
)

Digest = Field(pattern=r"^[0-9a-f]{64}$")
Size = Field(ge=0, le=2**62)


class _Told(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Line(_Told):
    """One member: what it is called, how much of it there is, and its digest as it lies there."""

    name: str = Field(max_length=300)
    size: int = Size
    sha256: str = Digest
    unpacked: int | None = Field(default=None, ge=0, le=2**62)
    """Its size once it is unpacked; None for what lies there as it is."""


class Files(_Told):
    """What is said of the files beside the database."""

    kept: Literal["archive", "elsewhere"]
    """Whether they are in the archive, or were left to whoever keeps the bucket."""
    count: int = Size
    size: int = Size
    missing: int = Size
    """How many the database names that were not there when the archive was made."""


class Manifest(_Told):
    """The whole of it. `schema_` is the number of the last migration."""

    format: Literal[1] = 1
    bridgework: str = Field(max_length=100)
    schema_: str = Field(alias="schema", pattern=r"^[0-9]{4}$")
    database: Literal["sqlite", "postgresql"]
    made_at: AwareDatetime = Field(strict=False)
    tables: dict[str, TableSum]
    columns: dict[str, list[str]]
    """The columns of each table in the order in which PostgreSQL copied them."""
    sequences: dict[str, tuple[int, bool]] = Field(strict=False)
    """Where the numbers stand that PostgreSQL gives out, by `table.column`, and if it was given."""
    files: Files
    letters: int = Size
    secrets: list[str]
    """The names of the secrets that belong to the data, newest first: names tell nothing."""
    with_secrets: bool
    members: int = Size
    contents: str = Digest

    def written(self) -> bytes:
        """As it stands in the archive."""
        return self.model_dump_json(by_alias=True, indent=1).encode() + b"\n"

    @classmethod
    def read(cls, text: bytes) -> Self:
        """What was written. Raises Damaged, or BackupRefused for a newer format."""
        try:
            told = json.loads(text)
            version = told["format"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise Damaged("its manifest can't be read") from None
        if isinstance(version, int) and version > FORMAT:
            raise BackupRefused(
                f"the archive's format ({version}) is newer than this program knows ({FORMAT}): "
                "use the Bridgework that made it, or a newer one"
            )
        try:
            return cls.model_validate_json(text)
        except ValidationError:
            raise Damaged("its manifest can't be read") from None


def is_name(name: str) -> bool:
    """Whether a member of an archive, its last three apart, can be called so."""
    return _ARE_NAMES.fullmatch(name) is not None


def moment(made_at: datetime) -> str:
    """When an archive was made, for a person."""
    return made_at.strftime("%Y-%m-%d %H:%M:%S UTC")
