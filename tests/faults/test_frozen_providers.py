"""A service that hangs delays the operations that need it, and no others."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial

import pytest

from bridgework import app
from bridgework.kit.storage import S3Address
from bridgework.settings import Settings
from tests import cast
from tests.areas.uploads import upload_client
from tests.loop import Loop
from tests.servers import frozen_provider
from tests.servers.siteverify import SECRET
from tests.world import Person, Response, World

MOST_SECONDS = 2.0
"""The longest that a sign-in may take."""
WAITING = 12
"""More requests than a pool has threads."""

Send = Callable[[], Awaitable[Response]]


@pytest.fixture
def behind(
    world: World, settings: Settings, loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> Iterator[World]:
    """The world, restarted with a storage and a CAPTCHA provider that hang."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with frozen_provider.running_frozen() as port:
        storage = f"s3://key:secret@127.0.0.1:{port}/files?region=us-east-1&tls=off"
        changes = {
            "request_timeout_seconds": 4,
            "storage_url": S3Address.parse(storage),
            "captcha": "turnstile",
            "captcha_secret": SECRET,
            "captcha_url": f"http://127.0.0.1:{port}",
        }
        application = app.create_app(settings.model_copy(update=changes), world.clock)
        hanging = World(application, world.clock, loop)
        yield hanging
    hanging.close()  # the threads of the requests end when the service has


async def slowest_while_hanging(
    hanging: Sequence[Send], others: Sequence[Send]
) -> tuple[Sequence[Response], float]:
    """Send the first requests, then the others in a row while the first ones wait.

    Returns the responses to the first, and the seconds that the slowest of the others took.
    """
    waiting = [asyncio.ensure_future(send()) for send in hanging]
    await asyncio.sleep(0.2)
    seconds = []
    for send in others:
        started = time.monotonic()
        (await send()).must(200)
        seconds.append(time.monotonic() - started)
    assert not any(one.done() for one in waiting)
    return await asyncio.gather(*waiting), max(seconds)


def change_of_password(world: World, member: Person) -> Send:
    body = {"currentPassword": cast.PASSWORD, "newPassword": "another good password"}
    return partial(world.sending, "POST", "/auth/change-password", body, as_=member)


def test_passwords_do_not_wait_for_a_storage_that_hangs(world: World, behind: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    paths = [upload_client.create_ticket(behind, ada)["objectPath"] for _ in range(3)]
    uploads = [
        partial(behind.sending, "POST", "/assets/complete", {"objectPath": path}, as_=ada)
        for path in paths * 4
    ]
    responses, seconds = behind.loop.run(
        slowest_while_hanging(uploads, [change_of_password(behind, ben)])
    )
    assert seconds < MOST_SECONDS
    # Those that still wait for a thread at the deadline of the request are timed out.
    waits = {response.must(503).headers["retry-after"] for response in responses}
    assert waits <= {"2", "5"}
    assert "5" in waits
    assert {response.error for response in responses} == {
        "request_took_too_long",
        "storage_unavailable",
    }


def test_passwords_do_not_wait_for_a_captcha_provider_that_hangs(
    world: World, behind: World
) -> None:
    ada = cast.ada(world)
    body = {"email": ada.email, "password": cast.PASSWORD, "botCheckToken": "a token"}
    sign_ins = [partial(behind.sending, "POST", "/auth/login", body) for _ in range(WAITING)]
    responses, seconds = behind.loop.run(
        slowest_while_hanging(sign_ins, [change_of_password(behind, ada)])
    )
    assert seconds < MOST_SECONDS
    assert {response.status for response in responses} <= {403, 503}
