"""Restoring an archive into a scratch place that goes again, and comparing what came out."""

import os
import tempfile
from pathlib import Path

from bridgework import adapters
from bridgework.backup import files, places, secrets
from bridgework.backup.restoring import fill
from bridgework.kit import secret_file
from bridgework.kit.backup.archive import working_folder
from bridgework.kit.backup.reading import Archive
from bridgework.kit.backup.telling import Told
from bridgework.kit.clock import SystemClock
from bridgework.kit.keyring import Keyring
from bridgework.settings import Settings


def verify(settings: Settings, archive: Archive, scratch: Path | None, told: Told) -> list[str]:
    """Raise BackupRefused unless the archive can be restored and is then what it was made of.

    Returns the names of the secrets that it needs and this installation lacks. `scratch` is a
    folder with room for all of it; of PostgreSQL the server in the settings lends a schema.
    """
    manifest = archive.manifest
    if manifest.database == "sqlite":  # needs no server, so it is tried wherever one is
        settings = settings.model_copy(update={"database_url": ""})
    places.must_suit(manifest, settings)
    archive.check(told)
    where = scratch or Path(tempfile.gettempdir())
    files.must_have_room(where, archive.room())
    with working_folder(where, "verify") as folder:
        update: dict[str, object] = {"data_dir": folder, "storage_url": None}
        if manifest.database == "sqlite":
            update["database_url"] = ""
        _restored(settings.model_copy(update=update), archive, folder, told)
    held = secrets.names(secrets.here(settings))
    return [name for name in manifest.secrets if name not in held]


def _restored(settings: Settings, archive: Archive, folder: Path, told: Told) -> None:
    storage = adapters.storage(settings, Keyring((secret_file.made_up(),)), SystemClock())
    with places.target(settings, scratch=f"bridgework_verify_{os.getpid()}") as target:
        fill(target, archive, told)
        target.settle(lambda tx: files.must_be_complete(archive, tx))
        unpacked = folder / "unpacked"
        (unpacked / "mail").mkdir(parents=True)
        files.bring(archive, storage, unpacked, (), told)
        files.bring_mail(archive, unpacked / "mail", ())
        files.must_be_as_written(archive, unpacked)
    storage.close()
