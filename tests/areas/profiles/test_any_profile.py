"""Any valid profile is returned unchanged, and no private member is public."""

from collections.abc import Mapping
from typing import Any

import hypothesis
from hypothesis import strategies as st

from tests import cast, make
from tests.architecture.specified.members import Member
from tests.architecture.specified.profiles import SHAPES
from tests.areas.profiles import profile_samples
from tests.world import World, next_number

OF_ACCOUNT = {
    *("id", "firstName", "lastName", "avatarUrl", "verificationTier", "isVerified"),
    *("updatedAt", "hidden"),
}
PRIVATE = {
    *("phoneNumber", "countryCode", "licenses", "desiredLicensedStates", "jobSeekerIntent"),
    *("accreditedInvestor", "startupAdvisor", "interestedSkills", "tourProgress"),
}
MANY_LINES = {"bio", "description"}

thorough = hypothesis.settings(
    max_examples=40,
    derandomize=True,
    deadline=None,
    suppress_health_check=[
        hypothesis.HealthCheck.function_scoped_fixture,
        hypothesis.HealthCheck.too_slow,
        hypothesis.HealthCheck.data_too_large,
    ],
)
one_line = st.characters(exclude_categories=["Cc", "Cs"])
many_lines = one_line | st.sampled_from("\t\n\r")
addresses = st.from_regex(
    r"https?://[a-z0-9]{1,40}(/([a-zA-Z0-9_~-]|%[0-9A-Fa-f]{2}){0,40})?", fullmatch=True
)
numbers = st.integers(-(10**30), 10**30) | st.floats(allow_nan=False, allow_infinity=False)


def texts(name: str, member: Member) -> st.SearchStrategy[str]:
    match member.form:
        case "uri":
            return addresses
        case "digits":
            return st.from_regex(r"[0-9]{6,15}", fullmatch=True)
        case "plus and digits":
            return st.from_regex(r"\+[0-9]{1,4}", fullmatch=True)
    letters = many_lines if name in MANY_LINES else one_line
    text = st.text(letters, min_size=member.least or 0, max_size=min(member.most or 30, 30))
    return text if name in MANY_LINES else text.filter(_is_trimmed)


def _is_trimmed(text: str) -> bool:
    """The server removes the blanks around a text of one line."""
    return text == text.strip()


def values(name: str, member: Member) -> st.SearchStrategy[Any]:
    """Any value that the specification allows for a member."""
    made: st.SearchStrategy[Any]
    if member.of:
        made = objects(SHAPES[member.of])
    elif member.values:
        made = st.sampled_from(member.values)
    elif member.kind == "array" and member.items is not None:
        made = st.lists(values(name, member.items), min_size=member.least or 0, max_size=4)
    elif member.kind == "object" and member.items is not None:
        made = st.dictionaries(
            st.text(one_line, max_size=20).filter(_is_trimmed), st.booleans(), max_size=4
        )
    elif member.kind == "integer":
        made = st.integers(member.least, member.most)
    else:
        made = {"string": texts(name, member), "number": numbers}.get(member.kind, st.booleans())
    return st.none() | made if member.nullable else made


def objects(shape: Mapping[str, Member]) -> st.SearchStrategy[dict[str, Any]]:
    made = {name: values(name, member) for name, member in shape.items()}
    return st.fixed_dictionaries(
        {name: each for name, each in made.items() if shape[name].required},
        optional={name: each for name, each in made.items() if not shape[name].required},
    ).map(_run_forward)


def _run_forward(made: dict[str, Any]) -> dict[str, Any]:
    """Sorts start and end."""
    if made.get("startYear") and made.get("endYear"):
        made["startYear"], made["endYear"] = sorted((made["startYear"], made["endYear"]))
        if made["startYear"] == made["endYear"] and "endMonth" in made:
            made["endMonth"] = made["startMonth"]
    return made


def expected_response(said: Mapping[str, Any]) -> dict[str, Any]:
    """The expected response: omitted members of education are null, large integers are doubles."""
    result = dict(said)
    if said.get("education"):
        whole = dict.fromkeys(SHAPES["EducationInput"])
        result["education"] = [{**whole, **one} for one in said["education"]]
    if abs(said.get("yearsExperience", 0)) >= 2**53:
        result["yearsExperience"] = float(said["yearsExperience"])
    return result


def in_public(profile: Mapping[str, Any]) -> dict[str, Any]:
    """The public members."""
    licenses = profile["licenses"]
    states = licenses and sorted({held["licensedState"] for held in licenses})
    visible = {name: value for name, value in profile.items() if name not in PRIVATE}
    return {**visible, "licensedStates": states}


def is_described(profile: Mapping[str, Any]) -> bool:
    specialties = profile["specialty"] or []
    return bool(profile["title"].strip()) and any(each.strip() for each in specialties)


@thorough
@hypothesis.given(
    said=objects(SHAPES["ProfileFields"]), details=objects(SHAPES["AdditionalDetailUpdateRequest"])
)
def test_any_valid_profile_is_returned_unchanged_and_private_members_are_not_public(
    world: World, said: dict[str, Any], details: dict[str, Any]
) -> None:
    ada = cast.sign_up(world, f"ada{next_number()}@example.com")
    make.into_expert(world, ada, "Ada Lovell")
    expected = {**profile_samples.get_profile(world, ada)["profile"], **expected_response(said)}
    assert (
        profile_samples.update_profile(world, ada, **said)
        == profile_samples.get_profile(world, ada)["profile"]
        == expected
    )
    expected |= expected_response(details)
    result = world.patch(profile_samples.DETAILS, details, as_=ada).must(200).data["profile"]
    assert result == profile_samples.get_profile(world, ada)["profile"] == expected
    if not is_described(expected):
        world.get(f"/experts/{ada.id}").must(404)
        return
    record = world.get(f"/experts/{ada.id}").must(200).data
    assert {name: record[name] for name in record.keys() - OF_ACCOUNT} == in_public(expected)
