"""What an archive says about itself, in `manifest.json`."""

import json
from typing import Literal, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from bridgework.kit.backup.errors import BackupRefused, Damaged

FORMAT = 1
_Size = Field(ge=0, le=2**62)


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class Files(_Strict):
    """The files that the database names."""

    kept: Literal["archive", "elsewhere"]
    """Whether they are in the archive, or were left to the bucket that holds them."""
    count: int = _Size
    size: int = _Size
    missing: int = _Size
    """How many the database names that did not exist when the archive was made."""


class Manifest(_Strict):
    """The manifest. `schema_` is the number of the last migration."""

    format: Literal[1] = 1
    bridgework: str = Field(max_length=100)
    schema_: str = Field(alias="schema", pattern=r"^[0-9]{4}$")
    database: Literal["sqlite", "postgresql"]
    made_at: AwareDatetime = Field(strict=False)
    tables: dict[str, int] = Field(min_length=1)
    """The number of rows of each table."""
    database_size: int = _Size
    """Bytes that the restored database takes."""
    files: Files
    emails: int = _Size
    secrets: list[str]
    """Names of the secrets that the data needs, newest first. A name does not reveal its secret."""
    with_secrets: bool

    def to_json(self) -> bytes:
        """The text of `manifest.json`."""
        return self.model_dump_json(by_alias=True, indent=1).encode() + b"\n"

    @classmethod
    def from_json(cls, text: bytes) -> Self:
        """Read `manifest.json`. Raises Damaged, or BackupRefused for a newer format."""
        try:
            version = json.loads(text)["format"]
            if not isinstance(version, int) or version <= FORMAT:
                return cls.model_validate_json(text)
        except (ValidationError, ValueError, TypeError, KeyError, RecursionError):
            raise Damaged("its manifest can't be read") from None
        raise BackupRefused(
            f"the archive's format ({version}) is newer than this program knows ({FORMAT}): "
            "use the Bridgework that made it, or a newer one"
        )
