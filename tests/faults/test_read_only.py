"""While a database is read-only, as a standby is, reads still work."""

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from tests import cast
from tests.areas.feed import feed_requests
from tests.servers import postgres
from tests.world import Person, Response, World

pytestmark = pytest.mark.needs_session


@contextlib.contextmanager
def read_only(world: World) -> Iterator[None]:
    """Make the database refuse every change during the block."""
    database = world.application.app_state.database
    if database.dialect == "sqlite":

        def forbid(driver: Any, _record: object) -> None:
            driver.execute("PRAGMA query_only = ON")

        sa.event.listen(database.engine, "connect", forbid)
        database.close()  # the pool opens new connections, which are read-only
        yield
        sa.event.remove(database.engine, "connect", forbid)
    else:
        # New transactions are read-only, also on existing connections.
        alter(world, "SET default_transaction_read_only = on")
        database.close()
        try:
            yield
        finally:
            alter(world, "RESET default_transaction_read_only")
    database.close()


def alter(world: World, what: str) -> None:
    address = world.application.app_state.settings.database_address
    server, _, name = address.rpartition("/")
    with postgres.administering(f"{server}/postgres") as connection:
        connection.execute(f'ALTER DATABASE "{name}" {what}'.encode())


def must_be_refused(response: Response) -> None:
    response.must(503)
    assert (response.error, response.headers["retry-after"]) == ("database_read_only", "10")
    assert "ratelimit" in response.headers


WRITES = [
    ("POST", "/feed/posts", {"content": "Which scanner?"}, {}),
    ("POST", "/feed/posts", {"content": "Which scanner?"}, {"idempotency-key": "scanner"}),
    ("PUT", "/feed/posts/{post}/like", None, {}),
    ("PATCH", "/users/me/profile", {"firstName": "Adah"}, {}),
    ("DELETE", "/feed/posts/{post}", None, {}),
    ("POST", "/auth/register", {"email": "new@example.com", "password": cast.PASSWORD}, {}),
    ("POST", "/auth/login", {"email": "ada@example.com", "password": cast.PASSWORD}, {}),
    ("POST", "/auth/refresh", {"refreshToken": "{refresh}"}, {}),
    ("POST", "/auth/logout", None, {}),
]
READS = ["/users/me", "/users/me/profile", "/feed/posts", "/feed/posts/{post}", "/auth/sessions",
         "/experts", "/blogs", "/readyz", "/livez"]  # fmt: skip


@pytest.fixture
def ada(world: World) -> Person:
    return cast.ada(world)


def test_on_a_read_only_database_reads_work_and_writes_get_503(world: World, ada: Person) -> None:
    post = feed_requests.post(world, ada)
    signed_in = {"email": ada.email, "password": cast.PASSWORD}
    refresh = world.post("/auth/login", signed_in).must(200).data["refreshToken"]
    before = world.get("/users/me/profile", as_=ada).must(200).data
    with read_only(world):
        for path in READS:
            world.get(path.format(post=post), as_=ada).must(200)
        for method, path, body, headers in WRITES:
            formatted: Any = body and {
                name: text.format(refresh=refresh) for name, text in body.items()
            }
            how: Any = {"as_": ada, "headers": headers}
            must_be_refused(world.send(method, path.format(post=post), formatted, **how))
    assert feed_requests.list_post_ids(world, ada) == [post]
    assert world.get("/users/me/profile", as_=ada).must(200).data == before
    for method, path, body, headers in WRITES:
        formatted = body and {name: text.format(refresh=refresh) for name, text in body.items()}
        how = {"as_": ada, "headers": headers}
        assert world.send(method, path.format(post=post), formatted, **how).status in {200, 201}


def test_on_a_read_only_database_emails_wait(world: World) -> None:
    cast.register(world, "ben@example.com")
    with read_only(world), pytest.raises(Exception, match="is temporarily read-only"):
        world.worker.work_once()
    assert len(world.mail("ben@example.com")) == 1
