"""`bridgework backup`."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import click

from bridgework.areas.identity.accounts.lifecycle import account_deletion
from bridgework.backup import create as creating
from bridgework.backup import restore as restoring
from bridgework.commands import errors
from bridgework.commands.migrate import opened
from bridgework.commands.progress import bar, lines
from bridgework.kit.core import SystemClock
from bridgework.kit.core.files import describe_denial
from bridgework.kit.data.backup import BackupRefused, Manifest, Progress, open_archive, status
from bridgework.kit.storage import StorageUnavailable
from bridgework.settings import Settings

_MAX_LISTED = 20

_file = click.Path(path_type=Path, dir_okay=False)
_folder = click.Path(path_type=Path, exists=True, file_okay=False, writable=True)


@click.group()
def command() -> None:
    """Create, verify and restore backups."""


@command.command()
@click.argument("where", type=click.Path(path_type=Path))
@click.option(
    "--with-secrets",
    is_flag=True,
    help="Include the secrets. They allow anyone with the archive to create tokens.",
)
@click.option(
    "--keep",
    type=click.IntRange(min=1),
    help="Delete all but the newest N backups in the directory WHERE afterwards.",
)
@click.option(
    "--without-files",
    is_flag=True,
    help="Leave out uploaded files, for example if the S3 bucket is backed up separately.",
)
def create(
    where: Path, *, with_secrets: bool, without_files: bool, keep: int | None = None
) -> None:
    """Create a backup of the database and the uploaded files while the server runs.

    WHERE is the name of a new file, or a directory in which a file named by the current time is
    created. The backup contains every write that was acknowledged before the command started. The
    file appears only when it is complete.
    """
    settings, now = errors.settings(), SystemClock().now()
    if keep is not None and not where.is_dir():
        raise click.UsageError(f"--keep needs a directory: {where} is none")
    target = where / _name(now) if where.is_dir() else where
    with _refusals_as_messages(settings):
        options = creating.Options(with_files=not without_files, with_secrets=with_secrets)
        manifest, missing = creating.create(settings, target, options, _progress(), now)
    for path in missing[:_MAX_LISTED]:
        click.echo(f"warning: {path} is missing, although the database refers to it", err=True)
    if len(missing) > _MAX_LISTED:
        click.echo(f"warning: and {len(missing) - _MAX_LISTED} more", err=True)
    click.echo(f"{target}: {_description(manifest)}")
    click.echo(_secrets_line(manifest))
    with _unrecorded_as_warning():
        status.record_created(settings.data_dir, target, manifest.made_at)
    if keep is not None:
        for old in sorted(where.glob("bridgework-????????T??????Z.tar"))[:-keep]:
            old.unlink()
            click.echo(f"deleted {old}")


@command.command()
@click.argument("archive", type=_file)
@click.option(
    "--scratch",
    type=_folder,
    help="A directory with enough space for the whole backup.  [default: the system's]",
)
def verify(archive: Path, scratch: Path | None) -> None:
    """Verify a backup by restoring it into a temporary place.

    Every checksum is verified; the database is restored, its rows are counted and compared, and it
    is upgraded to this version's schema; the files are unpacked and read. A PostgreSQL backup is
    restored into a temporary schema of the configured database, in a transaction that is rolled
    back.
    """
    settings = errors.settings()
    with _refusals_as_messages(settings), open_archive(archive, _progress()) as opened_archive:
        lacking = restoring.verify(settings, opened_archive, scratch)
        manifest = opened_archive.manifest
    with _unrecorded_as_warning():
        now = SystemClock().now()
        status.record_verified(settings.data_dir, archive, manifest.made_at, now)
    click.echo(f"{archive} can be restored: {_description(manifest)}")
    click.echo(_secrets_line(manifest))
    if lacking and not manifest.with_secrets:
        click.echo(f"missing here: {', '.join(lacking)}")


@command.command()
@click.argument("archive", type=_file)
@click.option("--replace", is_flag=True, help="Delete the existing data.")
@click.option(
    "--erased",
    "lists",
    multiple=True,
    type=_file,
    help="A list of erased accounts, as printed by `bridgework backup erased`.",
)
@click.option(
    "--new-secrets",
    is_flag=True,
    help="Continue although the secrets do not match: all users must sign in again, queued e-mails "
    "with codes are lost, and the audit log is sealed again as it is.",
)
def restore(archive: Path, lists: tuple[Path, ...], *, replace: bool, new_secrets: bool) -> None:
    """Restore a backup. Stop the server first; a failed restore changes nothing.

    Refused: an archive that is damaged, of a newer version or of another database system; an
    installation with data, unless --replace is given; secrets that do not match, unless
    --new-secrets is given.

    Accounts that were erased after the backup are erased again: those recorded in the replaced
    database, in erased.txt next to it, and in the lists given with --erased.
    """
    settings = errors.settings()
    options = restoring.Options(replace=replace, new_secrets=new_secrets, lists=lists)
    with _refusals_as_messages(settings), open_archive(archive, _progress()) as opened_archive:
        now = SystemClock().now()
        restored = restoring.restore(settings, opened_archive, options, now)
    _print_result(restored)


@command.command()
def erased() -> None:
    """Print the IDs of erased accounts, one per line, for `restore --erased`.

    Store the newest list separately from the database: a restore can then erase these accounts
    again even if the database is lost. An ID alone is no personal data.
    """
    settings = errors.settings()
    with opened(settings) as database, database.reading() as tx:
        for account_id in account_deletion.erased(tx):
            click.echo(account_id)


def _print_result(restored: restoring.Restored) -> None:
    manifest = restored.manifest
    click.echo(f"restored: {_description(manifest)}")
    click.echo(_secrets_line(manifest))
    if restored.unreadable:
        click.echo(
            f"warning: the existing data could not be read ({restored.unreadable}), so accounts "
            "that it records as erased were not erased again",
            err=True,
        )
    click.echo(f"accounts erased again: {len(restored.erased_again)}")
    if restored.sealed_anew:
        click.echo(
            f"audit log entries sealed again: {restored.sealed_anew}; earlier changes to them can "
            "no longer be detected"
        )
    if restored.secrets_are_new:
        click.echo(
            "authenticator apps of administrators no longer work: they sign in with a passkey or a "
            "recovery code, or `bridgework admin reset` removes their second factor"
        )
    if restored.deleted_files:
        click.echo(
            f"files deleted because they are newer than the backup: {restored.deleted_files}"
        )
    if manifest.files.location == "bucket":
        click.echo(f"not in the archive: {manifest.files.count} files; they are in their bucket")


def _description(manifest: Manifest) -> str:
    rows = sum(manifest.tables.values())
    return (
        f"made {manifest.made_at:%Y-%m-%d %H:%M:%S} UTC by Bridgework {manifest.bridgework}, "
        f"schema {manifest.schema_}, {len(manifest.tables)} tables, {rows:,} rows, "
        f"{manifest.files.count:,} files, {manifest.emails:,} e-mails"
    )


def _secrets_line(manifest: Manifest) -> str:
    if not manifest.secrets:
        return "secrets: none needed"
    where = "included" if manifest.with_secrets else "not included: store them separately"
    return f"secrets needed: {', '.join(manifest.secrets)} ({where})"


def _name(now: datetime) -> str:
    return f"bridgework-{now:%Y%m%dT%H%M%SZ}.tar"


def _progress() -> Progress:
    return bar if sys.stderr.isatty() else lines


@contextmanager
def _unrecorded_as_warning() -> Iterator[None]:
    """Print a warning if the record of the last backup cannot be written."""
    try:
        yield
    except OSError as error:
        path = Path(os.fsdecode(error.filename or "backup-status.json"))
        reason = describe_denial(path, error)
        click.echo(f"warning: `bridgework doctor` does not know of it: {reason}", err=True)


@contextmanager
def _refusals_as_messages(settings: Settings) -> Iterator[None]:
    try:
        with errors.as_messages(), errors.of_database(settings):
            yield
    except BackupRefused as error:
        raise click.ClickException(str(error)) from None
    except StorageUnavailable as error:
        raise click.ClickException(error.message) from None
    except OSError as error:
        path = Path(os.fsdecode(error.filename or "the disk"))
        raise click.ClickException(describe_denial(path, error)) from None
