"""`bridgework demo`."""

import click

from bridgework.commands import errors, serving
from bridgework.commands.demo_data import load_world
from bridgework.demo import people
from bridgework.demo.loading import EXPERTS
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
    """Load the demo data into an empty data directory and serve it on 127.0.0.1.

    Later runs keep the data of the earlier ones. Refused in production and for a database with
    other accounts.
    """
    settings = errors.settings(
        env="development", public_url=f"http://127.0.0.1:{port}", log_format="text"
    )
    load_world(settings, EXPERTS)
    serving.serve(
        settings, "127.0.0.1", port, workers=1, on_ready=lambda: click.echo(_welcome(settings))
    )


def _welcome(settings: Settings) -> str:
    width = max(len(email) for email, _ in _PEOPLE)
    lines = [
        "",
        f"Bridgework runs at  {settings.public_url}",
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
