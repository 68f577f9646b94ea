"""E-mails that a person waits for are sent before a long queue of others, and both go on."""

import threading
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.kit.clock import SystemClock
from bridgework.kit.outbox import email_templates, priorities, queries
from bridgework.kit.outbox.email import Email
from bridgework.settings import Settings
from tests import world as worlds
from tests.kit.db import another
from tests.kit.outbox.posting import EMAIL, Unreliable, post, row
from tests.kit.outbox.sending import transport_to
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


@pytest.mark.parametrize(
    "queued", [2_000, pytest.param(10_000, marks=pytest.mark.long)], ids=["short", "long"]
)
def test_codes_are_sent_within_five_seconds_while_bulk_continues(
    world: World, server: MailServer, queued: int
) -> None:
    server.faults = {"MESSAGE": [Stall(1 / PER_SECOND) for _ in range(queued)]}
    app_state = world.application.app_state
    start = datetime.now(UTC) - timedelta(minutes=5)
    with app_state.database.writing() as tx:
        queries.add_many(tx, app_state.keyring, [BULK] * queued, start)
    worker = replace(world.application.worker, transport=transport_to(server), clock=SystemClock())
    stop = threading.Event()
    thread = threading.Thread(target=worker.run, args=(stop,))
    thread.start()
    posted = dict[str, float]()
    try:
        for _ in range(CODES):
            time.sleep(0.5)
            begun = time.monotonic()
            posted[post_now(world)] = begun
        before = count(server, BULK.to)
        waits = [arrival(server, address) - at for address, at in posted.items()]
    finally:
        stop.set()
        thread.join(30)
        worker.transport.close()
    assert max(waits) < 5.0
    assert before >= PER_SECOND  # in five seconds, with a tenth of the attempts being codes


def test_bulk_keeps_a_share_beside_many_codes(world: World) -> None:
    for _ in range(40):
        post(world)
    bulk = [post(world, name=BULK.name, facts=BULK.facts, secrets={}) for _ in range(8)]
    with world.application.app_state.database.writing() as tx:
        lease = timedelta(minutes=1)
        taken = queries.take(tx, world.clock.now(), lease=lease, most=20)
    assert len(taken) == 20
    assert [one.id for one in taken[3::4]] == bulk[:5]


def test_bulk_keeps_its_share_at_a_server_that_is_too_slow_for_a_batch(world: World) -> None:
    for _ in range(40):
        post(world)
    bulk = [post(world, name=BULK.name, facts=BULK.facts, secrets={}) for _ in range(8)]
    slow = Unreliable(lambda: world.clock.advance(seconds=0.5))
    replace(world.application.worker, transport=slow).work_once()
    assert 0 < slow.tries < 20  # the rest was returned to the queue
    assert [row(world, each).state for each in bulk[:2]] == ["sent", "sent"]


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
            queries.take(tx, world.clock.now(), lease=timedelta(minutes=1), most=20)
        finally:
            sa.event.remove(engine, "before_cursor_execute", explain)
    assert len(plans) == 2  # one for each priority
    for plan in plans:
        assert "ix_outbox_emails_due" in plan
        assert "TEMP B-TREE FOR ORDER BY" not in plan
        assert "Sort" not in plan


def test_each_urgent_email_is_a_template() -> None:
    templates = email_templates.environment("text", link=lambda *_: "")
    for name in priorities.URGENT_EMAILS:
        templates.get_template(name)


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
