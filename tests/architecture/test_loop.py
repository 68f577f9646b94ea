"""Nothing blocks the event loop for long: other requests would wait.

asyncio reports every slow step. The load is that of a busy hour at once: lists and searches of two
thousand experts, sign-ins that hash passwords, and writes that wait for one another. Other
processes stall the loop too, so it is measured by script/test --long.
"""

import asyncio
import logging
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from bridgework.areas.identity.accounts import queries as accounts
from bridgework.areas.identity.accounts.records import StoredAccount
from bridgework.areas.people.directory import actions as directory
from bridgework.areas.people.profiles import queries as profiles
from bridgework.areas.people.profiles.records import Fields, Profile
from bridgework.kit.core import new_id
from bridgework.kit.data.db import from_values, to_json
from bridgework.kit.security.rate_limit import Rule
from bridgework.settings import Settings
from tests import cast, make
from tests.world import ANONYMOUS, Person, World

EXPERTS = 2_000
BATCH = 100
WRITERS = 6
BUSY_SECONDS = 1.0
ROUNDS = 10
REPORTED_FROM = 0.005
LONGEST_STALL = 0.060
"""Seconds. The application's own bound is 20 ms on an idle machine.

A test run shares its cores with other processes. Their effect varies, ours recurs in every round,
so the best round counts, and the test ends with the first good one.
"""

TITLES = ["Orthodontist", "Endodontist", "Periodontist", "Oral surgeon", "Hygienist"]
PLACES = ["Boston, Massachusetts", "Austin, Texas", "Portland, Oregon", "São Paulo, Brazil"]
READS = [
    "/experts",
    "/experts?limit=100",
    "/experts?page=90&sortBy=name",
    "/experts?sortBy=experience&limit=100",
    "/experts?search=ortho",
    "/experts?search=boston%20care&limit=100",
    "/experts?location=texas&sortBy=name",
    "/experts?skills=skill%207&tags=tag%203",
    "/openapi.json",
    "/docs/",
    "/nowhere",
]

pytestmark = [
    pytest.mark.usefixtures("real_passwords"),
    pytest.mark.parametrize("database_url", ["sqlite"], indirect=True),
]


@pytest.fixture
def busy_world(world: World) -> Iterator[World]:
    """A world with many experts, whose threads switch as often as the server's."""
    for start in range(0, EXPERTS, BATCH):
        _fill(world, range(start, start + BATCH))
    usual = sys.getswitchinterval()
    sys.setswitchinterval(0.0005)
    yield world
    sys.setswitchinterval(usual)


def _fill(world: World, numbers: range) -> None:
    now = world.clock.now()
    with world.application.app_state.database.writing() as tx:
        for number in numbers:
            account_id = new_id()
            email = f"expert{number}@example.com"
            values: dict[str, object] = {"id": account_id, "email": email, "email_key": email}
            values |= {"first_name": f"Name{number}", "last_name": f"Family{number % 97}"}
            values |= {"created_at": now, "updated_at": now}
            assert accounts.add_account(
                tx, from_values(StoredAccount, {**make.FIRST_VALUES, **values})
            )
            profiles.add_many(tx, [Profile(account_id, _fields(number), 1, now)])
            directory.reindex(tx, account_id)


def _fields(number: int) -> Fields:
    return Fields(
        title=TITLES[number % len(TITLES)],
        specialty=["orthodontics", "endodontics"][: 1 + number % 2],
        location=PLACES[number % len(PLACES)],
        years_experience=number % 40,
        bio=f"Takes care of people in {PLACES[number % len(PLACES)]}. " * 8,
        skills=[{"category": "Chair", "items": [f"Skill {number % 11}", "Scanning"]}],
        tags=[f"tag {number % 7}"],
    )


class StallRecorder(logging.Handler):
    """Records every step that blocked the loop, as reported by asyncio's debug mode."""

    def __init__(self) -> None:
        super().__init__()
        self.longest = 0.0

    def emit(self, record: logging.LogRecord) -> None:
        if isinstance(record.args, tuple) and "Executing" in record.msg:
            self.longest = max(self.longest, float(str(record.args[1])))

    @contextmanager
    def recording(self) -> Iterator[None]:
        loop, log = asyncio.get_running_loop(), logging.getLogger("asyncio")
        loop.slow_callback_duration = REPORTED_FROM
        loop.set_debug(True)
        log.addHandler(self)
        try:
            yield
        finally:
            log.removeHandler(self)
            loop.set_debug(False)


@dataclass
class Load:
    """Callers who send requests in a row for a fixed time."""

    world: World
    until: float
    statuses: set[int] = field(default_factory=set)

    async def send(
        self, method: str, path: str, body: object = None, as_: Person = ANONYMOUS
    ) -> None:
        # Validating the response would block the loop longer than the server does.
        response = await self.world.sending(method, path, body, as_=as_, checked=False)
        self.statuses.add(response.status)
        await asyncio.sleep(0)  # a client needs a moment before its next request

    def is_running(self) -> bool:
        return asyncio.get_running_loop().time() < self.until

    async def reader(self, place: int) -> None:
        while self.is_running():
            place = (place + 1) % len(READS)
            await self.send("GET", READS[place])

    async def writer(self, member: Person) -> None:
        number = 0
        while self.is_running():
            number += 1
            await self.send("PATCH", "/users/me", {"firstName": f"Name{number}"}, as_=member)

    async def newcomer(self, member: Person) -> None:
        while self.is_running():
            body = {"email": member.email, "password": cast.PASSWORD}
            await self.send("POST", "/auth/login", body)


async def longest_stall(world: World, members: Sequence[Person]) -> float:
    """Return the longest time that the loop was blocked in a short busy time."""
    stalls = StallRecorder()
    busy = Load(world, asyncio.get_running_loop().time() + BUSY_SECONDS)
    readers = [busy.reader(place) for place in range(0, len(READS), 2)]
    with stalls.recording():
        await asyncio.gather(*readers, *map(busy.writer, members), *map(busy.newcomer, members[:2]))
    assert busy.statuses == {200, 404}
    return stalls.longest


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(
        update={"rate_limit": Rule("default", 1_000_000, 60), "address_limit_factor": 1000}
    )


@pytest.mark.long("a stall of 60 ms is only measured on a quiet machine")
def test_nothing_blocks_the_event_loop(busy_world: World) -> None:
    world = busy_world
    members = [cast.sign_up(world, f"writer{number}@example.com") for number in range(WRITERS)]
    for member in members:
        make.into_expert(world, member, f"Writer {member.email}", **to_json(_fields(1)))
    stalls = [world.loop.run(longest_stall(world, members))]
    while stalls[-1] >= LONGEST_STALL and len(stalls) < ROUNDS:
        stalls.append(world.loop.run(longest_stall(world, members)))
    durations = ", ".join(f"{stall * 1000:.1f}" for stall in stalls)
    sys.stdout.write(f"longest stall of the loop by round: {durations} ms\n")
    assert stalls[-1] < LONGEST_STALL


def test_a_blocked_event_loop_is_noticed(world: World) -> None:
    async def block_the_loop() -> float:
        stalls = StallRecorder()
        with stalls.recording():
            await asyncio.sleep(0)
            time.sleep(LONGEST_STALL)  # noqa: ASYNC251 - blocks on purpose
            await asyncio.sleep(0)
        return stalls.longest

    assert world.loop.run(block_the_loop()) >= LONGEST_STALL
