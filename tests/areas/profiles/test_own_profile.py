"""The caller's profile: members are returned as sent, omitted ones are unchanged, null clears."""

from collections.abc import Mapping
from typing import Any

import pytest
import sqlalchemy as sa

from bridgework.areas.people.profiles.tables import profiles
from tests import cast, make
from tests.architecture.specified.profiles import SHAPES
from tests.areas.profiles import profile_samples
from tests.areas.profiles.profile_samples import (
    DETAIL_MEMBERS,
    DETAILS,
    EMPTY,
    LEAST,
    LONGEST,
    PROFILE,
)
from tests.world import ANONYMOUS, World

NULLABLE = {name for name, member in SHAPES["ProfileFields"].items() if member.nullable}


def test_a_profile_contains_every_member(world: World) -> None:
    ben = cast.ben(world)
    assert profile_samples.get_profile(world, ben) == {
        "firstName": None,
        "lastName": None,
        "avatarUrl": None,
        "role": "client",
        "onboardingStep": None,
        "profile": EMPTY,
        "listing": {"isListed": False, "missing": [], "reason": "not_an_expert"},
        "changeInReviewSince": None,
    }
    assert set(EMPTY) == set(SHAPES["ProfileFields"]) == set(LEAST)


@pytest.mark.parametrize("said", [LONGEST, LEAST], ids=["longest", "least"])
def test_every_member_is_returned_as_it_was_sent(world: World, said: Mapping[str, Any]) -> None:
    ada = cast.ada(world)
    assert profile_samples.update_profile(world, ada, **said) == said
    assert profile_samples.get_profile(world, ada)["profile"] == said
    details = {name: value for name, value in said.items() if name in DETAIL_MEMBERS}
    ben = cast.ben(world)
    result = world.patch(DETAILS, details, as_=ben).must(200).data
    assert (
        result["profile"]
        == profile_samples.get_profile(world, ben)["profile"]
        == {**EMPTY, **details}
    )


def test_omitted_members_are_unchanged_and_lists_are_replaced(world: World) -> None:
    ada = cast.ada(world)
    profile_samples.update_profile(world, ada, **LONGEST)
    for name, value in LEAST.items():
        before = profile_samples.get_profile(world, ada)["profile"]
        assert profile_samples.update_profile(world, ada, **{name: value}) == {
            **before,
            name: value,
        }
    assert profile_samples.get_profile(world, ada)["profile"] == LEAST
    details = {"outcomes": LONGEST["outcomes"], "bio": "Anew"}
    world.patch(DETAILS, details, as_=ada).must(200)
    assert profile_samples.get_profile(world, ada)["profile"] == {**LEAST, **details}


def test_null_clears_nullable_members_and_is_refused_for_others(world: World) -> None:
    ada = cast.ada(world)
    profile_samples.update_profile(world, ada, **LONGEST)
    assert profile_samples.update_profile(world, ada, **dict.fromkeys(NULLABLE)) == {
        name: None if name in NULLABLE else value for name, value in LONGEST.items()
    }
    refused = world.patch(PROFILE, {"profile": EMPTY}, as_=ada).must(422)
    assert refused.faults.keys() == {f"profile.{name}" for name in EMPTY.keys() - NULLABLE}
    refused = world.patch(DETAILS, EMPTY, as_=ada).must(422)
    assert refused.faults.keys() == DETAIL_MEMBERS - NULLABLE
    for name in ("firstName", "lastName", "avatarUrl", "role", "profile"):
        assert world.patch(PROFILE, {name: None}, as_=ada).must(422).faults.keys() == {name}


def test_omitted_members_of_an_item_are_null(world: World) -> None:
    ada = cast.ada(world)
    study = {**LEAST["education"][0], "school": "Tufts"}
    for name in ("programType", "affiliation", "studentYear"):
        del study[name]
    [result] = profile_samples.update_profile(world, ada, education=[study])["education"]
    assert result == {**LEAST["education"][0], "school": "Tufts"}


def test_names_picture_and_step_belong_to_the_account(world: World) -> None:
    ada = cast.ada(world)
    body = {
        "firstName": "Ada",
        "lastName": "Lovell",
        "avatarUrl": "https://example.com/ada",
        "onboardingStep": "s" * 64,
    }
    result = world.patch(PROFILE, body, as_=ada).must(200).data
    missing = {"isListed": False, "missing": ["title", "specialty"], "reason": "profile_incomplete"}
    ours = {"role": "expert", "listing": missing, "changeInReviewSince": None}
    assert result == {**body, **ours, "profile": EMPTY}
    account = world.get("/users/me", as_=ada).must(200).data
    assert {name: account[name] for name in body} == body
    cleared = {"avatarUrl": "", "onboardingStep": None}
    result = world.patch(PROFILE, cleared, as_=ada).must(200).data
    assert (result["avatarUrl"], result["onboardingStep"], result["firstName"]) == (
        None,
        None,
        "Ada",
    )
    world.patch("/users/me", {"firstName": "Augusta"}, as_=ada).must(200)
    assert profile_samples.get_profile(world, ada)["firstName"] == "Augusta"
    for step in ("", "s" * 65):
        refused = world.patch(PROFILE, {"onboardingStep": step}, as_=ada).must(422)
        assert refused.faults.keys() == {"onboardingStep"}


def test_an_absent_body_changes_nothing(world: World) -> None:
    ada = cast.ada(world)
    result = world.patch(PROFILE, as_=ada).must(200)
    assert result.headers["etag"] == world.get(PROFILE, as_=ada).headers["etag"]
    assert (
        result.data["profile"] == world.patch(DETAILS, as_=ada).must(200).data["profile"] == EMPTY
    )
    assert world.patch(PROFILE, {"profile": {}}, as_=ada).must(200).data == result.data


FAULTY: dict[str, Any] = {
    "firstName": "4",
    "avatarUrl": "ada.png",
    "role": "rpo",
    "profile": {
        "title": "two\nlines",
        "bio": "bell\x07",
        "yearsExperience": "5",
        "phoneNumber": "+15550100",
        "countryCode": "1",
        "specialty": ["endodontics", "x" * 101],
        "tags": [""],
        "skills": [{"category": "Clinical", "items": []}],
        "education": [LEAST["education"][0]],
        "licenses": [{"licenseNumber": "1"}],
        "tourProgress": {"welcome": "yes"},
        "jobSeekerIntent": "maybe",
    },
}


def test_all_errors_are_listed_with_their_paths(world: World) -> None:
    ada = cast.ada(world)
    study = {**LEAST["education"][0], "endYear": 2037}
    del study["grade"]
    profile = {**FAULTY["profile"], "education": [LEAST["education"][0], study]}
    body = {**FAULTY, "profile": profile}
    faults = world.patch(PROFILE, body, as_=ada).must(422).faults
    assert faults == {
        "firstName": "needs_letter",
        "avatarUrl": "url",
        "role": "not_one_of",
        "profile.title": "control_character",
        "profile.bio": "control_character",
        "profile.yearsExperience": "wrong_type",
        "profile.phoneNumber": "not_digits",
        "profile.countryCode": faults["profile.countryCode"],
        "profile.specialty[1]": "too_long",
        "profile.tags[0]": "too_short",
        "profile.skills[0].items": "too_few",
        "profile.education[1].grade": "required",
        "profile.education[1].endYear": "too_large",
        "profile.licenses[0].licensedState": "required",
        "profile.tourProgress.welcome": "wrong_type",
        "profile.jobSeekerIntent": "not_one_of",
    }
    assert profile_samples.get_profile(world, ada)["profile"] == EMPTY


@pytest.mark.parametrize("years", [b"1e400", b"1" + b"0" * 400])
def test_a_number_beyond_the_range_of_doubles_is_refused(world: World, years: bytes) -> None:
    body = b'{"profile": {"yearsExperience": ' + years + b"}}"
    refused = world.patch(PROFILE, body, as_=cast.ada(world)).must(422)
    assert refused.faults.keys() == {"profile.yearsExperience"}


def spell(start: int | None, end: int | None, working: object = False) -> dict[str, object]:
    years = {"startYear": start, "endYear": end, "currentlyWorking": working}
    return {**LEAST["background"][0], **years}


def study(start: tuple[int | None, int | None], end: tuple[int | None, int | None]) -> object:
    months = {"startMonth": start[0], "endMonth": end[0]}
    return {**LEAST["education"][0], **months, "startYear": start[1], "endYear": end[1]}


def test_items_that_end_before_they_start_are_refused(world: World) -> None:
    ada = cast.ada(world)
    said = {
        "background": [spell(2001, 2000), spell(2000, 2000), spell(2010, 1990, working=True)],
        "education": [
            study((None, 2010), (None, 2009)),
            study((9, 2010), (6, 2010)),
            study((9, 2010), (9, 2010)),
            study((9, 2010), (6, 2011)),
        ],
    }
    wrong = {
        *("background[0].endYear", "background[2].endYear"),
        *("education[0].endYear", "education[1].endMonth"),
    }
    faults = world.patch(DETAILS, said, as_=ada).must(422).faults
    assert faults == dict.fromkeys(wrong, "end_before_start")
    faults = world.patch(PROFILE, {"profile": said}, as_=ada).must(422).faults
    assert faults == {f"profile.{path}": "end_before_start" for path in wrong}


def test_items_without_start_or_end_are_accepted(world: World) -> None:
    said = {
        "background": [
            spell(2001, None, working=True),
            spell(None, 1990),
            spell(1990, 2000, working=True),  # the specification asks for no end of it
        ],
        "education": [
            study((9, None), (6, None)),
            study((9, 2010), (None, 2010)),
            study((12, 2010), (1, None)),
        ],
    }
    result = profile_samples.update_profile(world, cast.ada(world), **said)
    assert {name: result[name] for name in said} == said


@pytest.mark.parametrize(
    ("method", "path"), [("GET", PROFILE), ("PATCH", PROFILE), ("PATCH", DETAILS)]
)
def test_a_profile_is_visible_only_to_its_owner(world: World, method: str, path: str) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    profile_samples.update_profile(world, ada, phoneNumber="5550100")
    assert world.send(method, path, as_=ANONYMOUS).must(401).error == "sign_in_needed"
    mallory = cast.register(world, "mallory@example.com")
    assert world.send(method, path, as_=mallory).status == 401
    assert world.send(method, path, as_=ben).must(200).data["profile"] == EMPTY


def test_a_first_change_enables_the_matchmaker_platform(world: World) -> None:
    root = cast.root(world)
    vera = cast.sign_up(world, "vera@example.com", vendorsRole="vendor")
    query = "/admin/users?platform=matchmaker&search=vera"
    world.patch(PROFILE, {"firstName": "Vera"}, as_=vera).must(200)
    assert world.get(query, as_=root).must(200).data["total"] == 0
    profile_samples.update_profile(world, vera, title="Founder")
    assert world.get(query, as_=root).must(200).data["total"] == 1


def test_a_member_is_cleared_whatever_it_is(world: World) -> None:
    ada = cast.ada(world)
    profile_samples.update_profile(world, ada, **LONGEST)
    expected = dict(LONGEST)
    for name in LONGEST:
        cleared = world.delete(f"{PROFILE}/members/{name}", as_=ada).must(200)
        expected[name] = None
        assert cleared.data["profile"] == expected
    assert profile_samples.get_profile(world, ada)["profile"] == EMPTY
    again = {"phoneNumber": "4155550123", "yearsExperience": 7, "jobSeekerIntent": "not_looking"}
    assert profile_samples.update_profile(world, ada, **again) == {**EMPTY, **again}


def test_clearing_an_empty_member_changes_nothing(world: World) -> None:
    ada = cast.ada(world)
    before = world.get(PROFILE, as_=ada).must(200)
    after = world.delete(f"{PROFILE}/members/phoneNumber", as_=ada).must(200)
    assert (after.data, after.headers["etag"]) == (before.data, before.headers["etag"])


def test_a_member_is_cleared_only_in_the_version_that_was_read(world: World) -> None:
    ada = cast.ada(world)
    tag = world.get(PROFILE, as_=ada).must(200).headers["etag"]
    profile_samples.update_profile(world, ada, phoneNumber="4155550123")
    path = f"{PROFILE}/members/phoneNumber"
    world.delete(path, as_=ada, headers={"if-match": tag}).must(412)
    tag = world.get(PROFILE, as_=ada).must(200).headers["etag"]
    world.delete(path, as_=ada, headers={"if-match": tag}).must(200)


@pytest.mark.parametrize("name", ["phone_number", "firstName", "listing", "PHONENUMBER", "x" * 300])
def test_only_members_of_the_profile_are_cleared(world: World, name: str) -> None:
    ada = cast.ada(world)
    refused = world.delete(f"{PROFILE}/members/{name}", as_=ada).must(404)
    assert refused.error == "profile_member_not_found"


def test_an_update_keeps_the_members_of_a_later_version(world: World) -> None:
    ada = cast.ada(world)
    make.into_expert(world, ada, pronouns=["she"])
    profile_samples.update_profile(world, ada, bio="Anew", tags=["Recall"])
    profile_samples.update_profile(world, ada, secondarySpecialties=None, tags=[])
    with world.application.app_state.database.reading() as tx:
        stored = tx.value(sa.select(profiles.c.fields).where(profiles.c.account_id == ada.id))
    assert stored == {**make.PROFILE, "bio": "Anew", "tags": [], "pronouns": ["she"]}
