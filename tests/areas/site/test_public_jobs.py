"""The pages of jobs on the member site, which a setting opens to everybody."""

import html
import re

import pytest

from bridgework.areas.work.jobs.tables import jobs
from bridgework.settings import Settings
from tests.areas.jobs import board
from tests.areas.site.site_pages import SitePage, read
from tests.world import PUBLIC_URL, Person, World

HOSTILE = '</script><img src=x onerror=alert(1)>"&'
CONTACT = ("Carla Mendizábal", "carla@orchard.example")


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"site": True, "public_jobs": True})


@pytest.fixture
def people(world: World) -> board.Cast:
    return board.sign_up_all(world)


def _sitemap(world: World) -> str:
    return world.get("/sitemap.xml?part=jobs").must(200).body.decode()


def _says_nothing(page: SitePage) -> None:
    assert page.metas["robots"] == "noindex"
    assert "endodontist" not in page.response.content.decode()


def test_an_approved_job_is_readable_and_described(world: World, people: board.Cast) -> None:
    job_id = board.post_approved(world, people)
    page = read(world, f"/app/jobs/{job_id}")
    assert "robots" not in page.metas
    assert page.canonical == page.metas["og:url"] == f"{PUBLIC_URL}/app/jobs/{job_id}"
    assert page.metas["og:title"] == "Associate endodontist – Orchard Gate Dental"
    assert "Our molars wait three weeks." in page.text
    assert "$150,000 to $210,000 a year" in page.text
    assert "Austin, Texas · Round Rock, Texas" in page.text
    assert re.search(r"Open until \d\d \w+ \d{4}, \d\d:\d\d UTC", page.text)
    assert not any(word in page.response.content.decode() for word in CONTACT)
    assert f"<loc>{page.canonical}</loc>" in _sitemap(world)


def test_its_data_has_what_job_search_engines_need(world: World, people: board.Cast) -> None:
    data = read(world, f"/app/jobs/{board.post_approved(world, people)}").linked_data
    assert (data["@type"], data["title"]) == ("JobPosting", "Associate endodontist")
    assert data["hiringOrganization"]["name"] == "Orchard Gate Dental"
    assert [place["address"]["addressLocality"] for place in data["jobLocation"]] == [
        "Austin, Texas",
        "Round Rock, Texas",
    ]
    assert data["employmentType"] == "PART_TIME"
    assert data["baseSalary"]["value"]["minValue"] == 150_000
    assert data["datePosted"] < data["validThrough"]


def test_a_job_without_optional_members_has_a_page(world: World, people: board.Cast) -> None:
    data = read(world, f"/app/jobs/{board.post_required(world, people)}").linked_data
    assert data["jobLocation"][0]["address"]["addressCountry"] == "US"
    assert "baseSalary" not in data
    assert None not in data.values()


def test_texts_of_clinics_are_escaped(world: World, people: board.Cast) -> None:
    job_id = board.post_approved(
        world,
        people,
        **dict.fromkeys(("roleNeeded", "companyName"), HOSTILE),
        challenge=f"{HOSTILE}\nFour chairs.\n\nAn X-ray.",
        officeDescription="A < B & C",
    )
    page = read(world, f"/app/jobs/{job_id}")
    assert page.tags.count("img") == 1  # the logo
    data = page.linked_data
    assert data["title"] == HOSTILE
    # Search engines read the description as HTML, and every other member as text.
    paragraphs = re.findall(r"<p>(.*?)</p>", data["description"])
    assert [html.unescape(text.replace("<br>", "\n")) for text in paragraphs[:3]] == [
        f"{HOSTILE}\nFour chairs.",
        "An X-ray.",
        "A < B & C",
    ]
    assert set(re.findall(r"<[^>]*>", data["description"])) == {"<p>", "</p>", "<br>"}


def test_a_job_that_was_never_approved_says_nothing(world: World, people: board.Cast) -> None:
    closed = board.post(world, people.carla)
    world.post(f"/jobs/{closed}/close", as_=people.carla).must(200)
    _says_nothing(read(world, f"/app/jobs/{board.post(world, people.carla)}"))
    _says_nothing(read(world, f"/app/jobs/{closed}"))
    _says_nothing(read(world, f"/app/jobs/{board.UNKNOWN_ID}"))
    read(world, "/app/jobs/nothing", 404)
    assert world.get("/app/jobs/nothing").must(404).error == "page_not_found"


def test_a_job_that_is_no_longer_open_has_a_410_page(world: World, people: board.Cast) -> None:
    closed = board.post_approved(world, people)
    world.post(f"/jobs/{closed}/close", as_=people.carla).must(200)
    expired = board.post_approved(world, people)
    hidden = board.post_approved(world, people)
    with world.application.app_state.database.writing() as tx:
        tx.execute(jobs.update().where(jobs.c.id == hidden).values(hidden_at=world.clock.now()))
    for job_id in (closed, hidden):
        page = read(world, f"/app/jobs/{job_id}", 410)
        assert "This position is no longer open" in page.text
        _says_nothing(page)
    assert expired in _sitemap(world)
    world.clock.advance(days=91)
    _says_nothing(read(world, f"/app/jobs/{expired}", 410))
    world.get("/sitemap.xml?part=jobs").must(404)


def test_visitors_list_and_read_open_jobs_by_the_api(world: World, people: board.Cast) -> None:
    job_id, pending = board.post_approved(world, people), board.post(world, people.carla)
    board.apply(world, job_id, people.cyrus)
    listed = world.get("/jobs").must(200)
    [in_list] = listed.data["items"]
    one = world.get(f"/jobs/{job_id}").must(200)
    assert in_list == one.data
    assert in_list["challenge"] == "Our molars wait three weeks."
    of_others = ("owner", "contactPerson", "contactEmail", "applicationCounts", "myApplication")
    assert [in_list[name] for name in of_others] == [None] * 5
    for answer in (listed, one):
        assert not any(word in answer.body.decode() for word in (*CONTACT, people.carla.email))
    world.get(f"/jobs/{pending}").must(404)
    assert world.get("/jobs?search=nothing").must(200).data["items"] == []
    world.get("/jobs?sortBy=luck").must(422)
    world.post(f"/jobs/{job_id}/close", as_=people.carla).must(200)
    world.get(f"/jobs/{job_id}").must(404)
    assert world.get("/jobs").must(200).data["items"] == []


def test_invalid_credentials_are_refused_and_only_reads_are_open(
    world: World, people: board.Cast
) -> None:
    job_id = board.post_approved(world, people)
    forged = Person("nobody@example.com", token="no.token.ofours")
    assert world.get("/jobs", as_=forged).must(401).error == "token_invalid"
    key = {"x-api-key": "bw_unknown"}
    assert world.get(f"/jobs/{job_id}", headers=key).must(401).error == "key_invalid"
    for path in (f"/jobs/{job_id}/my-match", f"/jobs/{job_id}/matches", "/jobs/mine", "/roles"):
        assert world.get(path).must(401).error == "sign_in_needed"
    applied = world.post(f"/jobs/{job_id}/applications", board.APPLICATION)
    assert applied.must(401).error == "sign_in_needed"


def test_the_list_of_jobs_is_readable(world: World, people: board.Cast) -> None:
    job_id = board.post_approved(world, people)
    other = board.post_approved(world, people, roleNeeded="Hygienist")
    page = read(world, "/app/jobs")
    assert "robots" not in page.metas
    assert "Associate endodontist" in page.text
    assert "$150,000 to $210,000 a year · Part time" in page.text
    assert not any(word in page.response.content.decode() for word in CONTACT)
    found = page.preloaded["ofVisitors"]["listJobs"]["items"]
    assert [job["id"] for job in found] == [other, job_id]
    searched = read(world, "/app/jobs?search=hygienist")
    assert searched.metas["robots"] == "noindex"
    assert "endodontist" not in searched.text
    assert "More jobs" in read(world, "/app/jobs?limit=1").text
    assert "No open job matches this." in read(world, "/app/jobs?search=nobody").text
    assert "/app/jobs</loc>" in world.get("/sitemap.xml?part=pages").must(200).body.decode()


def test_members_get_their_own_view_of_a_job(world: World, people: board.Cast) -> None:
    job_id = board.post_approved(world, people)
    assert "getJob" not in read(world, f"/app/jobs/{job_id}").preloaded
    assert world.get(f"/jobs/{job_id}", as_=people.carla).must(200).data["contactEmail"]


class TestByDefault:
    """A site whose jobs are for members."""

    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings.model_copy(update={"public_jobs": False})

    def test_a_job_only_asks_to_sign_in(self, world: World, people: board.Cast) -> None:
        _says_nothing(read(world, f"/app/jobs/{board.post_approved(world, people)}"))
        _says_nothing(read(world, f"/app/jobs/{board.UNKNOWN_ID}"))
        assert world.get("/jobs").must(401).error == "sign_in_needed"
        page = read(world, "/app/jobs")
        assert page.metas["robots"] == "noindex"
        assert "/app/jobs</loc>" not in world.get("/sitemap.xml?part=pages").body.decode()
        assert "part=jobs" not in world.get("/sitemap.xml").body.decode()
        world.get("/sitemap.xml?part=jobs").must(404)
