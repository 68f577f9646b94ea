"""`bridgework demo`."""

import os
import tempfile
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import click

from bridgework.commands import errors
from bridgework.commands.demo_data import load_world, refuse_production
from bridgework.commands.processes import serving, sqlite_lock, worker_process
from bridgework.demo import people
from bridgework.demo.loading import EXPERTS
from bridgework.kit.api_docs import SampleAccount
from bridgework.kit.core import SystemClock
from bridgework.settings import PREFIX, Settings

_PEOPLE = (
    (people.ADA, "expert, in the directory"),
    (people.BEN, "client"),
    (people.CARLA, "clinic owner"),
    (people.CYRUS, "candidate"),
    (people.VERA, "vendor"),
    (people.OMAR, "ambassador"),
    (people.ROOT, "administrator"),
    (people.MALLORY, "has not verified her e-mail address"),
)


@click.command()
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(1, 65535),
    help="Port to listen on.",
)
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    help="Directory of the data. Default: BRIDGEWORK_DATA_DIR, or data.",
)
@click.option(
    "--temporary", is_flag=True, help="Use a temporary directory, which is deleted at the end."
)
def command(port: int, data_dir: Path | None, *, temporary: bool) -> None:
    """Load the demo data into an empty data directory and serve it on localhost.

    Later runs keep the data of the earlier ones. Refused in production and for a database with
    other accounts.
    """
    if temporary and data_dir:
        raise click.UsageError("Use either --data-dir or --temporary.")
    with ExitStack() as stack:
        if temporary:
            folder = tempfile.TemporaryDirectory(prefix="bridgework-demo-")
            data_dir = Path(stack.enter_context(folder))
        if data_dir:
            # The worker process reads the settings again, and an option precedes `.env`.
            os.environ[f"{PREFIX}DATA_DIR"] = str(data_dir)
        _serve(port, temporary=temporary)


def _serve(port: int, *, temporary: bool) -> None:
    settings = errors.settings(
        env="development",
        public_url=f"http://localhost:{port}",
        log_format="text",
        public_jobs=True,
    )
    # The worker process reads the settings again.
    os.environ[f"{PREFIX}PUBLIC_JOBS"] = str(settings.public_jobs).lower()
    refuse_production(settings)  # before the lock creates the data directory
    with sqlite_lock.hold(settings):
        load_world(settings, EXPERTS)
        serving.serve(
            settings,
            "127.0.0.1",
            port,
            workers=1,
            on_ready=lambda: click.echo(_welcome(settings, temporary=temporary)),
            load=partial(worker_process.load, sample_accounts=_sample_accounts()),
        )


def _sample_accounts() -> list[SampleAccount]:
    """The people who can sign in, for the docs page."""
    named = people.people(SystemClock().now().date())
    records = {record["email"]: record for record in named.values()}
    return [
        SampleAccount(
            name=f"{records[email]['first_name']} {records[email]['last_name']}",
            about=about[0].upper() + about[1:],
            operation="adminLogin" if email == people.ROOT else "login",
            body={"email": email, "masterPassword": people.MASTER_PASSWORD}
            if email == people.ROOT
            else {"email": email, "password": people.PASSWORD},
        )
        for email, about in _PEOPLE
        if email != people.MALLORY
    ]


def _welcome(settings: Settings, *, temporary: bool) -> str:
    width = max(len(email) for email, _ in _PEOPLE)
    site = f"  member site       {settings.own_site_url}/"
    console = f"  console           {settings.public_url}/console/  (sign in as {people.ROOT})"
    after = "then the data is deleted" if temporary else "the next run keeps the data"
    lines = [
        "",
        f"Bridgework runs at  {settings.public_url}",
        *([site] if settings.site else []),
        *([console] if settings.console else []),
        f"  API docs          {settings.public_url}/docs/",
        f"  experts           {settings.public_url}/experts",
        f"  blog              {settings.public_url}/blogs",
        f"  e-mails           {settings.smtp_url or settings.mail_dir.resolve()}",
        "",
        f"Accounts, all with the password {people.PASSWORD}:",
        *(f"  {email.ljust(width)}  {what}" for email, what in _PEOPLE),
        f"  (the administrator's master password is {people.MASTER_PASSWORD})",
        "",
        f"Press Ctrl+C to stop; {after}.",
    ]
    return "\n".join(lines)
