"""Putting an archive in the place of what is here, whole or not at all.

Everything is unpacked, compared and brought to this program's schema where nobody sees it. Then
files go to their places, which show nothing as long as no row names them, and last the database.
Killed before that, what was there is there still.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from bridgework import adapters, app
from bridgework.areas.audit import actions as audit
from bridgework.areas.audit.sealing_anew import seal_anew
from bridgework.backup import erased, files, places, secrets
from bridgework.backup.erased import Gone
from bridgework.kit import secret_file
from bridgework.kit.backup import erased_list
from bridgework.kit.backup.archive import working_folder
from bridgework.kit.backup.databases import Target
from bridgework.kit.backup.manifest import Manifest
from bridgework.kit.backup.reading import Archive
from bridgework.kit.backup.refusals import BackupRefused, Damaged
from bridgework.kit.backup.telling import Told
from bridgework.kit.clock import SystemClock
from bridgework.kit.db.borrowed_transaction import refusal
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.keyring import Keyring
from bridgework.kit.storage.storage import Storage
from bridgework.settings import Settings


@dataclass(frozen=True, slots=True)
class Wish:
    """How somebody wants a restore."""

    replace: bool = False
    """Whether what is here may go."""
    new_secrets: bool = False
    """Whether to go on where the secrets do not fit."""
    lists: Sequence[Path] = ()
    """Lists of who was erased, beside those that are found here."""


@dataclass(slots=True)
class Restored:
    """What became of it."""

    manifest: Manifest
    erased_again: list[Id] = field(default_factory=list)
    unreadable: str = ""
    """Why the database that was replaced could not be asked who was erased; empty if it could."""
    sealed_anew: int = 0
    """Entries of the audit log whose seals were made by secrets that are lost."""
    swept: int = 0
    """Files that came after the backup, and went."""


class Restoring:
    """One restore. What it raises is BackupRefused, and then nothing has changed."""

    def __init__(self, settings: Settings, told: Told, now: datetime) -> None:
        self._settings = settings
        self._told = told
        self._now = now
        self._gone = Gone()
        self._addresses: set[str] = set()

    def restore(self, archive: Archive, wish: Wish) -> Restored:
        """Let the archive be this installation from now on."""
        settings, restored = self._settings, Restored(archive.manifest)
        places.must_suit(archive.manifest, settings)
        held = secrets.fitting(archive, settings, new=wish.new_secrets)
        storage = adapters.storage(settings, Keyring(held), SystemClock())
        archive.check(self._told)
        settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        files.must_have_room(settings.data_dir, archive.room())
        noted = erased_list.beside(settings)
        self._gone.read([*wish.lists, *([noted] if noted and noted.exists() else [])])
        with (
            working_folder(settings.data_dir, "files") as folder,
            places.target(settings) as target,
        ):
            self._must_be_free(target, storage, replace=wish.replace)
            restored.unreadable = self._hear(target)
            fill(target, archive, self._told)
            target.settle(self._settling(archive, held, restored))
            self._unpack(archive, storage, folder)
            with files.placed(archive, storage, folder / "files"):
                if not settings.secret_keys and not settings.secret_file.exists():
                    secret_file.put(settings.secret_file, held)
                files.place_mail(folder / "mail", settings.mail_dir)
                target.put_in_place()
        if storage.incoming is not None:
            restored.swept = self._swept()
        storage.close()
        return restored

    def _must_be_free(self, target: Target, storage: Storage, *, replace: bool) -> None:
        no_files = storage.incoming is None or files.is_empty(self._settings.files_dir)
        if replace or (no_files and not target.holds_data):
            return
        raise BackupRefused(
            "there is data here already: restore into an empty place, or say --replace, by which "
            "what is here goes for good"
        )

    def _hear(self, target: Target) -> str:
        """Have what is to be replaced tell who was erased. Returns why it can't, if it can't."""
        if target.unreadable:
            return target.unreadable
        there = target.there()
        return "" if there is None else refusal(there, self._gone.hear)

    def _settling(
        self, archive: Archive, held: Sequence[str], restored: Restored
    ) -> Callable[[Tx], None]:
        """What is done in the restored database before anybody sees it."""
        keyring = Keyring(tuple(held))

        def act(tx: Tx) -> None:
            files.must_be_complete(archive, tx)
            self._addresses = erased.addresses(tx, self._gone)
            restored.erased_again = erased.erase_again(tx, keyring, self._gone, self._now)
            erased.keep_wishes(tx, self._gone, self._now)
            if secrets.lost(archive, held):
                restored.sealed_anew = seal_anew(tx, keyring)
            audit.note_from_command_line(tx, keyring, self._now, "backup.restore")

        return act

    def _unpack(self, archive: Archive, storage: Storage, folder: Path) -> None:
        for part in ("files", "mail"):
            (folder / part).mkdir()
        files.bring(archive, storage, folder / "files", self._gone.erased, self._told)
        files.bring_mail(archive, folder / "mail", self._addresses)
        os.sync()  # one for all of them: a sync each would take longer than to write them

    def _swept(self) -> int:
        database = app.database(self._settings)
        try:
            with database.reading() as tx:
                return files.sweep(self._settings.files_dir, tx, self._gone.erased)
        finally:
            database.close()


def fill(target: Target, archive: Archive, told: Told) -> None:
    """Put an archive's database into `target`, and read it again. Raises BackupRefused."""
    target.fill(archive, told)
    found = target.sums(told)
    for table, said in archive.manifest.tables.items():
        if found.get(table) != said:
            raise Damaged(f"{table} has other rows than it was made with")
    if found.keys() != archive.manifest.tables.keys():
        raise Damaged("its database has tables that it does not name")
