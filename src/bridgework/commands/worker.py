"""`bridgework worker`."""

import signal
from socket import socket
from threading import Event, Thread

import click

from bridgework import app
from bridgework.app import Application
from bridgework.commands import errors, secret_key
from bridgework.commands.migrate import schema_of
from bridgework.commands.processes import serving
from bridgework.commands.processes.worker_port import WorkerPort
from bridgework.kit.core.observability import log


@click.command()
@click.option(
    "--metrics-port",
    type=click.IntRange(1, 65535),
    help="Port of /metrics and /livez; without it, the worker listens on no port.",
)
@click.option(
    "--metrics-host", default="127.0.0.1", show_default=True, help="Address of this port."
)
def command(metrics_port: int | None, metrics_host: str) -> None:
    """Do the background work of an installation with several nodes.

    It sends e-mails and webhooks, syncs events with Luma, and runs the periodic tasks while it
    holds their lease. SIGTERM stops the worker after the current e-mail, event, task or deliveries.
    """
    settings = errors.settings()
    with errors.as_messages(), schema_of(settings) as schema:
        schema.must_match()
        secret_key.must_be_known(settings)
    log.configure(settings.log_format, unredacted=settings.env == "development")
    listener = None
    if metrics_port is not None:
        listener = serving.listen(metrics_host, metrics_port, "--metrics-port")
    application = app.create_app(settings, session_name="bridgework worker", is_worker=True)
    stopping = Event()

    def stop(_signal: int, _frame: object) -> None:
        stopping.set()
        application.app_state.outbox_signal.set()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    _work(application, stopping, listener)


def _work(application: Application, stopping: Event, listener: socket | None) -> None:
    """Do the background work until `stopping` is set, and respond at the listening socket."""
    runs = [application.webhook_worker.run, application.scheduler.run]
    runs += [worker.run for worker in application.mail_workers.values()]
    if application.luma_sync is not None:
        runs.append(application.luma_sync.run)
    threads = [Thread(target=run, args=(stopping,)) for run in runs]
    if application.tracer is not None:
        application.tracer.start()
    for thread in threads:
        thread.start()
    port = None if listener is None else WorkerPort(application.app_state, listener)
    for thread in threads:
        thread.join()
    if port is not None:
        port.close()
    application.webhook_worker.close()
    application.app_state.storage.close()
    application.app_state.database.close()
    if application.tracer is not None:
        application.tracer.close()
