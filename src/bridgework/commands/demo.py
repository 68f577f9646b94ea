"""`bridgework demo`."""

from functools import partial

import click

from bridgework.commands import errors, serving, worker_process
from bridgework.commands.demo_data import load_world
from bridgework.demo import people
from bridgework.demo.loading import EXPERTS
from bridgework.kit.api_docs.swagger_ui import SampleAccount
from bridgework.kit.clock import SystemClock
from bridgework.settings import Settings

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
def command(port: int) -> None:
    """Load the demo data into an empty data directory and serve it on localhost.

    Later runs keep the data of the earlier ones. Refused in production and for a database with
    other accounts.
    """
    settings = errors.settings(
        env="development", public_url=f"http://localhost:{port}", log_format="text"
    )
    load_world(settings, EXPERTS)
    serving.serve(
        settings,
        "127.0.0.1",
        port,
        workers=1,
        on_ready=lambda: click.echo(_welcome(settings)),
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


def _welcome(settings: Settings) -> str:
    width = max(len(email) for email, _ in _PEOPLE)
    console = f"  console           {settings.public_url}/console/  (sign in as {people.ROOT})"
    lines = [
        "",
        f"Bridgework runs at  {settings.public_url}",
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
        "Press Ctrl+C to stop; the next run keeps the data.",
    ]
    return "\n".join(lines)
