"""How many introductions a member may ask for."""

from datetime import datetime, timedelta

import pytest

from tests import make
from tests.areas.introductions import asking
from tests.areas.introductions.asking import answer, ask_expert
from tests.areas.roles import desk
from tests.world import Person, Response, World


def refused(response: Response) -> datetime:
    """Return when a request beyond the limits is accepted."""
    assert response.must(409).error == "introduction_limit_reached"
    return datetime.fromisoformat(response.json["availableAt"])


def experts(world: World, number: int) -> list[str]:
    return [str(make.expert(world, f"Expert Number{place}")) for place in range(number)]


@pytest.mark.parametrize(
    ("days", "tier", "limit"),
    [
        (0, "not-verified", 3),
        (0, "verified", 6),
        (6, "verified", 6),
        (7, "not-verified", 7),
        (7, "verified", 10),
    ],
)
def test_the_limit_of_a_day(world: World, days: int, tier: str, limit: int) -> None:
    people = desk.sign_up_all(world)
    ben = people.ben
    make.change_account(world, ben.id, verification_tier=tier)
    world.clock.advance(days=days)
    (ben,) = asking.again(world, ben)
    all_experts = experts(world, limit + 2)
    began = world.clock.now()
    for expert in all_experts[:limit]:
        ask_expert(world, ben, expert).must(201)
        world.clock.advance(minutes=1)
    available = refused(ask_expert(world, ben, all_experts[limit]))
    assert available == began + timedelta(days=1)
    world.clock.advance(hours=23, minutes=59 - limit, seconds=59)
    (ben,) = asking.again(world, ben)
    if days != 6:  # the account is a week old by then
        assert refused(ask_expert(world, ben, all_experts[limit])) == available
    world.clock.advance(seconds=1)
    ask_expert(world, ben, all_experts[limit]).must(201)


def test_the_limit_of_a_month(world: World) -> None:
    people = desk.sign_up_all(world)
    world.clock.advance(days=7)
    began = world.clock.now()
    all_experts = experts(world, 41)
    for start in range(0, 40, 5):
        (ben,) = asking.again(world, people.ben)
        for expert in all_experts[start : start + 5]:
            ask_expert(world, ben, expert).must(201)
        world.clock.advance(days=1)
    (ben,) = asking.again(world, people.ben)
    assert refused(ask_expert(world, ben, all_experts[40])) == began + timedelta(days=30)
    world.clock.advance(days=22)
    (ben,) = asking.again(world, people.ben)
    ask_expert(world, ben, all_experts[40]).must(201)


def test_withdrawing_gives_nothing_back(world: World) -> None:
    people = desk.sign_up_all(world)
    for _ in range(3):
        asked = ask_expert(world, people.ben, people.ada).must(201).data["id"]
        answer(world, people.ben, asked, "withdraw").must(200)
    refused(ask_expert(world, people.ben, people.ada))


@pytest.mark.postgresql("concurrent requests")
def test_the_limit_holds_for_many_at_once(world: World) -> None:
    people = desk.sign_up_all(world)
    all_experts = experts(world, 12)
    sendings = [
        lambda expert=expert: asking_at_once(world, people.ben, expert) for expert in all_experts
    ]
    statuses = sorted(one.status for one in world.together(sendings))
    assert statuses == [201] * 3 + [409] * 9


@pytest.mark.postgresql("concurrent requests")
def test_of_many_to_one_member_at_once_one_is_open(world: World) -> None:
    people = desk.sign_up_all(world)
    sendings = [lambda: asking_at_once(world, people.ben, str(people.ada.id))] * 8
    responses = world.together(sendings)
    assert sorted(one.status for one in responses) == [201] + [409] * 7
    assert {one.error for one in responses if one.status == 409} == {"introduction_open"}
    assert len(asking.box(world, people.ada)) == 1


@pytest.mark.postgresql("requests of two members to each other")
def test_two_members_ask_each_other_at_once(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    ask = asking.body(people.ben, "role", role)
    invite = asking.body(people.ada, "role", role)
    responses = world.together(
        [
            lambda: world.sending("POST", "/introductions", ask, as_=people.ada),
            lambda: world.sending("POST", "/introductions", invite, as_=people.ben),
        ]
        * 3
    )
    assert sorted(one.status for one in responses) == [201, 201, 409, 409, 409, 409]


async def asking_at_once(world: World, person: Person, expert: str) -> Response:
    body = asking.body(expert, "expert", expert)
    return await world.sending("POST", "/introductions", body, as_=person)
