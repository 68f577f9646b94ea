"""`bridgework demo`."""

import click

from bridgework.commands import failing, serving
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
    (people.MALLORY, "has not proved her address"),
)


@click.command()
@click.option("--port", default=8000, show_default=True, help="Port to listen on.")
def command(port: int) -> None:
    """Fill an empty data folder with the demo world and serve it on 127.0.0.1.

    A second run starts where the first ended. Refused in production and on a database that
    holds real people.
    """
    settings = failing.settings(
        env="development", public_url=f"http://127.0.0.1:{port}", log_format="text"
    )
    load_world(settings, EXPERTS)
    click.echo(_welcome(settings))
    serving.serve(settings, "127.0.0.1", port, workers=1)


def _welcome(settings: Settings) -> str:
    width = max(len(email) for email, _ in _PEOPLE)
    lines = [
        "",
        f"Bridgework is at  {settings.public_url}",
        f"  docs to try     {settings.public_url}/docs/",
        f"  experts         {settings.public_url}/experts",
        f"  blog            {settings.public_url}/blogs",
        f"  mail goes to    {settings.smtp_url or settings.mail_dir.resolve()}",
        "",
        f"People, all with the password {people.PASSWORD}:",
        *(f"  {email.ljust(width)}  {what}" for email, what in _PEOPLE),
        f"  (the administrator's master password is {people.MASTER_PASSWORD})",
        "",
        "Ctrl+C ends it; the next run starts where this one ended.",
    ]
    return "\n".join(lines)
