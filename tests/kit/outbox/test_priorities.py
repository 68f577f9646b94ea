"""E-mails that a person waits for are sent before a long queue of others, and both go on."""

import contextlib
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework import areas
from bridgework.kit.core import SystemClock
from bridgework.kit.delivery.outbox import Email, priorities, queries
from bridgework.kit.delivery.outbox.rendering import email_templates
from bridgework.settings import Settings
from tests import world as worlds
from tests.kit.db import another
from tests.kit.outbox.posting import EMAIL
from tests.servers.smtp import MailServer, Stall
from tests.world import World

BULK = replace(
    EMAIL,
    name="moderation/content_restored",
    facts={"called": "post", "title": "Teeth", "reason": "It was a mistake."},
    secrets={},
)
CODES = 10
PER_SECOND = 20


@pytest.fixture
def settings(tmp_path: Path, database_url: str, server: MailServer) -> Settings:
    return worlds.settings(tmp_path, database_url=database_url, smtp_url=server.url)


@pytest.mark.slow("sends for seconds")
@pytest.mark.parametrize(
    "queued",
    [2_000, pytest.param(10_000, marks=pytest.mark.long("sends for minutes"))],
    ids=["short", "long"],
)
def test_codes_are_sent_within_five_seconds_while_bulk_continues(
    world: World, server: MailServer, queued: int
) -> None:
    server.faults = {"MESSAGE": [Stall(1 / PER_SECOND) for _ in range(queued)]}
    post_bulk(world, queued)
    with working(world):
        posted = post_codes(world)
        before = count(server, BULK.to)
        waits = [arrival(server, address) - at for address, at in posted.items()]
    assert max(waits) < 5.0
    assert before >= PER_SECOND  # in five seconds


@pytest.mark.slow("waits for a mail server that hangs")
def test_codes_are_sent_while_the_mail_server_hangs_at_another_email(
    world: World, server: MailServer
) -> None:
    server.faults = {"MAIL": [Stall(20)]}
    post_bulk(world, 1)
    with working(world):
        while server.faults["MAIL"]:
            time.sleep(0.02)
        posted = post_codes(world)
        waits = [arrival(server, address) - at for address, at in posted.items()]
        assert not count(server, BULK.to)
        server.hang_up()
    assert max(waits) < 3.0


def test_bulk_is_sent_while_codes_wait(world: World, server: MailServer) -> None:
    server.faults = {"MAIL": [Stall(20)]}
    post_now(world)
    with working(world):
        while server.faults["MAIL"]:
            time.sleep(0.02)
        post_bulk(world, 5)
        deadline = time.monotonic() + 5
        while count(server, BULK.to) < 5:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        server.hang_up()


def test_a_batch_is_read_from_the_index_of_due_emails(world: World) -> None:
    app_state = world.application.app_state
    with app_state.database.writing() as tx:
        queries.add_many(tx, app_state.keyring, [BULK] * 2_000, world.clock.now())
    with another.connection(app_state.settings.database_address) as connection:
        connection.exec_driver_sql("ANALYZE")
    plans: list[str] = []

    def explain(_: Any, cursor: Any, statement: str, values: Any, *_rest: Any) -> None:
        if "outbox_emails" in statement:
            word = "EXPLAIN QUERY PLAN" if is_sqlite else "EXPLAIN"
            steps = cursor.connection.execute(f"{word} {statement}", values).fetchall()
            plans.append("\n".join(str(step[-1]) for step in steps))

    engine = app_state.database.engine
    is_sqlite = engine.dialect.name == "sqlite"
    with app_state.database.writing() as tx:
        tx.execute(sa.text("SELECT 1"))
        sa.event.listen(engine, "before_cursor_execute", explain)
        try:
            now, both = world.clock.now(), priorities.PRIORITIES
            queries.take(tx, now, lease=timedelta(minutes=1), most=20, priorities=both)
        finally:
            sa.event.remove(engine, "before_cursor_execute", explain)
    assert len(plans) == 2  # one for each priority
    for plan in plans:
        assert "ix_outbox_emails_due" in plan
        assert "TEMP B-TREE FOR ORDER BY" not in plan
        assert "Sort" not in plan


def test_each_urgent_email_is_a_template() -> None:
    templates = email_templates.environment("text", Path(areas.__file__).parent, link=lambda *_: "")
    for name in priorities.URGENT_EMAILS:
        templates.get_template(name)


@contextlib.contextmanager
def working(world: World) -> Iterator[None]:
    """Run the workers of the application in threads of their own, as a server does."""
    stop = threading.Event()
    workers = [
        replace(worker, clock=SystemClock()) for worker in world.application.mail_workers.values()
    ]
    threads = [threading.Thread(target=worker.run, args=(stop,)) for worker in workers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(30)
        for worker in workers:
            worker.transport.close()


def post_bulk(world: World, number: int) -> None:
    """Queue e-mails that wait for five minutes."""
    app_state = world.application.app_state
    start = datetime.now(UTC) - timedelta(minutes=5)
    with app_state.database.writing() as tx:
        queries.add_many(tx, app_state.keyring, [BULK] * number, start)


def post_codes(world: World) -> dict[str, float]:
    """Queue some codes in a few seconds; return the time of each by its address."""
    posted = dict[str, float]()
    for _ in range(CODES):
        time.sleep(0.3)
        begun = time.monotonic()
        posted[post_now(world)] = begun
    return posted


def post_now(world: World) -> str:
    """Queue a code to a new address, which is returned."""
    app_state = world.application.app_state
    email: Email = replace(EMAIL, to=f"person-{worlds.next_number()}@example.com")
    with app_state.database.writing() as tx:
        queries.add(tx, app_state.keyring, email, datetime.now(UTC))
    return email.to


def count(server: MailServer, address: str) -> int:
    return sum(each.recipients == [address] for each in server.received)


def arrival(server: MailServer, address: str) -> float:
    """Return when the e-mail to the address was accepted; it must come within ten seconds."""
    deadline = time.monotonic() + 10
    while not count(server, address):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return next(each.at for each in server.received if each.recipients == [address])
