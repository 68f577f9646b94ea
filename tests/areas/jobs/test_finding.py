"""The search of jobs: filters, words, places, compensation, orders, pages, and the feed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from tests import cast
from tests.areas.feed import feed_requests
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
def test_a_query_finds_matching_jobs(world: World, query: str, is_found: bool) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    assert board.list_ids(world, people.cyrus, f"/jobs?{query}") == ([job] if is_found else [])


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
def test_an_invalid_query_is_refused(world: World, query: str) -> None:
    people = board.sign_up_all(world)
    name = query.partition("=")[0]
    assert set(world.get(f"/jobs?{query}", as_=people.cyrus).must(422).faults) == {name}


def test_a_negative_minimum_pay_is_too_small(world: World) -> None:
    people = board.sign_up_all(world)
    refused = world.get("/jobs?minComp=-1", as_=people.cyrus).must(422)
    assert refused.faults == {"minComp": "too_small"}


def test_lists_require_a_sign_in(world: World) -> None:
    for path in ("/jobs", "/jobs/feed.json", "/jobs/mine", "/admin/jobs"):
        world.get(path, as_=ANONYMOUS).must(401)


def test_a_changed_job_is_found_by_its_current_words(world: World) -> None:
    people = board.sign_up_all(world)
    job = board.post_approved(world, people)
    change = {"roleNeeded": "Periodontist", "specialty": "periodontics"}
    world.patch(f"/admin/jobs/{job}", change, as_=people.root).must(200)
    for query, expected in (
        ("search=periodontist", [job]),
        ("search=endodontist", []),
        ("specialty=periodontics", [job]),
        ("specialty=endodontics", []),
    ):
        assert board.list_ids(world, people.cyrus, f"/jobs?{query}") == expected


def test_jobs_are_ordered_by_maximum_compensation_and_unstated_comes_last(world: World) -> None:
    people = board.sign_up_all(world)
    pays: list[dict[str, Any]] = [
        {"annualCompMin": 180_000},
        {},
        {"annualCompMin": 100_000, "annualCompMax": 250_000},
        {"annualCompMax": 0},
    ]
    least_only, unstated, highest, zero = (
        board.post_required(world, people, **pay) for pay in pays
    )
    ordered = board.list_ids(world, people.cyrus, "/jobs?sortBy=compensation")
    assert ordered == [highest, least_only, zero, unstated]
    assert board.list_ids(world, people.cyrus, "/jobs?minComp=180000") == [highest, least_only]
    assert board.list_ids(world, people.cyrus, "/jobs?minComp=0") == [zero, highest, least_only]
    assert board.list_all_ids(world, people, "sortBy=compensation&limit=1") == ordered


def test_relevance_counts_the_words_in_the_role_then_lists_newest_first(world: World) -> None:
    people = board.sign_up_all(world)
    texts = [
        ("Pediatric dentist, sedation", "Calm children"),
        ("Dentist", "Pediatric sedation for calm children"),
        ("Pediatric sedation dentist", "Calm children"),
        ("Assistant", "For a pediatric dentist with sedation"),
        ("Dentist for sedation", "Pediatric cases"),
    ]
    jobs = [
        board.post_required(world, people, roleNeeded=role, challenge=text) for role, text in texts
    ]
    by_hits = [jobs[2], jobs[0], jobs[4], jobs[1], jobs[3]]
    query = "search=dentist+pediatric+sedat"
    assert board.list_ids(world, people.cyrus, f"/jobs?{query}") == by_hits
    assert board.list_ids(world, people.cyrus, f"/jobs?{query}&sortBy=newest") == jobs[::-1]
    for limit in (1, 2, 3):
        assert board.list_all_ids(world, people, f"{query}&limit={limit}") == by_hits


def test_a_cursor_continues_the_list(world: World) -> None:
    people = board.sign_up_all(world)
    jobs = [board.post_approved(world, people) for _ in range(5)]
    assert board.list_all_ids(world, people, "limit=2") == jobs[::-1]
    assert board.list_all_ids(world, people, "limit=2&specialty=endodontics") == jobs[::-1]
    assert world.get("/jobs?cursor=none", as_=people.cyrus).must(422).faults
    first = world.get("/jobs?limit=2", as_=people.cyrus).must(200).data["nextCursor"]
    other = f"/jobs?limit=2&specialty=endodontics&cursor={first}"
    assert set(world.get(other, as_=people.cyrus).must(422).faults) == {"cursor"}


def test_all_words_and_places_must_match(world: World) -> None:
    people = board.sign_up_all(world)
    jobs = [board.post_approved(world, people) for _ in range(4)]
    rare = board.post_required(world, people, roleNeeded="Endodontist", challenge="Molars at night")
    for query, expected in (
        ("search=molars&sortBy=newest", [rare, *jobs[::-1]]),
        ("search=molars+night", [rare]),
        ("search=molars&location=austin", jobs[::-1]),
        ("search=associate+mol", jobs[::-1]),
    ):
        assert board.list_ids(world, people.cyrus, f"/jobs?{query}") == expected


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


@pytest.mark.parametrize("max_sorted", [0, 3, 1000])
def test_frequent_and_rare_words_have_the_same_results(
    world: World, monkeypatch: Any, max_sorted: int
) -> None:
    """Sorting the matches and scanning the order have the same result."""
    monkeypatch.setattr("bridgework.kit.data.search.pages._MAX_SORTED", max_sorted)
    people = board.sign_up_all(world)
    jobs = [
        board.post_required(world, people, roleNeeded=role, challenge=text) for role, text in COMMON
    ]
    for search in ("by+dent", "assistant+dentist", "night+molar", "by+day+dentist", "day+by+d"):
        *exact, prefix = search.split("+")
        scored = []
        for position, (role, text) in enumerate(COMMON):
            words_of_job = [
                part.lower().replace(",", "").split() for part in (f"{role} {text}", role)
            ]
            matches = [
                sum(word in words for word in exact)
                + any(word.startswith(prefix) for word in words)
                for words in words_of_job
            ]
            if matches[0] == len(exact) + 1:
                scored.append((matches[1], position))
        expected = [jobs[position] for _, position in sorted(scored, reverse=True)]
        assert expected, search
        assert board.list_ids(world, people.cyrus, f"/jobs?search={search}") == expected, search
        assert board.list_all_ids(world, people, f"search={search}&limit=3") == expected, search
        newest = board.list_ids(world, people.cyrus, f"/jobs?search={search}&sortBy=newest")
        assert newest == sorted(expected, key=jobs.index, reverse=True), search


def test_own_jobs_are_filtered_by_status(world: World) -> None:
    people = board.sign_up_all(world)
    pending, approved = board.post(world, people.carla), board.post_approved(world, people)
    board.post(world, people.dora)
    for query, expected in (("", [approved, pending]), ("?status=approved", [approved])):
        assert board.list_ids(world, people.carla, f"/jobs/mine{query}") == expected
    world.get("/jobs/mine?status=lost", as_=people.carla).must(422)


def test_administrators_list_all_jobs(world: World) -> None:
    people = board.sign_up_all(world)
    pending = board.post(world, people.dora, roleNeeded="Hygienist")
    approved = board.post_approved(world, people)
    for query, expected in (
        ("", [approved, pending]),
        ("?status=pending", [pending]),
        ("?status=approved", [approved]),
        ("?search=hygien", [pending]),
        ("?search=%21", []),
        ("?limit=1&page=2", [pending]),
    ):
        assert board.list_ids(world, people.root, f"/admin/jobs{query}") == expected
    assert world.get("/admin/jobs", as_=people.carla).must(403).error == "not_allowed"
    world.get("/admin/jobs?page=0", as_=people.root).must(422)


@dataclass(frozen=True, slots=True)
class Feed:
    """The jobs of a feed, and the headers of a partner who reads it."""

    job: str
    pending: str
    minimal: str
    headers: Mapping[str, str]

    def entry(self, world: World, job: str) -> Any:
        """Return the entry of a job."""
        graph = world.get("/jobs/feed.json", headers=self.headers).must(200).data["@graph"]
        return next(entry for entry in graph if entry["identifier"]["value"] == job)


@pytest.fixture
def feed(world: World) -> Feed:
    """A complete and a minimal approved job, a pending one, and the partner who reads them."""
    people = board.sign_up_all(world)
    job, pending = board.post_approved(world, people), board.post(world, people.carla)
    minimal = board.post_required(world, people)
    return Feed(job, pending, minimal, board.partner_headers(world, people.root))


def test_the_feed_is_read_page_by_page_newest_first(world: World, feed: Feed) -> None:
    page = world.get("/jobs/feed.json?limit=1", headers=feed.headers).must(200).data
    assert (page["@context"], page["hasMore"]) == ("https://schema.org", True)
    path = f"/jobs/feed.json?limit=1&cursor={page['nextCursor']}"
    after = world.get(path, headers=feed.headers).must(200).data
    entries = [*page["@graph"], *after["@graph"]]
    assert [entry["identifier"]["value"] for entry in entries] == [feed.minimal, feed.job]


def test_an_entry_of_the_feed_is_a_schema_org_job_posting(world: World, feed: Feed) -> None:
    entry = feed.entry(world, feed.job)
    assert entry["@type"] == "JobPosting"
    assert entry["title"] == "Associate endodontist"
    assert entry["description"].startswith("Our molars wait three weeks.\n\nNine chairs.")
    assert entry["hiringOrganization"] == {"@type": "Organization", "name": "Orchard Gate Dental"}
    assert entry["employmentType"] == "PART_TIME"
    assert entry["jobLocation"][1]["address"]["addressLocality"] == "Round Rock, Texas"
    assert entry["datePosted"] < entry["validThrough"]


def test_an_entry_of_the_feed_has_all_members(world: World, feed: Feed) -> None:
    entry = feed.entry(world, feed.job)
    for computed in ("baseSalary", "datePosted", "validThrough"):
        del entry[computed]
    assert entry == {
        "@type": "JobPosting",
        "identifier": {
            "@type": "PropertyValue",
            "name": "Orchard Gate Dental",
            "value": feed.job,
        },
        "title": "Associate endodontist",
        "description": "Our molars wait three weeks.\n\nNine chairs.\n\n"
        "A lab down the hall.\n\nQuiet.",
        "hiringOrganization": {"@type": "Organization", "name": "Orchard Gate Dental"},
        "jobLocation": [
            {
                "@type": "Place",
                "address": {
                    "@type": "PostalAddress",
                    "addressLocality": place,
                    "addressCountry": "US",
                },
            }
            for place in ("Austin, Texas", "Round Rock, Texas")
        ],
        "employmentType": "PART_TIME",
        "totalJobOpenings": 2,
        "workHours": "Tuesdays\nand Thursdays",
        "jobBenefits": "Health insurance",
        "qualifications": "Texas",
        "skills": "endo-molar, endo-retreatment",
        "relevantOccupation": "endodontics",
    }


def test_members_of_the_feed_without_a_value_are_null(world: World, feed: Feed) -> None:
    entry = feed.entry(world, feed.minimal)
    assert {name for name, value in entry.items() if value is None} == {
        *("employmentType", "baseSalary", "totalJobOpenings", "workHours"),
        *("jobBenefits", "qualifications", "skills", "relevantOccupation"),
    }
    assert (entry["description"], entry["jobLocation"]) == ("Our molars wait three weeks.", [])


def test_lists_of_a_job_are_texts_in_the_feed(world: World) -> None:
    people = board.sign_up_all(world)
    lists = {"benefits": ["Health insurance", "Leave"], "requiredLicenses": ["Texas", "Ohio"]}
    job = board.post_required(world, people, **lists)
    feed = Feed(job, job, job, board.partner_headers(world, people.root))
    entry = feed.entry(world, job)
    assert entry["jobBenefits"] == "Health insurance, Leave"
    assert entry["qualifications"] == "Texas, Ohio"


@pytest.mark.parametrize(
    ("pay", "least", "most"),
    [
        ({"annualCompMin": 150_000}, 150_000, None),
        ({"annualCompMax": 210_000.5}, None, 210_000.5),
        ({"annualCompMin": 0, "annualCompMax": 0}, 0, 0),
    ],
)
def test_a_salary_in_the_feed_may_have_one_bound(
    world: World, pay: dict[str, float], least: float | None, most: float | None
) -> None:
    people = board.sign_up_all(world)
    job = board.post_required(world, people, **pay)
    feed = Feed(job, job, job, board.partner_headers(world, people.root))
    salary = feed.entry(world, job)["baseSalary"]["value"]
    assert (salary["minValue"], salary["maxValue"]) == (least, most)


def test_an_entry_of_the_feed_has_the_range_of_the_salary(world: World, feed: Feed) -> None:
    assert feed.entry(world, feed.minimal)["baseSalary"] is None
    assert feed.entry(world, feed.job)["baseSalary"] == {
        "@type": "MonetaryAmount",
        "currency": "USD",
        "value": {
            "@type": "QuantitativeValue",
            "minValue": 150_000,
            "maxValue": 210_000.5,
            "unitText": "YEAR",
        },
    }


def test_the_feed_contains_no_pending_jobs_and_no_contacts(world: World, feed: Feed) -> None:
    response = world.get("/jobs/feed.json", headers=feed.headers).must(200)
    for absent in (feed.pending, "carla@orchard.example", "Mendiz"):
        assert absent not in response.body.decode()


def test_the_feed_requires_the_scope_of_jobs(world: World) -> None:
    people = board.sign_up_all(world)
    for person in (people.carla, people.root):
        world.get("/jobs/feed.json", as_=person).must(403)
    other = board.partner_headers(world, people.root, "events:read")
    assert world.get("/jobs/feed.json", headers=other).must(403).error == "scope_missing"
    headers = board.partner_headers(world, people.root)
    assert world.get("/jobs/feed.json?limit=0", headers=headers).must(422).faults
    paths = world.get("/openapi.json").json["paths"]
    assert paths["/jobs/feed.json"]["get"]["security"] == [{"partnerApiKey": []}]


def test_jobs_of_an_erased_account_are_not_found(world: World) -> None:
    people = board.sign_up_all(world)
    board.post_approved(world, people)
    other_job = board.post(world, people.dora)
    feed_requests.erase(world, people.carla)
    page = world.get("/admin/jobs", as_=cast.root_again(world)).must(200).data
    assert ([item["id"] for item in page["items"]], page["total"]) == ([other_job], 1)
