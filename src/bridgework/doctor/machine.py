"""Checks of this machine: version, directory, disk, secret and backups."""

import platform
import shutil
import stat
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from bridgework import __version__, migrations
from bridgework.areas.history.audit import known_secrets
from bridgework.doctor.connection import reading
from bridgework.doctor.result import NotChecked, Result, failed, ok, warning
from bridgework.kit.core import SystemClock, build
from bridgework.kit.core.files import access_problem
from bridgework.kit.data.backup import status
from bridgework.kit.data.migrations import known_versions
from bridgework.kit.security import secret_file
from bridgework.settings import PREFIX, Settings

_GIB = 1024**3
_LOW_SHARE, _LOW_BYTES = 0.10, 2 * _GIB
_FULL_SHARE, _FULL_BYTES = 0.02, _GIB // 4
_BACKUP_AGE = timedelta(days=2)
_SEPARATE_USER = "run the command as the user of the server"


def check_version(settings: Settings) -> Result:
    """The version of the program."""
    newest = known_versions(migrations.FOLDER)[-1]
    return ok(
        f"{__version__} (commit {build.source_commit()}, schema {newest}), Python "
        f"{platform.python_version()}, {settings.env}"
    )


def is_stateless(settings: Settings) -> bool:
    """Whether the installation keeps nothing in the data directory of this machine."""
    elsewhere = (settings.storage_url, settings.smtp_url, settings.secret_keys)
    return not settings.on_sqlite and all(elsewhere)


def check_data_directory(settings: Settings) -> Result:
    """The server can write to its directory, and other users cannot read it."""
    folder = settings.data_dir
    if not folder.is_dir():
        if is_stateless(settings):
            return ok(f"{folder} is not needed: database, files and secrets are elsewhere")
        return failed(
            f"{folder} does not exist",
            f"set {PREFIX}DATA_DIR, or run `bridgework migrate`, which creates the directory",
        )
    if problem := access_problem(folder, write=True):
        return failed(problem, f"give the directory to the user of the server, or {_SEPARATE_USER}")
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & 0o077:
        return warning(f"other users can access {folder} (mode {mode:04o})", f"chmod 700 {folder}")
    return ok(f"{folder} is writable, and other users cannot access it")


def check_disk(settings: Settings) -> Result:
    """The free space of the disks of the data directory and of the database file."""
    folders = [settings.data_dir, *([settings.sqlite_file.parent] if settings.on_sqlite else [])]
    results = [_free_space(folder) for folder in dict.fromkeys(map(_existing, folders))]
    return min(results, key=lambda each: ["failed", "warning", "ok"].index(each.status))


def _existing(folder: Path) -> Path:
    """The directory, or the nearest one above it that exists."""
    absolute = folder.absolute()
    return next(each for each in (absolute, *absolute.parents) if each.is_dir())


def _free_space(folder: Path) -> Result:
    usage = shutil.disk_usage(folder)
    share = usage.free / usage.total if usage.total else 0.0
    message = f"{usage.free / _GIB:.1f} GiB ({share:.0%}) of the disk of {folder} are free"
    remedy = (
        "delete files, such as old backups, or enlarge the disk; a full disk refuses all writes"
    )
    if (share < _FULL_SHARE and usage.free < _LOW_BYTES) or usage.free < _FULL_BYTES:
        return failed(message, remedy)
    if (share < _LOW_SHARE and usage.free < 10 * _LOW_BYTES) or usage.free < _LOW_BYTES:
        return warning(message, remedy)
    return ok(message)


def check_secret(settings: Settings) -> Result:
    """The secret from which all keys are derived can be read, and is that of the installation."""
    path = settings.secret_file
    if not settings.secret_keys and (problem := access_problem(path.parent, write=False)):
        raise NotChecked(problem)
    try:
        secrets = settings.secret_keys or (secret_file.read(path) if path.exists() else ())
    except secret_file.UnusableSecretFile as error:
        return failed(
            str(error), f"{_SEPARATE_USER}, or restore the file with its owner and mode 0600"
        )
    if result := _unknown_secret(settings, secrets):
        return result
    if settings.secret_keys:
        return ok(f"{PREFIX}SECRET_KEYS has {len(settings.secret_keys)} secrets")
    if not secrets:
        return ok(f"{path} does not exist yet: the first start creates it")
    if path.stat().st_mode & 0o077:
        return warning(f"other users can read {path}", f"chmod 600 {path}")
    return ok(f"{path} can be read; secrets: {len(secrets)}")


def _unknown_secret(settings: Settings, secrets: Sequence[str]) -> Result | None:
    """A new installation has no secret yet; a used one has lost it, or has the wrong one."""
    restore = (
        "the server and backups refuse to run without it: restore it from where you store it "
        "separately. If there is no copy, see docs/runbook.md, A lost secret key"
    )
    place = f"{PREFIX}SECRET_KEYS" if settings.secret_keys else str(settings.secret_file)
    try:
        with reading(settings) as tx:
            fault = known_secrets.find_fault(tx, secrets)
    except NotChecked:
        if secrets:
            return None  # the check of the database says why
        # The database may be damaged, or not exist yet.
        return warning(
            f"{place} does not exist: the first start creates it",
            f"nothing for a new installation; otherwise {restore}",
        )
    if fault == "missing":
        return failed(f"{place} does not exist, but this installation was used with one", restore)
    if fault == "other":
        message = f"{place} does not have the secret with which this installation was used"
        return failed(message, restore)
    return None


def check_backup(settings: Settings) -> Result:
    """The last backup that this installation recorded, and its verification."""
    create = "run `bridgework backup create DIRECTORY`, and install bridgework-backup.timer"
    if is_stateless(settings) and not settings.data_dir.is_dir():
        return ok("backups of this installation are created on another machine")
    if problem := access_problem(settings.data_dir, write=False):
        raise NotChecked(problem)
    last = status.read(settings.data_dir)
    if last is None:
        return warning(f"no backup is recorded in {status.path_in(settings.data_dir)}", create)
    age = SystemClock().now() - last.created_at
    message = f"{last.path} was created {_time(last.created_at)}"
    if age > _BACKUP_AGE:
        return warning(f"{message}, {age.days} days ago", create)
    if last.verified_at is None:
        return warning(
            f"{message} and was not verified", f"run `bridgework backup verify {last.path}`"
        )
    return ok(f"{message} and verified {_time(last.verified_at)}")


def _time(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"
