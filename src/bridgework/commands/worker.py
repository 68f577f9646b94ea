"""`bridgework worker`."""

import signal
from threading import Event, Thread

import click

from bridgework import app
from bridgework.commands import failing
from bridgework.commands.migrate import schema_of
from bridgework.kit import log


@click.command()
def command() -> None:
    """Send mail, and tell Luma of events where it is connected: for a fleet.

    SIGTERM ends it after the letter or the event in hand.
    """
    settings = failing.settings()
    with failing.told(), schema_of(settings) as schema:
        schema.must_match()
    log.configure(settings.log_format, frank=settings.env == "development")
    house = app.create_app(settings)
    stopping = Event()

    def stop(_signal: int, _frame: object) -> None:
        stopping.set()
        house.app_state.outbox_signal.set()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    telling = [] if house.telling is None else [Thread(target=house.telling.run, args=(stopping,))]
    if house.tracer is not None:
        house.tracer.start()
    for thread in telling:
        thread.start()
    house.worker.run(stopping)
    for thread in telling:
        thread.join()
    house.app_state.database.close()
    if house.tracer is not None:
        house.tracer.close()
