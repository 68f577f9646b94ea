"""The application: the one place that wires settings, database and areas together."""

import asyncio
import gc
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from bridgework import event_handlers, providers, routes
from bridgework.areas.accounts import sessions
from bridgework.areas.api_keys import actions as partners
from bridgework.areas.calendar import emails as calendar
from bridgework.kit import log, secret_file
from bridgework.kit.api_docs.api_docs import ApiDocs
from bridgework.kit.auth import Caller
from bridgework.kit.clock import Clock, SystemClock
from bridgework.kit.db.database import Database, open_database
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ended_sessions import EndedSessions
from bridgework.kit.http.app import ApiApp
from bridgework.kit.http.context import AppState
from bridgework.kit.http.execution import CALL_THREADS, SLOW_THREADS, OperationRunner
from bridgework.kit.keyring import Keyring
from bridgework.kit.last_seen import LastSeen
from bridgework.kit.metrics import Metrics
from bridgework.kit.outbox.email_renderer import EmailRenderer
from bridgework.kit.outbox.worker import Worker
from bridgework.kit.pagination.count_cache import CountCache
from bridgework.kit.partner_keys import KeyClaims, PartnerKeys
from bridgework.kit.passwords import Passwords
from bridgework.kit.scheduler import Scheduler
from bridgework.kit.tokens import AccessTokens, Claims
from bridgework.kit.tracing.tracer import NO_STEPS, Steps, Tracer
from bridgework.periodic_tasks import periodic_tasks
from bridgework.settings import Settings

if TYPE_CHECKING:
    from bridgework.areas.calendar.luma.sync import LumaSync

_SWITCH_SECONDS = 0.0005
"""How long a busy thread may keep the interpreter from the loop; Python's own is ten times it."""

event_handlers.join()


@dataclass(frozen=True, slots=True)
class Application:
    """The wired application: what answers requests, and what works in the background."""

    api: ApiApp
    app_state: AppState
    worker: Worker
    scheduler: Scheduler
    telling: "LumaSync | None"
    """Sends events to Luma, where it is connected."""
    tracer: Tracer | None
    stop: Callable[[], Awaitable[None]]

    async def close(self) -> None:
        """Release everything, for an application that is not run by an ASGI server."""
        self.api.close()
        await self.stop()


def keyring(settings: Settings) -> Keyring:
    """The keys of this installation; the first start makes the secret they come from."""
    return Keyring(settings.secret_keys or secret_file.read_or_make(settings.secret_file))


def database(settings: Settings) -> Database:
    """The database of this installation."""
    return open_database(
        settings.database_address,
        durability=settings.how_durable,
        threads=CALL_THREADS + SLOW_THREADS,
    )


def create_app(
    settings: Settings, clock: Clock | None = None, on_start: Callable[[], None] | None = None
) -> Application:
    """Wire everything, but start no thread. `on_start` is called when the application starts."""
    clock = clock or SystemClock()
    keys = keyring(settings)
    operations = routes.operations()
    tracer = providers.tracer(settings)
    steps = tracer or NO_STEPS
    app_state = AppState(
        settings=settings,
        clock=clock,
        database=database(settings),
        keyring=keys,
        tokens=AccessTokens(keys, clock, issuer=settings.public_url, lifetime=settings.token_life),
        passwords=Passwords(refuse_common=settings.refuse_common_passwords),
        outbox_signal=threading.Event(),
        api_docs=ApiDocs(operations, settings, routes.DESCRIPTION),
        partner_keys=PartnerKeys(keys),
        last_seen=LastSeen(),
        captcha=providers.captcha_verifier(settings, steps),
        storage=providers.storage(settings, keys, clock),
        rate_limiter=providers.rate_limiter(settings, settings.rate_limit, clock),
        admin_rate_limiter=providers.rate_limiter(settings, settings.admin_rate_limit, clock),
        ended_sessions=EndedSessions(),
        metrics=Metrics(),
        count_cache=CountCache(),
        integrations=providers.integrations(settings, clock, steps),
    )
    runner = OperationRunner(app_state, identify)
    worker = make_worker(app_state, steps)
    scheduler = Scheduler(app_state.database, clock, periodic_tasks(app_state))
    telling = providers.telling(app_state, steps)
    background = {"outbox": worker.run, "scheduler": scheduler.run}
    background |= {} if telling is None else {"luma": telling.run}
    lifespan = _Lifespan(app_state, background, runner, tracer, on_start)
    api = ApiApp(app_state, operations, runner, app_state.rate_limiter, lifespan, tracer)
    return Application(api, app_state, worker, scheduler, telling, tracer, lifespan.stop)


def identify(tx: Tx, credentials: Claims | KeyClaims, now: datetime) -> Caller | None:
    """Who calls, as the database knows them at this moment; None if they may no more."""
    if isinstance(credentials, KeyClaims):
        return partners.identify(tx, credentials, now)
    return sessions.identify(tx, credentials, now)


def make_worker(app_state: AppState, steps: Steps = NO_STEPS) -> Worker:
    """The worker that empties the outbox."""
    return Worker(
        database=app_state.database,
        renderer=EmailRenderer(
            app_state.settings, app_state.keyring, calendar.calendar_parts(app_state.settings)
        ),
        transport=providers.mail_transport(app_state.settings),
        clock=app_state.clock,
        signal=app_state.outbox_signal,
        metrics=app_state.metrics,
        steps=steps,
    )


class _Lifespan:
    """Starts the background threads with the server, and ends everything in order."""

    def __init__(
        self,
        app_state: AppState,
        background: Mapping[str, Callable[[threading.Event], None]],
        runner: OperationRunner,
        tracer: Tracer | None,
        on_start: Callable[[], None] | None,
    ) -> None:
        """`background` are the functions that run in threads of their own, by name."""
        self._app_state = app_state
        self._runner = runner
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
            self.start()
            yield
        finally:
            api.close()
            await self.stop()
            access_log.stop()

    def start(self) -> None:
        sys.setswitchinterval(_SWITCH_SECONDS)
        # The objects loaded by now stay for good, so the garbage collector need not visit them.
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
        app_state.outbox_signal.set()
        for thread in self._threads:
            if thread.is_alive():
                await asyncio.to_thread(thread.join)
        await asyncio.to_thread(self._runner.close)
        await app_state.rate_limiter.close()
        await app_state.admin_rate_limiter.close()
        for resource in (
            app_state.captcha,
            app_state.storage,
            app_state.integrations,
            app_state.database,
        ):
            resource.close()
        if self._tracer is not None:
            await asyncio.to_thread(self._tracer.close)
