"""`bridgework audit`."""

import sys
from itertools import islice

import click

from bridgework import app
from bridgework.areas.audit.policies import Point
from bridgework.areas.audit.verification import Finding, Verification
from bridgework.commands import failing
from bridgework.commands.migrate import opened
from bridgework.kit.clock import SystemClock
from bridgework.kit.db.database import Database
from bridgework.kit.keyring import Keyring
from bridgework.settings import PREFIX, Settings

_MOST_TOLD = 100


@click.group()
def command() -> None:
    """Look after the audit log."""


def _point(_context: click.Context, _option: click.Parameter, text: str | None) -> Point | None:
    try:
        return None if text is None else Point.parse(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


@command.command()
@click.option(
    "--expect",
    metavar="NUMBER:MAC",
    callback=_point,
    help="A point that was printed before; it has to be in the chain still.",
)
def verify(expect: Point | None) -> None:
    """Walk the chain of the audit log and name what is wrong with it.

    Finds entries that were changed, put in, taken out or moved, a tail that was cut, a head that
    was changed, and entries that the sealer skipped. Entries written after the last seal are
    listed as pending and are no fault: a running server seals them within seconds. Personal
    values that were erased are no fault; how many entries lack them is told.

    One thing can't be seen from inside: that the whole log was set back to an earlier state of
    its own, as by restoring an old copy. So keep what is printed at the end somewhere else, and
    give it to --expect the next time.
    """
    settings = failing.settings()
    _must_have_secret(settings)
    with opened(settings) as database:
        _verify(database, app.keyring(settings), expect)


def _verify(database: Database, keyring: Keyring, expected: Point | None) -> None:
    walk = Verification(database, keyring, SystemClock().now(), expected)
    with click.progressbar(length=walk.length(), label="entries", file=sys.stderr) as bar:
        walk.told = bar.update
        found = list(islice(walk.findings(), _MOST_TOLD + 1))
    for finding in found[:_MOST_TOLD]:
        click.echo(finding.sentence)
    for entry in walk.pending:
        click.echo(f"pending: {entry}")
    if walk.waiting > len(walk.pending):
        click.echo(f"pending: {walk.waiting - len(walk.pending)} more entries")
    if found:
        raise click.ClickException(_how_many(found))
    if walk.without_personal:
        click.echo(f"{walk.without_personal} have no address and program, as after an erasure")
    if walk.waiting:
        click.echo(f"{walk.waiting} pending entries; a running server seals them within seconds")
    click.echo(f"{walk.end.number} sealed entries, and the chain is whole")
    if walk.end.number:
        click.echo(f"keep this elsewhere, for --expect: {walk.end}")


def _how_many(found: list[Finding]) -> str:
    if len(found) > _MOST_TOLD:
        return f"the audit log is not whole: the first {_MOST_TOLD} findings are above"
    return f"the audit log is not whole: {len(found)} findings"


def _must_have_secret(settings: Settings) -> None:
    """A secret made here and now would fit nothing, and be in the way of the real one."""
    if not settings.secret_keys and not settings.secret_file.exists():
        raise click.ClickException(
            f"there is no secret to verify by: set {PREFIX}SECRET_KEYS, or {PREFIX}DATA_DIR to "
            f"the folder of {settings.secret_file.name}"
        )
