"""Kill -9 in the middle of it: what was acknowledged is told, and told once."""

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
from bridgework.areas.accounts.tables import accounts
from bridgework.kit.outbox.tables import letters
from tests import cast, process, world
from tests.servers.valkey import free_port

KILLS = 4
PEOPLE = [f"person{number}@example.com" for number in range(30)]


class Later:
    """A clock that is a minute ahead, so that what a dead worker had taken is due again."""

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(minutes=1)

    def monotonic(self) -> float:
        return time.monotonic()


class Registrar(threading.Thread):
    """Registers people one after another, each until it is told that the account is there."""

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
        # A 409 tells that an attempt whose answer never came had been committed.
        return status in {201, 409}


@pytest.mark.long
def test_whoever_was_told_of_an_account_gets_one_letter(tmp_path: Path) -> None:
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
    kept, rows, files = everything_sent(tmp_path, url)
    assert sorted(kept) == sorted(PEOPLE)
    assert rows == Counter(PEOPLE)
    assert files == Counter(PEOPLE)


def everything_sent(folder: Path, url: str) -> tuple[list[str], Counter[str], Counter[str]]:
    """Send what still waits; then whose accounts there are, and the letters a recipient has."""
    house = app.create_app(world.settings(folder, public_url=url), Later())
    while house.worker.work_once():
        continue
    with house.app_state.database.reading() as tx:
        kept = [row.email for row in tx.rows(sa.select(accounts.c.email))]
        rows = tx.rows(sa.select(letters.c.recipient, letters.c.state))
    house.app_state.database.close()
    assert {row.state for row in rows} == {"sent"}
    files = house.app_state.settings.mail_dir.glob("*.eml")
    read = [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]
    return kept, Counter(row.recipient for row in rows), Counter(str(one["To"]) for one in read)
