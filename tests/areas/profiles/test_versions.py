"""Concurrent updates of a profile: no member is lost, and an ETag is valid for one update."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import Any

import pytest

from bridgework.areas.people.profiles import queries
from bridgework.context import Context
from bridgework.kit.actions import Client
from bridgework.kit.core import Id
from tests import cast
from tests.areas.profiles import profile_samples
from tests.areas.profiles.profile_samples import DETAILS, LEAST, LONGEST, PROFILE
from tests.world import ANONYMOUS, Person, Response, World

LONG_ENOUGH = 0.5
"""Seconds within which a request that does not wait finishes, on an idle machine."""

CHANGES: list[tuple[str, dict[str, Any]]] = [
    (PROFILE, {"profile": {"title": "Dentist"}}),
    (PROFILE, {"firstName": "Ada"}),
    (DETAILS, {"title": "Dentist"}),
]


def tag(world: World, person: Person) -> str:
    return world.get(PROFILE, as_=person).must(200).headers["etag"]


@pytest.mark.parametrize(("path", "body"), CHANGES)
def test_an_update_checks_the_version(world: World, path: str, body: dict[str, Any]) -> None:
    ada = cast.ada(world)
    first = {"if-match": tag(world, ada)}
    done = world.patch(path, body, as_=ada, headers=first).must(200)
    assert done.headers["etag"] == tag(world, ada) != first["if-match"]
    late = world.patch(path, body, as_=ada, headers=first).must(412)
    assert late.error == "precondition_failed"
    again = {"if-match": done.headers["etag"]}
    world.patch(path, body, as_=ada, headers=again).must(200)
    assert (
        tag(world, ada) == done.headers["etag"]
    )  # an update without changes creates no new version


def test_a_current_etag_returns_304(world: World) -> None:
    ada = cast.ada(world)
    known = {"if-none-match": tag(world, ada)}
    world.get(PROFILE, as_=ada, headers=known).must(304)
    world.patch("/users/me", {"firstName": "Augusta"}, as_=ada).must(200)
    assert world.get(PROFILE, as_=ada, headers=known).must(200).data["firstName"] == "Augusta"


def test_the_version_is_checked_before_the_role(world: World) -> None:
    rita = cast.sign_up(world, "rita@example.com", role="rpo")
    body = {"role": "expert"}
    world.patch(PROFILE, body, as_=rita, headers={"if-match": '"9"'}).must(412)
    world.patch(PROFILE, body, as_=rita, headers={"if-match": tag(world, rita)}).must(409)


@pytest.mark.postgresql("concurrent requests")
@pytest.mark.parametrize("said_before", [{}, {"company": "Bright Smiles"}], ids=["new", "there"])
def test_concurrent_updates_of_different_members_are_all_stored(
    world: World, said_before: dict[str, str]
) -> None:
    ada = cast.ada(world)
    profile_samples.update_profile(world, ada, **said_before)
    bodies: list[tuple[str, dict[str, Any]]]
    bodies = [(PROFILE, {"profile": {name: LONGEST[name]}}) for name in ("skills", "tags", "bio")]
    bodies += [(DETAILS, {name: LEAST[name]}) for name in ("background", "outcomes", "education")]
    bodies.append((PROFILE, {"firstName": "Ada", "role": "client"}))
    answers = world.together(
        [partial(world.sending, "PATCH", path, body, as_=ada) for path, body in bodies]
    )
    assert {answer.status for answer in answers} == {200}
    after = profile_samples.get_profile(world, ada)
    assert (after["firstName"], after["role"]) == ("Ada", "client")
    expected = {name: LONGEST[name] for name in ("skills", "tags", "bio")}
    expected |= {name: LEAST[name] for name in ("background", "outcomes", "education")}
    assert {name: after["profile"][name] for name in expected} == expected
    assert len({answer.headers["etag"] for answer in answers}) == len(answers)


@pytest.mark.postgresql("concurrent requests")
@pytest.mark.parametrize(("path", "body"), CHANGES)
def test_one_of_several_concurrent_updates_with_an_etag_succeeds(
    world: World, path: str, body: dict[str, Any]
) -> None:
    ada = cast.ada(world)
    headers = {"if-match": tag(world, ada)}
    answers = world.together(
        [partial(world.sending, "PATCH", path, body, as_=ada, headers=headers)] * 8
    )
    assert Counter(answer.status for answer in answers) == {200: 1, 412: 7}


def waiting(world: World, ada: Person, write: Callable[[Context, Id], None]) -> Response:
    """The response to an update that is sent while another one, `write`, is in progress."""
    context = Context(
        world.application.app_state, world.clock.now(), "-", Client(ANONYMOUS.address, "-")
    )
    headers = {"if-match": tag(world, ada)}
    sent = {"profile": {"title": "Dentist"}}
    with ThreadPoolExecutor(1) as thread:
        with context.write_transaction():
            write(context, Id(str(ada.id)))
            answer = thread.submit(world.patch, PROFILE, sent, as_=ada, headers=headers)
            wait([answer], timeout=LONG_ENOUGH)
            assert not answer.done()
        return answer.result()


@pytest.mark.postgresql("concurrent requests")
@pytest.mark.parametrize("there", [False, True], ids=["new", "there"])
def test_an_update_that_waits_reads_the_committed_version(world: World, there: bool) -> None:
    ada = cast.ada(world)
    if there:
        profile_samples.update_profile(world, ada, company="Bright Smiles")

    def write(context: Context, account_id: Id) -> None:
        remaining = queries.lock_profile(context.tx, account_id)
        fields = remaining.fields._replace(bio="Anew")
        queries.put(context.tx, account_id, fields, remaining.version + 1, context.now)

    waiting(world, ada, write).must(412)
    outcome = profile_samples.update_profile(world, ada, title="Dentist")
    assert (outcome["bio"], outcome["title"]) == ("Anew", "Dentist")
    assert outcome["company"] == ("Bright Smiles" if there else None)


@pytest.mark.postgresql("concurrent requests")
def test_an_update_that_waits_for_a_rollback_succeeds(world: World) -> None:
    ada = cast.ada(world)

    def write(context: Context, account_id: Id) -> None:
        queries.lock_profile(context.tx, account_id)

    assert waiting(world, ada, write).must(200).data["profile"]["title"] == "Dentist"
