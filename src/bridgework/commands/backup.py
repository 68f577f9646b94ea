"""`bridgework backup`."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import click

from bridgework.areas.accounts import account_deletion
from bridgework.backup import create as creating
from bridgework.backup import restore as restoring
from bridgework.commands import failing
from bridgework.commands.migrate import opened
from bridgework.commands.progress import bar, lines
from bridgework.kit.backup.archive import BackupRefused, Manifest, Progress, open_archive
from bridgework.kit.clock import SystemClock
from bridgework.kit.storage.storage import StorageUnavailable

_MOST_TOLD = 20

_file = click.Path(path_type=Path, dir_okay=False)
_folder = click.Path(path_type=Path, exists=True, file_okay=False, writable=True)


@click.group()
def command() -> None:
    """Make backups, try them out, and restore them."""


@command.command()
@click.argument("where", type=click.Path(path_type=Path))
@click.option(
    "--with-secrets", is_flag=True, help="Put the secrets in too: whoever has it can make tokens."
)
@click.option(
    "--without-files", is_flag=True, help="Leave the files to whoever keeps the bucket they are in."
)
def create(where: Path, *, with_secrets: bool, without_files: bool) -> None:
    """Make a backup while the server runs: one file, of the database and the files it names.

    WHERE is a name that nothing has yet, or a folder, in which it is named by the time. What is
    answered before the command begins is in it. It appears whole or not at all.
    """
    settings, now = failing.settings(), SystemClock().now()
    target = where / _name(now) if where.is_dir() else where
    with _refusals_told():
        options = creating.Options(with_files=not without_files, with_secrets=with_secrets)
        manifest, missing = creating.create(settings, target, options, _progress(), now)
    for path in missing[:_MOST_TOLD]:
        click.echo(f"warning: {path} is not there, though the database names it", err=True)
    if len(missing) > _MOST_TOLD:
        click.echo(f"warning: and {len(missing) - _MOST_TOLD} more", err=True)
    click.echo(f"{target}: {_described(manifest)}")
    click.echo(_of_secrets(manifest))


@command.command()
@click.argument("archive", type=_file)
@click.option(
    "--scratch", type=_folder, help="A folder with room for all of it.  [default: the system's]"
)
def verify(archive: Path, scratch: Path | None) -> None:
    """Restore a backup into a scratch place, compare what came out, and throw it away.

    Every byte is checked; the database is filled, its rows are counted and compared, and it is
    brought to this program's schema; the files are unpacked and read again. An archive of
    PostgreSQL is tried in a schema of its own in the database of the settings, within one
    transaction that is undone.
    """
    settings = failing.settings()
    with _refusals_told(), open_archive(archive, _progress()) as opened_archive:
        lacking = restoring.verify(settings, opened_archive, scratch)
        manifest = opened_archive.manifest
    click.echo(f"{archive} can be restored: {_described(manifest)}")
    click.echo(_of_secrets(manifest))
    if lacking and not manifest.with_secrets:
        click.echo(f"not here: {', '.join(lacking)}")


@command.command()
@click.argument("archive", type=_file)
@click.option("--replace", is_flag=True, help="Let what is here go for good.")
@click.option(
    "--erased",
    "lists",
    multiple=True,
    type=_file,
    help="A list of who was erased, as `bridgework backup erased` prints it.",
)
@click.option(
    "--new-secrets",
    is_flag=True,
    help="Go on though the secrets do not fit: everybody signs in anew, letters that wait with a "
    "code are lost, and the audit log is sealed anew as it stands.",
)
def restore(archive: Path, lists: tuple[Path, ...], *, replace: bool, new_secrets: bool) -> None:
    """Let a backup be this installation, whole or not at all. Stop the server first.

    Refused: an archive that is damaged, newer than this program or of another kind of database; a
    place that holds data, unless --replace; secrets that do not fit, unless --new-secrets.

    Who was erased since the backup was made is erased from it: as the database that is replaced
    tells, the list erased.txt beside it, and those that are given with --erased.
    """
    settings = failing.settings()
    options = restoring.Options(replace=replace, new_secrets=new_secrets, lists=lists)
    with _refusals_told(), open_archive(archive, _progress()) as opened_archive:
        now = SystemClock().now()
        restored = restoring.restore(settings, opened_archive, options, now)
    _tell(restored)


@command.command()
def erased() -> None:
    """Print the ids of erased accounts, a line each, for `restore --erased`.

    Keep the newest such list away from the database, and where that is lost too, a restore still
    knows who was erased since the backup. An id alone tells nothing of anybody.
    """
    settings = failing.settings()
    with opened(settings) as database, database.reading() as tx:
        for account_id in account_deletion.erased(tx):
            click.echo(account_id)


def _tell(restored: restoring.Restored) -> None:
    manifest = restored.manifest
    click.echo(f"restored: {_described(manifest)}")
    click.echo(_of_secrets(manifest))
    if restored.unreadable:
        click.echo(
            f"warning: what was here could not be read ({restored.unreadable}), so it did not "
            "tell who was erased since the backup",
            err=True,
        )
    click.echo(f"erased again, as they were erased since: {len(restored.erased_again)}")
    if restored.sealed_anew:
        click.echo(
            f"entries of the audit log, sealed anew as they stand: {restored.sealed_anew}; what "
            "was done to them before can't be seen any more"
        )
    if restored.deleted_files:
        click.echo(f"files that came after the backup, deleted: {restored.deleted_files}")
    if manifest.files.kept == "elsewhere":
        click.echo(f"not in the archive: {manifest.files.count} files, left to their bucket")


def _described(manifest: Manifest) -> str:
    rows = sum(manifest.tables.values())
    return (
        f"made {manifest.made_at:%Y-%m-%d %H:%M:%S} UTC by Bridgework {manifest.bridgework}, "
        f"schema {manifest.schema_}, {len(manifest.tables)} tables, {rows:,} rows, "
        f"{manifest.files.count:,} files, {manifest.emails:,} e-mails"
    )


def _of_secrets(manifest: Manifest) -> str:
    if not manifest.secrets:
        return "it needs no secrets"
    inside = "which are in it" if manifest.with_secrets else "which are not in it: keep them apart"
    return f"it needs the secrets {', '.join(manifest.secrets)}, {inside}"


def _name(now: datetime) -> str:
    return f"bridgework-{now:%Y%m%dT%H%M%SZ}.tar"


def _progress() -> Progress:
    return bar if sys.stderr.isatty() else lines


@contextmanager
def _refusals_told() -> Iterator[None]:
    try:
        with failing.told():
            yield
    except BackupRefused as error:
        raise click.ClickException(str(error)) from None
    except StorageUnavailable as error:
        raise click.ClickException(error.message) from None
    except OSError as error:
        raise click.ClickException(f"{error.filename or 'the disk'}: {error.strerror}") from None
