"""The activity counts what happened on each day, in UTC."""

from datetime import timedelta

import pytest

from tests import cast, make
from tests.areas.jobs import board
from tests.areas.roles import desk
from tests.areas.vendors import fair
from tests.world import ANONYMOUS, Person, World


def read(world: World, root: Person, query: str = "") -> list[dict[str, int | str]]:
    days: list[dict[str, int | str]] = (
        world.get(f"/admin/activity{query}", as_=root).must(200).data["days"]
    )
    return days


def apply_to_a_job(world: World, people: desk.Cast) -> None:
    """Sign up a clinic and a candidate, who applies to a job of the clinic."""
    jobs = board.Cast(
        carla=cast.sign_up(world, "carla@example.com", jobsRole="clinic_owner"),
        dora=people.eve,
        cyrus=cast.sign_up(world, "cyrus@example.com", jobsRole="candidate"),
        eli=people.eve,
        root=people.root,
    )
    job = board.post_approved(world, jobs)
    board.apply(world, job, jobs.cyrus)


def test_only_administrators_read_the_activity(world: World) -> None:
    for person, status in ((ANONYMOUS, 401), (cast.ben(world), 403)):
        world.get("/admin/activity", as_=person).must(status)


def test_a_day_counts_what_happened_on_it(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    desk.post(world, people.ben)
    desk.apply(world, role, people.ada)
    apply_to_a_job(world, people)
    sent = len(world.mail())
    *before, today = read(world, people.root)
    assert today == {
        "date": "2026-11-21",
        "registrations": 7,
        "signIns": 8,
        "rolesPosted": 2,
        "jobsPosted": 1,
        "roleApplications": 1,
        "jobApplications": 1,
        "emailsSent": sent,
    }
    assert sent > 0
    assert len(before) == 29
    assert before[0]["date"] == "2026-10-23"
    assert {value for day in before for name, value in day.items() if name != "date"} == {0}


def test_a_day_ends_at_midnight_utc(world: World) -> None:
    root = cast.root(world)
    now = world.clock.now()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    last_moment = midnight - timedelta(microseconds=1)
    before = read(world, root, "?days=7")
    for at in (midnight, last_moment, last_moment, midnight - timedelta(days=6)):
        make.account(world, created_at=at)
    make.account(world, created_at=midnight - timedelta(days=6, microseconds=1))
    after = read(world, root, "?days=7")
    added = [
        int(day["registrations"]) - int(old["registrations"])
        for day, old in zip(after, before, strict=True)
    ]
    assert added == [1, 0, 0, 0, 0, 2, 1]


@pytest.mark.parametrize("days", ["6", "366", "x", "-7"])
def test_an_invalid_number_of_days_is_refused(world: World, days: str) -> None:
    root = cast.root(world)
    assert "days" in world.get(f"/admin/activity?days={days}", as_=root).must(422).faults
    assert len(read(world, root, "?days=365")) == 365


def read_funnel(world: World, root: Person, query: str = "") -> dict[str, int]:
    funnel: dict[str, int] = world.get(f"/admin/activity{query}", as_=root).must(200).data["funnel"]
    return funnel


def test_the_funnel_counts_how_far_accounts_have_come(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)
    application = desk.apply(world, role, people.ada)
    before = read_funnel(world, people.root)
    decide = f"/roles/applications/{application}"
    for status in ("shortlisted", "accepted"):
        world.patch(decide, {"status": status}, as_=people.ben).must(200)
    after = read_funnel(world, people.root)
    assert before["applied"] == 1
    assert after == {**before, "hired": 1}
    apply_to_a_job(world, people)
    world.post(
        "/auth/register", {"email": "late@example.com", "password": "an ordinary secret"}
    ).must(201)
    later = read_funnel(world, people.root)
    assert later["registered"] == after["registered"] + 3
    assert later["emailVerified"] == after["emailVerified"] + 2
    assert (later["applied"], later["hired"]) == (2, 1)
    days = read(world, people.root)
    assert later["registered"] == sum(int(day["registrations"]) for day in days)


def test_the_funnel_counts_each_account_once_and_its_tiers_on_any_platform(world: World) -> None:
    root = cast.root(world)
    before = read_funnel(world, root)
    tiers = ("verificationTier", "jobsVerificationTier", "vendorsVerificationTier")
    people = [cast.sign_up(world, f"{tier.lower()}@example.com") for tier in tiers]
    for person, tier in [*zip(people, tiers, strict=True), (people[1], tiers[0])]:
        world.patch(f"/admin/users/{person.id}", {tier: "verified"}, as_=root).must(200)
    after = read_funnel(world, root)
    assert after["verified"] == before["verified"] + 3
    assert after["registered"] == before["registered"] + 3


def test_the_funnel_counts_who_is_listed(world: World) -> None:
    root = cast.root(world)
    before = read_funnel(world, root)["listed"]
    expert = make.expert(world)
    listed, hidden, _ = (fair.vendor(world, f"{name}@example.com") for name in ("a", "b", "c"))
    fair.verify(world, listed)
    fair.verify(world, hidden)
    make.change_account(world, hidden.id, hidden_at=world.clock.now())
    make.account(world, jobs_role="candidate")
    world.run_periodic_tasks()
    assert read_funnel(world, root)["listed"] == before + 2
    world.post(f"/admin/users/{expert}/disable", {"reason": "A duplicate."}, as_=root).must(200)
    world.run_periodic_tasks()
    assert read_funnel(world, root)["listed"] == before + 1


def test_the_funnel_has_the_accounts_of_the_period_only(world: World) -> None:
    root = cast.root(world)
    now = world.clock.now()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    before = read_funnel(world, root, "?days=7")
    make.account(world, created_at=midnight - timedelta(days=6))
    make.account(world, created_at=midnight - timedelta(days=6, microseconds=1))
    after = read_funnel(world, root, "?days=7")
    assert after["registered"] == before["registered"] + 1
    assert read_funnel(world, root, "?days=8")["registered"] == after["registered"] + 1


def test_what_each_administrator_did_is_counted_in_the_period(world: World) -> None:
    people = desk.sign_up_all(world)
    rita = cast.root(world, "rita@example.com")
    make.change_account(world, rita.id, first_name="Rita", last_name="Okafor")

    def administrators(reader: Person = people.root) -> dict[str, tuple[str, int, str | None]]:
        found = world.get("/admin/activity?days=7", as_=reader).must(200).data
        return {
            str(one["id"]): (one["name"], one["entries"], one["lastAt"])
            for one in found["administrators"]
        }

    before = administrators()
    assert set(before) == {people.root.id, rita.id}
    world.clock.advance(minutes=1)
    for _ in range(2):
        role = desk.post(world, people.ben)
        world.post(f"/admin/roles/{role}/approve", as_=rita).must(200)
        world.post(f"/admin/roles/{role}/approve", as_=rita).must(409)  # it was approved already
    name, entries, last_at = administrators()[str(rita.id)]
    assert name == "Rita Okafor"
    assert entries == before[str(rita.id)][1] + 2
    assert last_at is not None
    assert last_at > (before[str(rita.id)][2] or "")
    assert administrators()[str(people.root.id)] == before[str(people.root.id)]
    world.clock.advance(days=8)
    later = administrators(cast.root(world, "rob@example.com"))
    assert later[str(rita.id)] == ("Rita Okafor", 0, None)
