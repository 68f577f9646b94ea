"""The front door: the one place that wires settings, database and areas into the application."""

import asyncio
import gc
import logging
import os
import sys
import threading
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from bridgework import routes
from bridgework.areas.accounts import codes, sessions
from bridgework.areas.accounts import hooks as accounts
from bridgework.areas.audit import actions as audit
from bridgework.areas.blogs import actions as blogs
from bridgework.areas.directory import actions as directory
from bridgework.areas.partners import actions as partners
from bridgework.areas.privacy import actions as privacy
from bridgework.kit import log, secret_file
from bridgework.kit.auth import Caller
from bridgework.kit.botcheck.check import BotCheck, NoCheck
from bridgework.kit.botcheck.vendors import VENDORS
from bridgework.kit.chores import Chore, Chores
from bridgework.kit.clock import Clock, SystemClock
from bridgework.kit.db.database import Database, open_database
from bridgework.kit.db.transaction import Tx
from bridgework.kit.documents import Documents
from bridgework.kit.http.call import Kit
from bridgework.kit.http.edge import Edge, Lifespan
from bridgework.kit.http.performance import CALL_THREADS, SLOW_THREADS, Performer
from bridgework.kit.idempotency import store as idempotency
from bridgework.kit.keys import Keyring
from bridgework.kit.limits import budgets
from bridgework.kit.limits.counter import Counter
from bridgework.kit.limits.memory import MemoryCounter
from bridgework.kit.outbox import store as outbox
from bridgework.kit.outbox.bell import Bell
from bridgework.kit.outbox.folder import MailFolder
from bridgework.kit.outbox.rendering import Renderer
from bridgework.kit.outbox.way_out import WayOut
from bridgework.kit.outbox.worker import Worker
from bridgework.kit.partner_keys import KeyClaims, PartnerKeys
from bridgework.kit.passwords import Passwords
from bridgework.kit.seen import Seen
from bridgework.kit.tokens import AccessTokens, Claims
from bridgework.settings import Settings, load

_log = logging.getLogger("bridgework")
_SWITCH_SECONDS = 0.0005
"""How long a busy thread may keep the interpreter from the loop; Python's own is ten times it."""
_YOUNG_OBJECTS = 20_000
"""Allocations between two collections of the youngest; Python's 700 would come once a request."""

_SWEEPS = (budgets.sweep, codes.sweep, idempotency.sweep, outbox.sweep)
_SEALING_SECONDS = 5.0
"""How long an entry of the audit log may wait for its seal."""

accounts.account_changed[:] = [directory.relist, blogs.author_changed]


@dataclass(frozen=True, slots=True)
class House:
    """A wired application: what answers requests, and what works beside it."""

    edge: Edge
    kit: Kit
    worker: Worker
    chores: Chores


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


def build(settings: Settings, clock: Clock | None = None) -> House:
    """Wire everything. Opens files and pools, starts no thread and answers nothing yet."""
    clock = clock or SystemClock()
    keys = keyring(settings)
    operations = routes.operations()
    kit = Kit(
        settings=settings,
        clock=clock,
        database=database(settings),
        keyring=keys,
        tokens=AccessTokens(keys, clock, issuer=settings.public_url, lifetime=settings.token_life),
        passwords=Passwords(),
        bell=Bell(),
        documents=Documents(operations, settings),
        partner_keys=PartnerKeys(keys),
        seen=Seen(),
        bot_check=_bot_check(settings),
    )
    worker = make_worker(kit)
    performer = Performer(kit, identify)
    counter = _counter(settings, clock)
    chores = Chores(kit.database, clock, _chores(kit))
    lifespan = _Lifespan(kit, worker, chores, performer, counter)
    edge = Edge(kit, operations, performer, counter, Lifespan(lifespan.start, lifespan.stop))
    return House(edge, kit, worker, chores)


def identify(tx: Tx, credentials: Claims | KeyClaims, now: datetime) -> Caller | None:
    """Who calls, as the database knows them at this moment; None if they may no more."""
    if isinstance(credentials, KeyClaims):
        return partners.identify(tx, credentials, now)
    return sessions.identify(tx, credentials)


def make_worker(kit: Kit) -> Worker:
    """The worker that empties the outbox."""
    return Worker(
        database=kit.database,
        keyring=kit.keyring,
        renderer=Renderer(kit.settings, kit.keyring),
        way_out=_way_out(kit.settings),
        clock=kit.clock,
        bell=kit.bell,
    )


def _way_out(settings: Settings) -> WayOut:
    if settings.smtp_url is None:
        return MailFolder(settings.mail_dir)
    # Most of its time to import goes into what a server without SMTP never needs.
    from bridgework.kit.outbox.smtp import SmtpWayOut

    return SmtpWayOut(settings.smtp_url, sender=settings.mail_sender, our_host=settings.public_host)


def _counter(settings: Settings, clock: Clock) -> Counter:
    here = MemoryCounter(settings.rate_limit, clock.monotonic)
    if settings.redis_url:
        from bridgework.kit.limits.valkey import ValkeyCounter  # a quarter of a second to import

        return ValkeyCounter(settings.rate_limit, settings.redis_url, here)
    return here


def _bot_check(settings: Settings) -> BotCheck:
    if settings.bot_check == "off":
        return NoCheck()
    from bridgework.kit.botcheck.siteverify import SiteVerify  # httpx: a quarter of a second

    return SiteVerify(
        VENDORS[settings.bot_check],
        settings.bot_check_secret,
        address=settings.bot_check_url,
        hosts=settings.site_hosts,
    )


def _chores(kit: Kit) -> list[Chore]:
    sweeping = [Chore(f"{sweep.__module__}.{sweep.__name__}", sweep) for sweep in _SWEEPS]
    seal = partial(audit.seal, kit.keyring)
    seen = [
        Chore("noting sessions", partial(sessions.write_seen, kit.seen), at_the_end=True),
        Chore("noting keys", partial(partners.write_used, kit.seen), at_the_end=True),
    ]
    erasing = Chore("erasing accounts", privacy.erase_due)
    return [
        *sweeping,
        *seen,
        erasing,
        Chore("sealing", seal, every=_SEALING_SECONDS, at_the_end=True),
    ]


class _Lifespan:
    """Starts what works in the background with the server, and ends everything in order."""

    def __init__(
        self,
        kit: Kit,
        worker: Worker,
        chores: Chores,
        performer: Performer,
        counter: Counter,
    ) -> None:
        self._kit = kit
        self._performer = performer
        self._counter = counter
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=work, args=(self._stopping,), name=name)
            for name, work in (("outbox", worker.run), ("chores", chores.run))
        ]

    async def start(self) -> None:
        sys.setswitchinterval(_SWITCH_SECONDS)
        # What is loaded by now stays for good: the collector need not walk it again and again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(_YOUNG_OBJECTS)
        for thread in self._threads:
            thread.start()

    async def stop(self) -> None:
        self._stopping.set()
        self._kit.bell.ring()
        for thread in self._threads:
            if thread.is_alive():
                await asyncio.to_thread(thread.join)
        await asyncio.to_thread(self._performer.close)
        await self._counter.close()
        self._kit.bot_check.close()
        self._kit.database.close()


def serve() -> Edge:
    """The application for the server's process, by the settings of its environment."""
    settings = load()
    log.configure(settings.log_format)
    _die_with(os.getppid())
    return build(settings).edge


def _die_with(parent: int) -> None:
    """End this process when its parent was killed: an orphan would keep the port for ever."""

    def watch() -> None:
        pause = threading.Event()
        while os.getppid() == parent:
            pause.wait(1.0)
        _log.error("the parent process is gone; this one ends too")
        os._exit(1)

    threading.Thread(target=watch, name="orphan-watch", daemon=True).start()
