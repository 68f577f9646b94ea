"""After `kill -9`, each acknowledged account gets exactly one e-mail."""

import random
import threading
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path

import httpx2
import pytest
import sqlalchemy as sa

from bridgework import app
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.kit.delivery.outbox.tables import outbox_emails
from tests import cast, process, world
from tests.servers.ports import free_port

KILLS = 4
PEOPLE = [f"person{number}@example.com" for number in range(30)]


class Later:
    """A clock that is a minute ahead, so that the leases of a killed worker have ended."""

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(minutes=1)

    def monotonic(self) -> float:
        return time.monotonic()


class Registrar(threading.Thread):
    """Registers people one after another, and repeats each request until it is acknowledged."""

    def __init__(self, url: str, people: list[str]) -> None:
        super().__init__()
        self._url = url
        self._people = people
        self.acknowledged: list[str] = []
        self.hung_up = 0

    def run(self) -> None:
        with httpx2.Client(base_url=self._url, timeout=20, trust_env=False) as client:
            for email in self._people:
                while not self._registered(client, email):
                    time.sleep(0.05)
                self.acknowledged.append(email)

    def _registered(self, client: httpx2.Client, email: str) -> bool:
        body = {"email": email, "password": cast.PASSWORD}
        try:
            status = client.post("/auth/register", json=body).status_code
        except httpx2.TransportError:
            self.hung_up += 1
            return False
        # A 409 means that an attempt without a response was committed.
        return status in {201, 409}


@pytest.mark.long("kills processes for a minute")
def test_each_acknowledged_account_gets_one_email(tmp_path: Path) -> None:
    dice = random.Random(20261121)  # noqa: S311 - moments, not secrets
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    registrars = [Registrar(url, PEOPLE[start::2]) for start in (0, 1)]
    for kill in range(KILLS + 1):
        with process.run_server(tmp_path, port=port, rate_limit="6000/60") as server:
            if kill == 0:
                for registrar in registrars:
                    registrar.start()
            if kill < KILLS:
                time.sleep(dice.uniform(0.05, 0.4))
                server.kill()
            else:
                for registrar in registrars:
                    registrar.join(60)
    assert sum(registrar.hung_up for registrar in registrars) > 0
    acknowledged = [email for registrar in registrars for email in registrar.acknowledged]
    assert sorted(acknowledged) == sorted(PEOPLE)
    registered, rows, files = everything_sent(tmp_path, url)
    assert sorted(registered) == sorted(PEOPLE)
    assert rows == Counter(PEOPLE)
    assert files == Counter(PEOPLE)


def everything_sent(folder: Path, url: str) -> tuple[list[str], Counter[str], Counter[str]]:
    """Send the waiting e-mails. Returns the accounts, and the rows and files by recipient."""
    application = app.create_app(world.settings(folder, public_url=url), Later())
    worker = world.mail_worker(application)
    while worker.work_once():
        continue
    with application.app_state.database.reading() as tx:
        registered = [row.email for row in tx.rows(sa.select(accounts.c.email))]
        rows = tx.rows(sa.select(outbox_emails.c.recipient, outbox_emails.c.state))
    application.app_state.database.close()
    assert {row.state for row in rows} == {"sent"}
    files = application.app_state.settings.mail_dir.glob("*.eml")
    read = [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]
    return (
        registered,
        Counter(row.recipient for row in rows),
        Counter(str(one["To"]) for one in read),
    )
