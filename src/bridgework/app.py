"""The front door: the one place that wires settings, database and areas into the application."""

import asyncio
import gc
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from bridgework import adapters, routes, wiring
from bridgework.areas.accounts import codes, invitations, sessions
from bridgework.areas.audit import actions as audit
from bridgework.areas.calendar import ics
from bridgework.areas.calendar.guests import actions as guests
from bridgework.areas.directory import actions as directory
from bridgework.areas.feed import actions as feed
from bridgework.areas.jobs.applications import actions as job_applications
from bridgework.areas.jobs.people import actions as job_people
from bridgework.areas.jobs.postings import actions as jobs
from bridgework.areas.partners import actions as partners
from bridgework.areas.privacy import actions as privacy
from bridgework.areas.recruiting import actions as recruiting
from bridgework.areas.roles.postings import actions as roles
from bridgework.areas.uploads import sweeping as old_files
from bridgework.kit import secret_file
from bridgework.kit.auth import Caller
from bridgework.kit.backup import erased_list
from bridgework.kit.chores import Chore, Chores
from bridgework.kit.clock import Clock, SystemClock
from bridgework.kit.db.database import Database, open_database
from bridgework.kit.db.transaction import Tx
from bridgework.kit.documents import Documents
from bridgework.kit.ended_sessions import EndedSessions
from bridgework.kit.http.app import Edge, Lifespan
from bridgework.kit.http.context import Kit
from bridgework.kit.http.execution import CALL_THREADS, SLOW_THREADS, Performer
from bridgework.kit.idempotency import store as idempotency
from bridgework.kit.keyring import Keyring
from bridgework.kit.limits import budgets
from bridgework.kit.limits.counter import Counter
from bridgework.kit.metrics import Metrics
from bridgework.kit.outbox import store as outbox
from bridgework.kit.outbox.bell import Bell
from bridgework.kit.outbox.rendering import Renderer
from bridgework.kit.outbox.worker import Worker
from bridgework.kit.paging.remembered import Remembered
from bridgework.kit.partner_keys import KeyClaims, PartnerKeys
from bridgework.kit.passwords import Passwords
from bridgework.kit.seen import Seen
from bridgework.kit.tokens import AccessTokens, Claims
from bridgework.kit.tracing.tracer import NO_STEPS, Steps, Tracer
from bridgework.settings import Settings

if TYPE_CHECKING:
    from bridgework.areas.calendar.luma.telling import Telling

_SWITCH_SECONDS = 0.0005
"""How long a busy thread may keep the interpreter from the loop; Python's own is ten times it."""

_SWEEPS = (
    audit.note_overdue,
    budgets.sweep,
    codes.sweep,
    invitations.sweep,
    sessions.sweep,
    idempotency.sweep,
    outbox.sweep,
    feed.sweep,
    old_files.sweep,
    directory.refresh_worn,
    roles.refresh_worn,
    jobs.expire,
    jobs.refresh_worn,
    job_people.refresh_worn,
    recruiting.sweep,
)
_SEALING_SECONDS = 5.0
"""How long an entry of the audit log may wait for its seal."""
_WRITING_SECONDS = 5.0
"""How long the guests of an event wait who are too many to be written to at once."""
_TIDYING_SECONDS = 3600.0
"""How long the remains of an upload that broke off with the process may wait beyond their day."""
_NOTING_SECONDS = 3600.0
"""How long the list of the erased may lack somebody whose process died as it noted them."""
_RENEWING_SECONDS = 5.0
"""How soon after a start with new words of the trade the directory is found by them."""

wiring.join()


@dataclass(frozen=True, slots=True)
class Application:
    """A wired application: what answers requests, and what works beside it."""

    edge: Edge
    kit: Kit
    worker: Worker
    chores: Chores
    telling: "Telling | None"
    """Who tells Luma of events, where it is connected."""
    tracer: Tracer | None = None
    """Who tells a collector of traces, where there is one."""


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


def build(
    settings: Settings, clock: Clock | None = None, on_start: Callable[[], None] | None = None
) -> Application:
    """Wire everything, but start no thread. `on_start` is called when the application starts."""
    clock = clock or SystemClock()
    keys = keyring(settings)
    operations = routes.operations()
    tracer = adapters.tracer(settings)
    steps = tracer or NO_STEPS
    kit = Kit(
        settings=settings,
        clock=clock,
        database=database(settings),
        keyring=keys,
        tokens=AccessTokens(keys, clock, issuer=settings.public_url, lifetime=settings.token_life),
        passwords=Passwords(refuse_common=settings.refuse_common_passwords),
        bell=Bell(),
        documents=Documents(operations, settings),
        partner_keys=PartnerKeys(keys),
        seen=Seen(),
        bot_check=adapters.bot_check(settings, steps),
        storage=adapters.storage(settings, keys, clock),
        counter=adapters.counter(settings, settings.rate_limit, clock),
        admin_counter=adapters.counter(settings, settings.admin_rate_limit, clock),
        ended_sessions=EndedSessions(),
        metrics=Metrics(),
        remembered=Remembered(),
        parts=adapters.parts(settings, clock, steps),
    )
    worker = make_worker(kit, steps)
    performer = Performer(kit, identify)
    chores = Chores(kit.database, clock, _chores(kit))
    telling = adapters.telling(kit, steps)
    works = {"outbox": worker.run, "chores": chores.run}
    works |= {} if telling is None else {"luma": telling.run}
    lifespan = _Lifespan(kit, works, performer, kit.counter, tracer, on_start)
    start_and_stop = Lifespan(lifespan.start, lifespan.stop)
    edge = Edge(kit, operations, performer, kit.counter, start_and_stop, tracer)
    return Application(edge, kit, worker, chores, telling, tracer)


def identify(tx: Tx, credentials: Claims | KeyClaims, now: datetime) -> Caller | None:
    """Who calls, as the database knows them at this moment; None if they may no more."""
    if isinstance(credentials, KeyClaims):
        return partners.identify(tx, credentials, now)
    return sessions.identify(tx, credentials, now)


def make_worker(kit: Kit, steps: Steps = NO_STEPS) -> Worker:
    """The worker that empties the outbox."""
    return Worker(
        database=kit.database,
        keyring=kit.keyring,
        renderer=Renderer(kit.settings, kit.keyring, ics.enclosing(kit.settings)),
        way_out=adapters.way_out(kit.settings),
        clock=kit.clock,
        bell=kit.bell,
        metrics=kit.metrics,
        steps=steps,
    )


def _chores(kit: Kit) -> list[Chore]:
    sweeping = [Chore(f"{sweep.__module__}.{sweep.__name__}", sweep) for sweep in _SWEEPS]
    seal = partial(audit.seal, kit.keyring)
    seen = [
        Chore(name, partial(write, kit.seen), at_the_end=True, begins=begins, stands=stands)
        for name, write, begins, stands in (
            (
                "noting sessions",
                sessions.write_seen,
                kit.seen.sessions_due,
                kit.seen.sessions_written,
            ),
            ("noting keys", partners.write_used, kit.seen.keys_due, kit.seen.keys_written),
        )
    ]
    noted_in = erased_list.beside(kit.settings)
    erasing = Chore("erasing accounts", partial(privacy.erase_due, noted_in))
    noting = [
        Chore("noting erasures", partial(privacy.note_erased, file), every=_NOTING_SECONDS)
        for file in filter(None, [noted_in])
    ]
    cv_life = timedelta(days=kit.settings.declined_cv_days)
    erasing_cvs = Chore("erasing CVs", partial(job_applications.erase_cvs, cv_life))
    renewing = Chore("renewing the directory", directory.renew, every=_RENEWING_SECONDS)
    deleting = partial(old_files.delete_files, kit.database, kit.storage)
    return [
        *sweeping,
        erasing_cvs,
        Chore("deleting files", deleting),
        Chore("tidying uploads", partial(old_files.tidy, kit.storage), every=_TIDYING_SECONDS),
        *seen,
        erasing,
        *noting,
        Chore("writing to guests", partial(guests.write_rest, kit.keyring), every=_WRITING_SECONDS),
        renewing,
        Chore("sealing", seal, every=_SEALING_SECONDS, at_the_end=True),
    ]


class _Lifespan:
    """Starts what works in the background with the server, and ends everything in order."""

    def __init__(
        self,
        kit: Kit,
        works: Mapping[str, Callable[[threading.Event], None]],
        performer: Performer,
        counter: Counter,
        tracer: Tracer | None,
        on_start: Callable[[], None] | None,
    ) -> None:
        """`works` are what goes on in threads of their own, by their names."""
        self._kit = kit
        self._performer = performer
        self._counter = counter
        self._tracer = tracer
        self._on_start = on_start
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=work, args=(self._stopping,), name=name)
            for name, work in works.items()
        ]

    async def start(self) -> None:
        sys.setswitchinterval(_SWITCH_SECONDS)
        # What is loaded by now stays for good: the collector need not walk it again and again.
        gc.collect()
        gc.freeze()
        if self._tracer is not None:
            self._tracer.start()
        for thread in self._threads:
            thread.start()
        if self._on_start is not None:
            self._on_start()

    async def stop(self) -> None:
        self._stopping.set()
        self._kit.bell.ring()
        for thread in self._threads:
            if thread.is_alive():
                await asyncio.to_thread(thread.join)
        await asyncio.to_thread(self._performer.close)
        await self._counter.close()
        await self._kit.admin_counter.close()
        self._kit.bot_check.close()
        self._kit.storage.close()
        for part in self._kit.parts.values():
            part.close()
        self._kit.database.close()
        if self._tracer is not None:
            await asyncio.to_thread(self._tracer.close)
