"""`bridgework audit`."""

import sys
from itertools import islice

import click

from bridgework import app
from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit import rekey
from bridgework.areas.history.audit.policies import Checkpoint
from bridgework.areas.history.audit.verification import Finding, Verification
from bridgework.commands import errors
from bridgework.commands.migrate import opened
from bridgework.kit.core import SystemClock
from bridgework.kit.data.db import Database
from bridgework.kit.security import Keyring
from bridgework.settings import PREFIX, Settings

_MAX_FINDINGS = 100


@click.group()
def command() -> None:
    """Verify the audit log, or seal it again after its secrets were lost."""


def _checkpoint(
    _context: click.Context, _option: click.Parameter, text: str | None
) -> Checkpoint | None:
    try:
        return None if text is None else Checkpoint.parse(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@command.command()
@click.option(
    "--expect",
    metavar="NUMBER:MAC",
    callback=_checkpoint,
    help="A checkpoint printed by an earlier run; the log must still contain it.",
)
def verify(expect: Checkpoint | None) -> None:
    """Verify the hash chain of the audit log and list all findings.

    Detects changed, inserted, deleted and reordered entries, a truncated log, a changed head, and
    entries that were not sealed. Entries written after the last seal are listed as pending; a
    running server seals them within seconds. Erased personal values are not findings; their number
    is printed.

    A log that was replaced as a whole by an older copy of itself cannot be detected from its
    contents. Store the checkpoint that this command prints somewhere else, and pass it to --expect
    the next time.
    """
    settings = errors.settings()
    _must_have_secret(settings)
    with opened(settings) as database:
        _verify(database, app.keyring(settings), expect)


@command.command()
@click.confirmation_option(
    "--yes",
    help="Do not ask.",
    prompt="Seal the whole log as it is? Earlier manipulation can no longer be detected",
)
def reseal() -> None:
    """Seal the whole audit log again with the present secrets.

    After a secret was lost, neither the log can be verified nor new entries be sealed. The present
    contents are sealed as they are, and an entry of the log says so. Stop all servers and workers
    first.
    """
    settings = errors.settings()
    _must_have_secret(settings)
    keyring = app.keyring(settings)
    with opened(settings) as database, database.writing() as tx:
        count = rekey.reseal(tx, keyring)
        audit.note_from_command_line(tx, keyring, SystemClock().now(), "audit.reseal")
    click.echo(f"{count} entries were sealed again; a running server seals the entry that says so")


def _verify(database: Database, keyring: Keyring, expected: Checkpoint | None) -> None:
    walk = Verification(database, keyring, SystemClock().now(), expected)
    with click.progressbar(length=walk.length(), label="entries", file=sys.stderr) as bar:
        walk.on_progress = bar.update
        found = list(islice(walk.findings(), _MAX_FINDINGS + 1))
    for finding in found[:_MAX_FINDINGS]:
        click.echo(finding.message)
    for entry in walk.pending:
        click.echo(f"pending: {entry}")
    if walk.pending_count > len(walk.pending):
        click.echo(f"pending: {walk.pending_count - len(walk.pending)} more entries")
    if found:
        raise click.ClickException(_summary(found))
    if walk.without_personal:
        click.echo(
            f"{walk.without_personal} entries lack the IP address and user agent: they were erased"
        )
    if walk.pending_count:
        click.echo(
            f"{walk.pending_count} pending entries; a running server seals them within seconds"
        )
    click.echo(f"{walk.end.number} sealed entries; the chain is intact")
    if walk.end.number:
        click.echo(f"checkpoint for --expect (store it elsewhere): {walk.end}")


def _summary(found: list[Finding]) -> str:
    if len(found) > _MAX_FINDINGS:
        return f"the audit log is not intact: the first {_MAX_FINDINGS} findings are listed above"
    return f"the audit log is not intact: {len(found)} findings"


def _must_have_secret(settings: Settings) -> None:
    """Refuse to generate a new secret: it could not verify anything."""
    if not settings.secret_keys and not settings.secret_file.exists():
        raise click.ClickException(
            f"no secret found to verify with: set {PREFIX}SECRET_KEYS, or set {PREFIX}DATA_DIR to "
            f"the directory of {settings.secret_file.name}"
        )
