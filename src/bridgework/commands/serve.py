"""`bridgework serve`."""

import click

from bridgework.commands import failing, serving
from bridgework.commands.migrate import schema_of


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, help="Port to listen on.")
@click.option(
    "--workers", default=1, show_default=True, help="Processes; more need PostgreSQL and Redis."
)
@click.option("--migrate", is_flag=True, help="Bring the database to the newest schema first.")
def command(host: str, port: int, workers: int, *, migrate: bool) -> None:
    """Serve the API, and send mail from the same process.

    Settings come from the environment or a .env; the environment is `production` unless
    BRIDGEWORK_ENV says otherwise. SIGTERM drains.
    """
    settings = failing.settings(public_url=f"http://{host}:{port}")
    with failing.told(), schema_of(settings) as schema:
        if migrate:
            schema.migrate()
        schema.must_match()
    click.echo(f"bridgework serves {settings.public_url} on {host}:{port}", err=True)
    serving.serve(settings, host, port, workers)
