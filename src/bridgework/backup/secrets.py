"""Which secrets belong to an archive, by names that tell nothing of them."""

import hashlib
from collections.abc import Sequence

from bridgework.kit import secret_file
from bridgework.kit.backup.archive import SECRETS, Archive, BackupRefused, Damaged
from bridgework.kit.keyring import Keyring
from bridgework.settings import PREFIX, Settings

_SHOWN = 16


def names(secrets: Sequence[str]) -> list[str]:
    """A name for each: a digest of a key that is derived from it for nothing else."""
    if not secrets:
        return []
    keys = Keyring(tuple(secrets)).keys("name of a secret")
    return [hashlib.sha256(key).hexdigest()[:_SHOWN] for key in keys]


def fitting(archive: Archive, settings: Settings, *, new: bool) -> tuple[str, ...]:
    """The secrets that a restored installation has. Raises BackupRefused if they do not fit it.

    Those that are here, else those in the archive, else fresh ones; `new` takes them all the same.
    """
    needed, inside = archive.manifest.secrets, tuple[str, ...]()
    if archive.manifest.with_secrets:
        inside = tuple(archive.read(SECRETS).decode("ascii", "replace").split())
    if inside and names(inside) != needed:
        raise Damaged("the secrets in it are not those that it names")
    held = here(settings) or inside
    lacking = lost(archive, held)
    if lacking and not new:
        raise BackupRefused(
            f"the data belongs to the secrets {', '.join(needed)}, and {', '.join(lacking)} "
            f"{'is' if len(lacking) == 1 else 'are'} not here: put its {settings.secret_file.name} "
            f"into {settings.data_dir}, or set {PREFIX}SECRET_KEYS; --new-secrets goes on without"
        )
    return held or (secret_file.generate(),)


def lost(archive: Archive, held: Sequence[str]) -> list[str]:
    """The names of those secrets that the data in the archive needs, and that are not held."""
    known = names(held)
    return [name for name in archive.manifest.secrets if name not in known]


def here(settings: Settings) -> tuple[str, ...]:
    """The secrets of this installation; none if it has none yet. Makes none."""
    if settings.secret_keys:
        return settings.secret_keys
    if settings.secret_file.exists():
        return secret_file.read_or_make(settings.secret_file)
    return ()
