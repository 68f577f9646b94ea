"""What a backup asks of either kind of database."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, Self

from bridgework.kit.backup.archive import Writer
from bridgework.kit.backup.checksums import TableSum
from bridgework.kit.backup.reading import Archive
from bridgework.kit.backup.telling import Told
from bridgework.kit.db.transaction import Tx


@dataclass(frozen=True, slots=True)
class Dump:
    """What was written of a database."""

    tables: Mapping[str, TableSum]
    columns: Mapping[str, list[str]] = field(default_factory=dict)
    sequences: Mapping[str, tuple[int, bool]] = field(default_factory=dict)


class Snapshot(Protocol):
    """A database as it was at one moment, whoever writes to it meanwhile."""

    def __enter__(self) -> Self: ...
    def __exit__(self, *ending: object) -> None: ...

    @property
    def tx(self) -> Tx:
        """To look into it."""
        ...

    def version(self) -> str:
        """The version of its schema. Raises BackupRefused if there is nothing to back up."""
        ...

    def write(self, writer: Writer, told: Told) -> Dump:
        """Write all of it into an archive."""
        ...


class Target(Protocol):
    """A place for a database that shows nothing before it is `put_in_place`.

    A block that ends without it leaves what was there as it was. While the block lasts nobody
    else gets at what is there; it raises BackupRefused where somebody uses it.
    """

    def __enter__(self) -> Self: ...
    def __exit__(self, *ending: object) -> None: ...

    @property
    def holds_data(self) -> bool:
        """Whether there is a database already."""
        ...

    @property
    def unreadable(self) -> str:
        """Why what is there can't be read; empty if it can, or nothing is there."""
        ...

    def there(self) -> Tx | None:
        """What is there, to look into it; None if there is nothing that could be read."""
        ...

    def fill(self, archive: Archive, told: Told) -> None:
        """Put in what an archive holds. Raises BackupRefused if it is no sound database."""
        ...

    def sums(self, told: Told) -> Mapping[str, TableSum]:
        """What was put in, table by table."""
        ...

    def settle(self, act: Callable[[Tx], None]) -> None:
        """Bring what was put in to the newest schema, then have `act` done in it."""
        ...

    def put_in_place(self) -> None:
        """Let it be the database from now on, whole and at once."""
        ...
