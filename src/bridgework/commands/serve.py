"""`bridgework serve`."""

import click

from bridgework import app
from bridgework.commands import errors, secret_key
from bridgework.commands.migrate import schema_of, user_settings_to_change
from bridgework.commands.processes import serving, sqlite_lock

_CHECK_SECONDS = 2.0
"""A larger database is checked further while the server runs."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(1, 65535),
    help="Port to listen on.",
)
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Worker processes; more than one requires PostgreSQL and Redis.",
)
@click.option("--migrate", is_flag=True, help="Upgrade the database to the newest schema first.")
@click.option(
    "--new-secret-key",
    is_flag=True,
    help="Continue with a new secret, if the one of this installation is lost.",
)
def command(host: str, port: int, workers: int, *, migrate: bool, new_secret_key: bool) -> None:
    """Serve the API and send e-mails from the same process.

    Settings are read from environment variables and a .env file; see `bridgework config check`.
    SIGTERM stops the server after the current requests; SIGHUP replaces the worker processes.
    """
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"  # IPv6 in brackets
    settings = errors.settings(public_url=f"http://{address}")
    with sqlite_lock.hold(settings):
        errors.must_be_intact(settings, _CHECK_SECONDS)
        with errors.as_messages(), schema_of(settings) as schema:
            if migrate:
                schema.migrate()
            schema.must_match()
            if new_secret_key:
                secret_key.replace(settings)
            secret_key.must_be_known(settings)
            app.keyring(settings)  # refuses a secret file that cannot be used
            if statements := user_settings_to_change(settings):
                warning = f"warning: run in the database, for the pooler: {statements}"
                click.secho(warning, fg="yellow", err=True)
        ready = f"bridgework serves {settings.public_url} on {address}"
        serving.serve(settings, host, port, workers, on_ready=lambda: click.echo(ready, err=True))
