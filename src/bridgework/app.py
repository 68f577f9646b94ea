"""The application: wires settings, database, areas and background threads together."""

import asyncio
import gc
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bridgework import areas, event_handlers, gauges, providers, routes
from bridgework.areas.back_office.imports.worker import ImportWorker
from bridgework.areas.back_office.webhooks.delivery.worker import WebhookWorker
from bridgework.areas.back_office.webhooks.policies import TIMEOUT_SECONDS
from bridgework.areas.community.calendar import emails as calendar
from bridgework.areas.history.changes import stream as change_stream
from bridgework.areas.history.notifications import stream as notification_stream
from bridgework.areas.identity.accounts.sign_in import sessions
from bridgework.areas.identity.api_keys import actions as partners
from bridgework.context import AppState
from bridgework.kit.actions import EventPublisher, EventStreams
from bridgework.kit.api_docs import StaticSite
from bridgework.kit.core import Clock, SystemClock
from bridgework.kit.core.net.certificates import CertificateCheck
from bridgework.kit.core.observability import Metrics, log
from bridgework.kit.core.observability.tracing import NO_SPANS, SpanFactory, Tracer
from bridgework.kit.data.db import Database, IntegrityMonitor, Tx, open_database
from bridgework.kit.data.pagination import CountCache
from bridgework.kit.delivery import (
    CheckedClient,
    Lease,
    Resolve,
    Scheduler,
    TaskFailures,
    resolve,
)
from bridgework.kit.delivery.outbox import PRIORITIES, Priority, Worker
from bridgework.kit.delivery.outbox.rendering import EmailOptions, EmailRenderer
from bridgework.kit.http import ApiApp, OperationRunner
from bridgework.kit.http.operations import DATABASE_THREADS
from bridgework.kit.http.requests import HttpOptions
from bridgework.kit.security import (
    AccessTokens,
    AdminSessionLimits,
    ApiKeys,
    Caller,
    Claims,
    EndedSessions,
    KeyClaims,
    Keyring,
    LastSeen,
    Passwords,
    secret_file,
)
from bridgework.kit.storage import Storage, StorageCheck
from bridgework.periodic_tasks import periodic_tasks
from bridgework.settings import Settings
from bridgework.web import console_files

if TYPE_CHECKING:
    from bridgework.areas.community.calendar.formats.luma.sync import LumaSync
    from bridgework.web.site_files import Site

_SWITCH_SECONDS = 0.0005
"""How long a busy thread may hold the interpreter while others wait; the default is 5 ms."""


@dataclass(frozen=True, slots=True)
class Application:
    """The ASGI application and its background work."""

    api: ApiApp
    app_state: AppState
    mail_workers: Mapping[Priority, Worker]
    scheduler: Scheduler
    publisher: EventPublisher
    notification_publisher: EventPublisher
    luma_sync: "LumaSync | None"
    import_worker: ImportWorker
    webhook_worker: WebhookWorker
    tracer: Tracer | None
    stop: Callable[[], Awaitable[None]]

    async def close(self) -> None:
        """Release all resources of an application that is not run by an ASGI server."""
        self.api.close()
        await self.stop()


def keyring(settings: Settings) -> Keyring:
    """The keyring; the first start generates its secret."""
    return Keyring(settings.secret_keys or secret_file.read_or_create(settings.secret_file))


def database(
    settings: Settings, *, session_name: str = "bridgework", statement_seconds: float | None = None
) -> Database:
    """Open the database. See `open_database`."""
    return open_database(
        settings.database_address,
        synchronous=settings.effective_synchronous,
        pooled=settings.database_pooler == "transaction",
        threads=DATABASE_THREADS,
        statement_seconds=statement_seconds,
        session_name=session_name,
    )


def create_app(
    settings: Settings,
    clock: Clock | None = None,
    on_start: Callable[[], None] | None = None,
    *,
    session_name: str = "bridgework serve",
    is_worker: bool = False,
) -> Application:
    """Create the application without starting a thread. Its lifespan calls `on_start`.

    `session_name` is the name of its sessions at PostgreSQL. A worker does the background work of
    the installation whatever the settings are.
    """
    event_handlers.connect()
    clock = clock or SystemClock()
    operations = routes.operations()
    tracer = providers.tracer(settings)
    spans = tracer or NO_SPANS
    app_state = _app_state(settings, clock, spans, session_name)
    runner = OperationRunner(app_state, partial(identify, settings.admin_sessions))
    mail_workers = {name: create_mail_worker(app_state, name, spans) for name in PRIORITIES}
    has_shared_work = is_worker or settings.background_tasks
    scheduler = _scheduler(app_state, takes_lease=has_shared_work)
    luma_sync = providers.luma_sync(app_state, spans)
    publisher = change_stream.create_publisher(app_state)
    notification_publisher = notification_stream.create_publisher(app_state)
    import_worker = ImportWorker(app_state)
    webhook_worker = create_webhook_worker(app_state)
    own = {"scheduler": scheduler.run, "changes": publisher.run, "imports": import_worker.run}
    own["notifications"] = notification_publisher.run
    shared = {f"{name} e-mails": worker.run for name, worker in mail_workers.items()}
    shared["webhooks"] = webhook_worker.run
    shared |= {} if luma_sync is None else {"luma": luma_sync.run}
    background = own | _integrity_check(app_state.database) | (shared if has_shared_work else {})
    lifespan = _Lifespan(app_state, background, runner, webhook_worker, tracer, on_start)
    api = ApiApp(app_state, operations, runner, app_state.rate_limiter, lifespan, tracer)
    publishers = (publisher, notification_publisher)
    workers = (mail_workers, scheduler, *publishers, luma_sync, import_worker, webhook_worker)
    return Application(api, app_state, *workers, tracer, lifespan.stop)


def _integrity_check(database: Database) -> dict[str, Callable[[threading.Event], None]]:
    if database.dialect != "sqlite":
        return {}
    return {"integrity": IntegrityMonitor(database).run}


def identify(
    limits: AdminSessionLimits, tx: Tx, credentials: Claims | KeyClaims, now: datetime
) -> Caller | None:
    """The caller as stored in the database; None if the session or key is no longer valid."""
    if isinstance(credentials, KeyClaims):
        return partners.identify(tx, credentials, now)
    return sessions.identify(limits, tx, credentials, now)


def _scheduler(app_state: AppState, *, takes_lease: bool) -> Scheduler:
    return Scheduler(
        app_state.database,
        app_state.clock,
        periodic_tasks(app_state),
        lease=Lease(app_state.database, app_state.clock),
        takes_lease=takes_lease,
        metrics=app_state.metrics,
        failures=TaskFailures(),
    )


def create_mail_worker(
    app_state: AppState, priority: Priority, spans: SpanFactory = NO_SPANS
) -> Worker:
    """The worker that sends the e-mails of this priority, over a connection of its own."""
    return Worker(
        database=app_state.database,
        renderer=app_state.email_renderer,
        transport=providers.mail_transport(app_state.settings),
        clock=app_state.clock,
        wake=app_state.outbox_signal,
        metrics=app_state.metrics,
        priorities=[priority],
        spans=spans,
    )


def create_webhook_worker(app_state: AppState, resolve: Resolve = resolve) -> WebhookWorker:
    """The worker that sends changes to webhooks. `resolve` finds the addresses of their hosts."""
    client = CheckedClient(
        allow_private=app_state.settings.effective_webhook_private_networks,
        seconds=TIMEOUT_SECONDS,
        resolve=resolve,
    )
    return WebhookWorker(app_state.metrics, app_state, client)


def _app_state(settings: Settings, clock: Clock, spans: SpanFactory, session_name: str) -> AppState:
    keys, lifetime = keyring(settings), settings.token_lifetime
    storage = providers.storage(settings, keys, clock)
    storage_check = StorageCheck(storage)
    seconds = settings.request_timeout_seconds
    most_streams = settings.max_event_streams, settings.max_event_streams_per_caller
    opened = database(settings, session_name=session_name, statement_seconds=seconds)
    renderer = EmailRenderer(email_options(settings), keys, calendar.calendar_parts(settings))
    return AppState(
        settings=settings,
        http_options=_http_options(settings),
        clock=clock,
        database=opened,
        keyring=keys,
        tokens=AccessTokens(keys, clock, issuer=settings.public_url, lifetime=lifetime),
        passwords=Passwords(refuse_common=settings.refuse_common_passwords),
        outbox_signal=threading.Event(),
        api_docs=routes.api_docs(settings),
        console=_console(settings, storage) if settings.console else None,
        site=_site(settings, storage),
        api_keys=ApiKeys(keys),
        last_seen=LastSeen(),
        captcha=providers.captcha_verifier(settings, spans),
        storage=storage,
        storage_check=storage_check,
        scanner=providers.scanner(settings),
        certificate_check=CertificateCheck(providers.encrypted_endpoints(settings), clock),
        rate_limiter=providers.rate_limiter(settings, settings.rate_limit, clock),
        admin_rate_limiter=providers.rate_limiter(settings, settings.admin_rate_limit, clock),
        ended_sessions=EndedSessions(),
        event_streams=EventStreams(*most_streams),
        notification_streams=EventStreams(*most_streams),
        metrics=Metrics(),
        email_renderer=renderer,
        gauges=gauges.create(settings, opened, storage_check, clock),
        count_cache=CountCache(),
        integrations=providers.integrations(settings, clock, spans),
    )


def _console(settings: Settings, storage: Storage) -> StaticSite:
    name = settings.installation_name
    return StaticSite(partial(console_files.load_files, routes.operations(), storage, name))


def _site(settings: Settings, storage: Storage) -> "Site | None":
    if settings.site_file is None:
        return None
    from bridgework.web.site_files import Site  # only where the site is served

    content, name = settings.site_file, settings.installation_name
    url = settings.own_site_url
    return Site(settings.data_dir, content, name, routes.operations(), storage, url)


def email_options(settings: Settings) -> EmailOptions:
    return EmailOptions(
        templates=Path(areas.__file__).parent,
        installation=settings.installation,
        sender=settings.effective_mail_from,
        reply_to=settings.effective_reply_to,
        host=settings.public_host,
    )


def _http_options(settings: Settings) -> HttpOptions:
    in_development = settings.env == "development"
    return HttpOptions(
        installation=settings.installation,
        trusted_proxies=settings.trusted_proxies,
        cors_origins=settings.cors_origins,
        allow_local_origins=in_development,
        hsts_subdomains=settings.hsts_subdomains,
        internal_token=settings.metrics_token,
        # Behind a proxy that adds no header, every request looks local.
        trust_local_requests=in_development,
        request_timeout_seconds=settings.request_timeout_seconds,
        max_bodies=settings.max_bodies,
        max_bodies_per_address=settings.max_bodies_per_address,
        response_cache_bytes=settings.response_cache_bytes,
        public_cache_control=settings.public_cache_control,
        hide_accounts=settings.prevent_account_enumeration,
        require_second_factor=settings.admin_second_factor == "required",
        open_to_visitors=frozenset(["public_jobs"] if settings.public_jobs else []),
    )


class _Lifespan:
    """Starts the background threads with the server and stops everything in order."""

    def __init__(
        self,
        app_state: AppState,
        background: Mapping[str, Callable[[threading.Event], None]],
        runner: OperationRunner,
        webhook_worker: WebhookWorker,
        tracer: Tracer | None,
        on_start: Callable[[], None] | None,
    ) -> None:
        """`background` are the functions that run in threads of their own, by name."""
        self._app_state = app_state
        self._runner = runner
        self._webhook_worker = webhook_worker
        self._tracer = tracer
        self._on_start = on_start
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=run, args=(self._stopping,), name=name)
            for name, run in background.items()
        ]

    @asynccontextmanager
    async def __call__(self, api: ApiApp) -> AsyncIterator[None]:
        """The application's lifespan, as Starlette takes it."""
        access_log = log.queue_access_log(self._app_state.settings.log_format)
        try:
            self.start(api)
            yield
        finally:
            api.close()
            await self.stop()
            access_log.stop()

    def start(self, api: ApiApp) -> None:
        sys.setswitchinterval(_SWITCH_SECONDS)
        for pools in (self._runner, self._app_state.passwords, api):
            pools.start()
        # Objects loaded by now live as long as the process: the garbage collector skips them.
        gc.collect()
        gc.freeze()
        if self._tracer is not None:
            self._tracer.start()
        for thread in self._threads:
            thread.start()
        if self._on_start is not None:
            self._on_start()

    async def stop(self) -> None:
        app_state = self._app_state
        self._stopping.set()
        app_state.event_streams.close()
        app_state.notification_streams.close()
        app_state.outbox_signal.set()
        for thread in self._threads:
            if thread.is_alive():
                await asyncio.to_thread(thread.join)
        await asyncio.to_thread(self._runner.close)
        await app_state.rate_limiter.close()
        await app_state.admin_rate_limiter.close()
        for resource in (
            self._webhook_worker,
            app_state.captcha,
            app_state.storage,
            app_state.integrations,
            app_state.database,
        ):
            resource.close()
        if self._tracer is not None:
            await asyncio.to_thread(self._tracer.close)
