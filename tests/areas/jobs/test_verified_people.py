"""Whether who posts and who applies is verified on the platform of the posting."""

import pytest

from bridgework.settings import Settings
from tests import make
from tests.areas.jobs import board
from tests.areas.roles import desk
from tests.areas.site.site_pages import read
from tests.world import World


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"site": True, "public_jobs": True})


def test_a_job_says_whether_its_clinic_is_verified(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)

    def said() -> set[bool]:
        in_list = world.get("/jobs", as_=people.cyrus).must(200).data["items"]
        matched = world.get("/jobs/matches/mine", as_=people.cyrus).must(200).data["items"]
        own = world.get(f"/jobs/{job}/my-match", as_=people.cyrus).must(200).data
        one, public = (
            world.get(f"/jobs/{job}", as_=people.cyrus).must(200).data,
            world.get(f"/jobs/{job}").must(200).data,
        )
        subjects = [matched[0]["subject"], own["subject"], in_list[0], one, public]
        is_on_page = "has reviewed this clinic" in read(world, f"/app/jobs/{job}").text
        is_in_list = "Verified" in read(world, "/app/jobs").text
        return {is_on_page, is_in_list, *(each["isOwnerVerified"] for each in subjects)}

    assert said() == {False}
    make.change_account(world, board.id_of(people.carla), verification_tier="verified")
    assert said() == {False}  # on the matchmaking platform
    make.change_account(world, board.id_of(people.carla), jobs_verification_tier="verified")
    assert said() == {True}
    world.patch("/users/me", {"firstName": "Another"}, as_=people.carla).must(200)
    assert said() == {False}  # until an administrator confirms the name


def test_a_role_says_whether_its_client_is_verified(world: World) -> None:
    people = desk.sign_up_all(world)
    role = desk.post_active(world, people)

    def said() -> set[bool]:
        one = world.get(f"/roles/{role}", as_=people.ada).must(200).data
        in_list = world.get("/roles", as_=people.ada).must(200).data["items"][0]
        matches = world.get("/experts/me/matches", as_=people.ada).must(200).data["items"]
        return {each["isOwnerVerified"] for each in (one, in_list, matches[0]["subject"])}

    make.change_account(world, board.id_of(people.ben), jobs_verification_tier="verified")
    assert said() == {False}
    make.change_account(world, board.id_of(people.ben), verification_tier="verified")
    assert said() == {True}


def test_an_applicant_is_verified_on_the_platform_of_the_posting(world: World) -> None:
    people = board.sign_up_all(world)
    path = (
        f"/jobs/applications/{board.apply(world, board.post_approved(world, people), people.cyrus)}"
    )
    assert world.get(path, as_=people.carla).must(200).data["applicant"]["isVerified"] is True
    tiers = {"verification_tier": "verified", "jobs_verification_tier": "not-verified"}
    make.change_account(world, board.id_of(people.cyrus), **tiers)
    assert world.get(path, as_=people.carla).must(200).data["applicant"]["isVerified"] is False
