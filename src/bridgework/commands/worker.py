"""`bridgework worker`."""

import signal
from threading import Event, Thread

import click

from bridgework import app
from bridgework.commands import errors
from bridgework.commands.migrate import schema_of
from bridgework.kit import log


@click.command()
def command() -> None:
    """Do the background work of an installation with several nodes.

    It sends e-mails and webhooks, syncs events with Luma, and runs the periodic tasks while it
    holds their lease. SIGTERM stops the worker after the current e-mail, event, task or deliveries.
    """
    settings = errors.settings()
    with errors.as_messages(), schema_of(settings) as schema:
        schema.must_match()
    log.configure(settings.log_format, unredacted=settings.env == "development")
    application = app.create_app(settings, session_name="bridgework worker", is_worker=True)
    stopping = Event()

    def stop(_signal: int, _frame: object) -> None:
        stopping.set()
        application.app_state.outbox_signal.set()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    runs = [application.webhook_worker.run, application.scheduler.run]
    if application.luma_sync is not None:
        runs.append(application.luma_sync.run)
    threads = [Thread(target=run, args=(stopping,)) for run in runs]
    if application.tracer is not None:
        application.tracer.start()
    for thread in threads:
        thread.start()
    application.worker.run(stopping)
    for thread in threads:
        thread.join()
    application.webhook_worker.close()
    application.app_state.storage.close()
    application.app_state.database.close()
    if application.tracer is not None:
        application.tracer.close()
