"""`bridgework worker`."""

import signal
import threading

import click

from bridgework import app
from bridgework.commands import failing
from bridgework.commands.migrate import schema_of
from bridgework.kit import log


@click.command()
def command() -> None:
    """Send mail, and nothing else: for a fleet. SIGTERM ends it after the letter in hand."""
    settings = failing.settings()
    with failing.told(), schema_of(settings) as schema:
        schema.must_fit()
    log.configure(settings.log_format)
    house = app.build(settings)
    stopping = threading.Event()

    def stop(_signal: int, _frame: object) -> None:
        stopping.set()
        house.kit.bell.ring()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    house.worker.run(stopping)
    house.kit.database.close()
