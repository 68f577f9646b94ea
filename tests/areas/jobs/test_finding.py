"""Finding jobs: filters, words, places, pay, orders, pages, and the partners' feed."""

from typing import Any

import pytest

from tests import cast
from tests.areas.feed import circle
from tests.areas.jobs import board
from tests.world import ANONYMOUS, World

FINDS = {
    "search=endodontist": True,
    "search=associate+endod": True,
    "search=ORCHARD+molars": True,
    "search=endodontics": True,
    "search=periodontist": False,
    "search=associate+periodontist": False,
    "search=%21%21": False,
    "location=austin": True,
    "location=round+rock": True,
    "location=dallas": False,
    "location=%2C": False,
    "specialty=endodontics": True,
    "specialty=orthodontics": False,
    "roleType=specialist": True,
    "roleType=general": False,
    "employmentType=part-time": True,
    "employmentType=full-time": False,
    "workerClassification=w2": True,
    "workerClassification=1099": False,
    "yearsOfExperience=3-5": True,
    "yearsOfExperience=5-plus": False,
    "openToMentoring=true": True,
    "openToMentoring=false": False,
    "minComp=210000.5": True,
    "minComp=210001": False,
    "minComp=1.8e5": True,
    "minComp=0&sortBy=compensation": True,
    "minComp=210001&sortBy=compensation": False,
    "specialty=endodontics&employmentType=part-time&minComp=100000&location=tex&search=molar": True,
    "specialty=endodontics&employmentType=full-time&search=molar": False,
    "search=molar&sortBy=newest": True,
    "sortBy=relevance": True,
    "search=&location=&minComp=": True,
}


@pytest.mark.parametrize(("query", "is_found"), FINDS.items())
def test_jobs_are_found(world: World, query: str, is_found: bool) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    assert board.listed(world, people.cyrus, f"/jobs?{query}") == ([job] if is_found else [])


@pytest.mark.parametrize(
    "query",
    [
        "specialty=teeth",
        "minComp=much",
        "minComp=-1",
        "minComp=1e999",
        "openToMentoring=1",
        "sortBy=best",
        "limit=0",
    ],
)
def test_a_query_that_does_not_fit_is_refused(world: World, query: str) -> None:
    people = board.cast_of(world)
    name = query.partition("=")[0]
    assert set(world.get(f"/jobs?{query}", as_=people.cyrus).must(422).faults) == {name}


def test_strangers_find_nothing(world: World) -> None:
    for path in ("/jobs", "/jobs/feed.json", "/jobs/mine", "/admin/jobs"):
        world.get(path, as_=ANONYMOUS).must(401)


def test_a_change_is_found_and_what_was_before_is_not(world: World) -> None:
    people = board.cast_of(world)
    job = board.approved(world, people)
    change = {"roleNeeded": "Periodontist", "specialty": "periodontics"}
    world.patch(f"/admin/jobs/{job}", change, as_=people.root).must(200)
    for query, expected in (
        ("search=periodontist", [job]),
        ("search=endodontist", []),
        ("specialty=periodontics", [job]),
        ("specialty=endodontics", []),
    ):
        assert board.listed(world, people.cyrus, f"/jobs?{query}") == expected


def test_pay_is_the_most_that_is_stated_and_what_states_none_comes_last(world: World) -> None:
    people = board.cast_of(world)
    pays: list[dict[str, Any]] = [
        {"annualCompMin": 180_000},
        {},
        {"annualCompMin": 100_000, "annualCompMax": 250_000},
        {"annualCompMax": 0},
    ]
    least_only, none, most, nothing = (board.least(world, people, **pay) for pay in pays)
    ordered = board.listed(world, people.cyrus, "/jobs?sortBy=compensation")
    assert ordered == [most, least_only, nothing, none]
    assert board.listed(world, people.cyrus, "/jobs?minComp=180000") == [most, least_only]
    assert board.listed(world, people.cyrus, "/jobs?minComp=0") == [nothing, most, least_only]
    assert board.walked(world, people, "sortBy=compensation&limit=1") == ordered


def test_relevance_counts_the_words_in_the_role_and_then_takes_the_newest(world: World) -> None:
    people = board.cast_of(world)
    texts = [
        ("Pediatric dentist, sedation", "Calm children"),
        ("Dentist", "Pediatric sedation for calm children"),
        ("Pediatric sedation dentist", "Calm children"),
        ("Assistant", "For a pediatric dentist with sedation"),
        ("Dentist for sedation", "Pediatric cases"),
    ]
    made = [board.least(world, people, roleNeeded=role, challenge=text) for role, text in texts]
    by_hits = [made[2], made[0], made[4], made[1], made[3]]
    query = "search=dentist+pediatric+sedat"
    assert board.listed(world, people.cyrus, f"/jobs?{query}") == by_hits
    assert board.listed(world, people.cyrus, f"/jobs?{query}&sortBy=newest") == made[::-1]
    for limit in (1, 2, 3):
        assert board.walked(world, people, f"{query}&limit={limit}") == by_hits


def test_lists_go_on_by_cursor(world: World) -> None:
    people = board.cast_of(world)
    made = [board.approved(world, people) for _ in range(5)]
    assert board.walked(world, people, "limit=2") == made[::-1]
    assert board.walked(world, people, "limit=2&specialty=endodontics") == made[::-1]
    assert world.get("/jobs?cursor=none", as_=people.cyrus).must(422).faults
    first = world.get("/jobs?limit=2", as_=people.cyrus).must(200).data["nextCursor"]
    other = f"/jobs?limit=2&specialty=endodontics&cursor={first}"
    assert set(world.get(other, as_=people.cyrus).must(422).faults) == {"cursor"}


def test_several_words_and_places_must_all_be_there(world: World) -> None:
    people = board.cast_of(world)
    made = [board.approved(world, people) for _ in range(4)]
    rare = board.least(world, people, roleNeeded="Endodontist", challenge="Molars at night")
    for query, expected in (
        ("search=molars&sortBy=newest", [rare, *made[::-1]]),
        ("search=molars+night", [rare]),
        ("search=molars&location=austin", made[::-1]),
        ("search=associate+mol", made[::-1]),
    ):
        assert board.listed(world, people.cyrus, f"/jobs?{query}") == expected


COMMON = [
    ("Dentist", "molars by day"),
    ("Dentist by night", "molars by day"),
    ("Dentist by day", "children"),
    ("Molar dentist by day", "night shifts"),
    ("Denturist", "day and night"),
    ("Assistant", "a dentist by day, molars by night"),
    ("Assistant by night", "dental days"),
    ("Dentist by day and night", "molars"),
]


@pytest.mark.parametrize("few", [0, 3, 1000])
def test_how_common_words_are_changes_nothing(world: World, monkeypatch: Any, few: int) -> None:
    """Sorted, or met on the way along the order: the same, in the same order."""
    monkeypatch.setattr("bridgework.kit.search.pages._SORTED_AT_ONCE", few)
    people = board.cast_of(world)
    made = [board.least(world, people, roleNeeded=role, challenge=text) for role, text in COMMON]
    for search in ("by+dent", "assistant+dentist", "night+molar", "by+day+dentist", "day+by+d"):
        *whole, begun = search.split("+")
        found = []
        for at, (role, text) in enumerate(COMMON):
            said = [part.lower().replace(",", "").split() for part in (f"{role} {text}", role)]
            hits = [
                sum(word in words for word in whole) + any(one.startswith(begun) for one in words)
                for words in said
            ]
            if hits[0] == len(whole) + 1:
                found.append((hits[1], at))
        expected = [made[at] for _, at in sorted(found, reverse=True)]
        assert expected, search
        assert board.listed(world, people.cyrus, f"/jobs?search={search}") == expected, search
        assert board.walked(world, people, f"search={search}&limit=3") == expected, search
        newest = board.listed(world, people.cyrus, f"/jobs?search={search}&sortBy=newest")
        assert newest == sorted(expected, key=made.index, reverse=True), search


def test_ones_own_jobs_by_state(world: World) -> None:
    people = board.cast_of(world)
    waiting, opened = board.post(world, people.carla), board.approved(world, people)
    board.post(world, people.dora)
    for query, expected in (("", [opened, waiting]), ("?status=approved", [opened])):
        assert board.listed(world, people.carla, f"/jobs/mine{query}") == expected
    world.get("/jobs/mine?status=lost", as_=people.carla).must(422)


def test_administrators_list_all(world: World) -> None:
    people = board.cast_of(world)
    waiting = board.post(world, people.dora, roleNeeded="Hygienist")
    opened = board.approved(world, people)
    for query, expected in (
        ("", [opened, waiting]),
        ("?status=pending", [waiting]),
        ("?status=approved", [opened]),
        ("?search=hygien", [waiting]),
        ("?search=%21", []),
        ("?limit=1&page=2", [waiting]),
    ):
        assert board.listed(world, people.root, f"/admin/jobs{query}") == expected
    assert world.get("/admin/jobs", as_=people.carla).must(403).error == "not_allowed"
    world.get("/admin/jobs?page=0", as_=people.root).must(422)


def test_the_feed_speaks_schema_org_to_partners_alone(world: World) -> None:
    people = board.cast_of(world)
    job, waiting = board.approved(world, people), board.post(world, people.carla)
    least = board.least(world, people)
    headers = board.partner(world, people.root)
    page = world.get("/jobs/feed.json?limit=1", headers=headers).must(200).data
    assert (page["@context"], page["hasMore"]) == ("https://schema.org", True)
    assert page["@graph"][0]["identifier"]["value"] == least
    assert page["@graph"][0]["baseSalary"] is None
    path = f"/jobs/feed.json?limit=1&cursor={page['nextCursor']}"
    answer = world.get(path, headers=headers).must(200)
    (entry,) = answer.data["@graph"]
    assert entry["@type"] == "JobPosting"
    assert entry["identifier"]["value"] == job
    assert entry["title"] == "Associate endodontist"
    assert entry["description"].startswith("Our molars wait three weeks.\n\nNine chairs.")
    assert entry["hiringOrganization"] == {"@type": "Organization", "name": "Orchard Gate Dental"}
    assert entry["employmentType"] == "PART_TIME"
    assert entry["jobLocation"][1]["address"]["addressLocality"] == "Round Rock, Texas"
    assert entry["baseSalary"]["value"] == {
        "@type": "QuantitativeValue",
        "minValue": 150_000,
        "maxValue": 210_000.5,
        "unitText": "YEAR",
    }
    assert entry["datePosted"] < entry["validThrough"]
    assert waiting not in answer.body.decode()
    for contact in ("carla@orchard.example", "Mendiz"):
        assert contact not in answer.body.decode()


def test_the_feed_is_no_members_and_no_other_partners(world: World) -> None:
    people = board.cast_of(world)
    for person in (people.carla, people.root):
        world.get("/jobs/feed.json", as_=person).must(403)
    other = board.partner(world, people.root, "events:read")
    assert world.get("/jobs/feed.json", headers=other).must(403).error == "scope_missing"
    headers = board.partner(world, people.root)
    assert world.get("/jobs/feed.json?limit=0", headers=headers).must(422).faults
    paths = world.get("/openapi.json").json["paths"]
    assert paths["/jobs/feed.json"]["get"]["security"] == [{"partnerApiKey": []}]


def test_the_jobs_of_an_erased_account_are_found_no_more(world: World) -> None:
    people = board.cast_of(world)
    board.approved(world, people)
    stays = board.post(world, people.dora)
    circle.erase(world, people.carla)
    page = world.get("/admin/jobs", as_=cast.root_again(world)).must(200).data
    assert ([one["id"] for one in page["items"]], page["total"]) == ([stays], 1)
