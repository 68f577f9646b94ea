"""The secrets of an archive, identified by fingerprints that reveal nothing about them."""

import hashlib
from collections.abc import Sequence

from bridgework.areas.history.audit.known_secrets import Fault
from bridgework.kit.data.backup import SECRETS, Archive, BackupRefused, Damaged
from bridgework.kit.security import Keyring, secret_file
from bridgework.settings import PREFIX, Settings

_FINGERPRINT_LENGTH = 16
REMEDY = (
    "Restore it from where you store it separately. If there is no copy, "
    "`bridgework serve --new-secret-key` continues with a new secret: see docs/runbook.md, A lost "
    "secret key"
)


def fingerprints(secrets: Sequence[str]) -> list[str]:
    """The fingerprint of each secret: a digest of a key derived only for this purpose."""
    if not secrets:
        return []
    keys = Keyring(tuple(secrets)).keys("name of a secret")
    return [hashlib.sha256(key).hexdigest()[:_FINGERPRINT_LENGTH] for key in keys]


def choose_secrets(archive: Archive, settings: Settings, *, allow_new: bool) -> tuple[str, ...]:
    """The secrets of the restored installation: its own, else the archive's, else new ones.

    Raises BackupRefused if they do not match the archive, unless `allow_new`.
    """
    required, included = archive.manifest.secrets, tuple[str, ...]()
    if archive.manifest.with_secrets:
        included = tuple(archive.read(SECRETS).decode("ascii", "replace").split())
    if included and fingerprints(included) != required:
        raise Damaged("its secrets do not match its manifest")
    held = current_secrets(settings) or included
    missing = missing_secrets(archive, held)
    if missing and not allow_new:
        raise BackupRefused(
            f"the data requires the secrets {', '.join(required)}; missing: {', '.join(missing)}. "
            f"Copy the original {settings.secret_file.name} to {settings.data_dir}, set "
            f"{PREFIX}SECRET_KEYS, or use --new-secrets to continue without them"
        )
    return held or (secret_file.generate(),)


def missing_secrets(archive: Archive, held: Sequence[str]) -> list[str]:
    """The fingerprints of the secrets that the archive requires and that are not in `held`."""
    available = fingerprints(held)
    return [secret for secret in archive.manifest.secrets if secret not in available]


def current_secrets(settings: Settings) -> tuple[str, ...]:
    """The secrets of this installation; empty if it has none. Creates none."""
    if settings.secret_keys:
        return settings.secret_keys
    if settings.secret_file.exists():
        return secret_file.read(settings.secret_file)
    return ()


def describe_fault(settings: Settings, fault: Fault) -> str:
    """The sentence about secrets that are not those of the installation."""
    place = f"{PREFIX}SECRET_KEYS" if settings.secret_keys else str(settings.secret_file)
    if fault == "missing":
        return f"{place} does not exist, but this installation was used with one"
    return f"{place} does not have the secret with which this installation was used"
