"""What each filter finds, alone and combined, on both databases."""

from dataclasses import dataclass
from urllib.parse import quote

from tests.areas.directory import practice, reading
from tests.world import World

ALL = {"Müller", "Nguyễn", "O'Hara", "Straße", "Lima", "Zhōu"}


@dataclass(frozen=True, slots=True)
class Case:
    """A query, and the last names of the experts that it finds."""

    query: str
    finds: set[str]


LOCATION = [
    Case("location=paulo", {"Müller", "O'Hara"}),
    Case("location=PAULO", {"Müller", "O'Hara"}),
    Case("location=sao+paulo", {"Müller", "O'Hara"}),
    Case(f"location={quote('São Paulo')}", {"Müller", "O'Hara"}),
    Case("location=sa%CC%83o", {"Müller", "O'Hara"}),
    Case("location=san", {"Nguyễn"}),
    Case("location=san+francisco", {"Nguyễn"}),
    Case("location=francisco,+ca", {"Nguyễn"}),
    Case("location=sa", {"Müller", "Nguyễn", "O'Hara"}),
    Case("location=brazil+paulo", {"Müller"}),
    Case("location=strassburg", {"Straße"}),
    Case(f"location={quote('STRAßBURG')}", {"Straße"}),
    Case("location=aulo", set()),
    Case("location=paulos", set()),
    Case("location=lima", set()),
    Case("location=---", set()),
    Case("location=%25", set()),
    Case("location=_", set()),
]
SKILLS_AND_TAGS = [
    Case("skills=microscopy", {"Müller", "O'Hara"}),
    Case("skills=Microscopy,ROOT+canal", {"Müller"}),
    Case("skills=microscopy&skills=implants", {"O'Hara"}),
    Case("skills=root++canal", {"Müller"}),
    Case("skills=root", set()),
    Case("skills=billing,hiring", {"Nguyễn"}),
    Case("skills=billing,aligners", set()),
    Case("skills=clinical", set()),
    Case("skills=,microscopy,+,", {"Müller", "O'Hara"}),
    Case("tags=mentor", {"Müller", "Nguyễn"}),
    Case("tags=night+shift", {"Müller", "Straße"}),
    Case("tags=mentor,night+shift", {"Müller"}),
    Case("tags=mentor&tags=night+shift", {"Müller"}),
    Case("tags=m%C3%A8ntor", {"Müller", "Nguyễn"}),
    Case("tags=ment", set()),
    Case("tags=%25", set()),
]
AVAILABILITY_AND_ENGAGEMENT = [
    Case("availability=part-time", {"Müller", "O'Hara"}),
    Case("availability=part-time,weekends", {"Müller", "O'Hara", "Straße"}),
    Case("availability=PART-TIME&availability=full-time", {"Müller", "Nguyễn", "O'Hara"}),
    Case("availability=part", set()),
    Case("engagementType=contract", {"Müller", "Straße"}),
    Case("engagementType=Contract,Advisory", {"Müller", "Nguyễn", "Straße"}),
    Case("engagementType=contr", set()),
]
TOGETHER = [
    Case("location=paulo&skills=microscopy&availability=part-time", {"Müller", "O'Hara"}),
    Case("location=paulo&engagementType=contract", {"Müller"}),
    Case("skills=microscopy&tags=mentor", {"Müller"}),
    Case("skills=microscopy&tags=mentor&location=francisco", set()),
    Case("search=root&tags=night+shift&engagementType=contract", {"Müller", "Straße"}),
    Case("search=root&skills=root+canal", {"Müller"}),
    Case("search=lima&availability=part-time", set()),
]
NO_FILTER = [
    Case("", ALL),
    Case("search=", ALL),
    Case("location=&skills=&tags=&availability=&engagementType=&sortBy=&page=", ALL),
    Case("skills=,,&tags=,", ALL),
    Case("skills=&tags=mentor", {"Müller", "Nguyễn"}),
    Case("location=san&location=", {"Nguyễn"}),
    Case("colour=blue", ALL),
]


def test_each_filter_finds_the_listed_experts(world: World) -> None:
    practice.fill(world)
    cases = [*LOCATION, *SKILLS_AND_TAGS, *AVAILABILITY_AND_ENGAGEMENT, *TOGETHER, *NO_FILTER]
    names_found = {case.query: reading.find_names(world, case.query) for case in cases}
    assert names_found == {case.query: case.finds for case in cases}


WRONG_FILTERS = {
    "sortBy=best": {"sortBy": "not_one_of"},
    "sortBy=Newest": {"sortBy": "not_one_of"},
    "sortBy=newest,name": {"sortBy": "not_one_of"},
    f"search={'s' * 201}": {"search": "too_long"},
    "search=a%00b": {"search": "control_character"},
    f"location={'l' * 201}": {"location": "too_long"},
    f"skills=good,{'s' * 201}": {"skills[1]": "too_long"},
    f"tags={','.join(['t'] * 21)}": {"tags": "too_many"},
    "availability=a%0Ab": {"availability[0]": "control_character"},
    "sortBy=best&limit=0&page=x": {
        "sortBy": "not_one_of",
        "limit": "too_small",
        "page": "wrong_type",
    },
}


def test_invalid_filters_are_refused(world: World) -> None:
    faults = {query: world.get(f"/experts?{query}").must(422).faults for query in WRONG_FILTERS}
    assert faults == WRONG_FILTERS


def test_an_unknown_order_is_refused_with_the_list_of_orders(world: World) -> None:
    [fault] = world.get("/experts?sortBy=best").must(422).json["details"]
    for order in ("relevance", "newest", "name", "experience", "recently_active"):
        assert f"'{order}'" in fault["message"]


def test_a_query_that_is_not_utf_8_is_refused(world: World) -> None:
    for query in ("search=%ff", "search=%ed%a0%80", "tags=%C3"):
        assert world.get(f"/experts?{query}").must(400).error == "malformed_query"


def test_unknown_parameters_are_refused_with_strict_handling(world: World) -> None:
    headers = {"prefer": "handling=strict"}
    refused = world.get("/experts?colour=blue&tags=a", headers=headers).must(422)
    assert refused.faults == {"colour": "unknown_member"}
