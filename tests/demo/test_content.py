"""The demo data is the same on every machine, valid, and without repetition."""

import hashlib
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime
from itertools import combinations

import pytest

from bridgework.areas.people.matching.actions import COMMON_AVAILABILITIES, COMMON_KINDS_OF_WORK
from bridgework.demo import data, people
from bridgework.demo.data import Record
from bridgework.demo.draws import Draws
from bridgework.demo.experts import expert
from bridgework.demo.profiles import disciplines, names
from bridgework.demo.sections import blog_posts
from tests.demo import limits
from tests.demo.sample import (
    CANDIDATES,
    FIRST_200,
    SAMPLE,
    TODAY,
    candidates,
    entries,
    number,
    sentences,
    strings,
    text,
)

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)

# Change these only after an intended change of the content.
DIGEST_OF_200 = "341999a2daca4312"
DIGEST_OF_CANDIDATES = "a19bb5839d1e39e0"
DIGEST_OF_POSTS = "dc62db024a864f86"


PUBLISHED, WAITING = blog_posts(NOON)[:24], blog_posts(NOON)[24:]


def digest(records: list[Record]) -> str:
    text = json.dumps(records, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# --- the same everywhere ------------------------------------------------------------------------


def test_the_world_is_the_same_on_every_machine() -> None:
    assert digest(FIRST_200) == DIGEST_OF_200
    assert digest([candidate_in_digest(found) for found in CANDIDATES]) == DIGEST_OF_CANDIDATES
    assert digest([post_in_digest(post) for post in PUBLISHED]) == DIGEST_OF_POSTS


def candidate_in_digest(found: Record) -> Record:
    job_account = found["job_account"]
    person = {name: found[name] for name in ("email", "first_name", "last_name", "profile")}
    return {
        "person": {**person, "avatar_url": None},
        "jobs_credential": job_account.get("credential"),
        "jobs_specialty": job_account["specialty"],
        "interested_in_non_clinical": job_account["interested_in_non_clinical"],
        "looking_for_mentor": job_account["looking_for_mentor"],
    }


def post_in_digest(post: Record) -> Record:
    author = post["author"].removeprefix("expert ")
    email = people.ADA if author == "ada" else FIRST_200[int(author)]["email"]
    values = {**post, "author_email": email}
    for name in ("id", "author", "created_at", "updated_at"):
        del values[name]
    return values


def test_a_person_does_not_depend_on_earlier_ones() -> None:
    assert expert(999_999, TODAY) == SAMPLE[-1]
    assert expert(17, TODAY) == FIRST_200[17]


def test_changing_a_profile_does_not_change_others() -> None:
    person = expert(3, TODAY)
    for value in person["profile"].values():
        if isinstance(value, list | dict):
            value.clear()
    assert expert(3, TODAY) == FIRST_200[3]
    assert [expert(n, TODAY) for n in range(200)] == FIRST_200


@pytest.mark.parametrize("size", range(1, 12))
def test_some_are_different_and_as_many_as_asked(size: int) -> None:
    among = tuple(range(size))
    for count in range(1, 12):
        for seed in range(20):
            items = Draws("test", seed).some(among, count)
            assert len(items) == len(set(items)) == min(size, count)


# --- within the specification -------------------------------------------------------------------


def test_experts_keep_every_limit_and_leave_nothing_out() -> None:
    for person in FIRST_200 + SAMPLE:
        assert limits.faults(person["profile"]) == []
        assert person["profile"].keys() == limits.MEMBERS
        limits.must_be_a_name(person["first_name"])
        limits.must_be_a_name(person["last_name"])
        assert re.fullmatch(r"[a-z]+\.[a-z]+\.[0-9]+@example\.com", person["email"])


@pytest.mark.parametrize(
    ("member", "offered"),
    [("availability", COMMON_AVAILABILITIES), ("engagement_type", COMMON_KINDS_OF_WORK)],
)
def test_every_value_of_a_form_finds_an_expert(member: str, offered: Sequence[str]) -> None:
    assert {person["profile"][member] for person in FIRST_200} == set(offered)
    assert {found["profile"][member] for found in CANDIDATES} <= set(offered)


def test_candidates_keep_every_limit() -> None:
    for found in CANDIDATES:
        assert limits.faults(found["profile"]) == []
        assert found["profile"].keys() == limits.MEMBERS
        credential = found["job_account"].get("credential")
        assert credential in {"associate-dentist", "specialist", "student", None}
        assert set(found["job_account"]["specialty"]) <= limits.JOB_SPECIALTIES


def test_named_people_keep_every_limit() -> None:
    for person in people.people(TODAY).values():
        limits.must_be_a_name(person["first_name"])
        limits.must_be_a_name(person["last_name"])
        assert limits.faults(person.get("profile", {})) == []
    assert people.people(TODAY)["ada"]["profile"].keys() == limits.MEMBERS


def test_a_violated_limit_is_found() -> None:
    """Check the check: a person with several errors has a violation for each."""
    wrong = dict(expert(0, TODAY)["profile"])
    wrong |= {"title": "x" * 101, "phone_number": "555-0100", "tags": [""], "startup_advisor": "ja"}
    wrong["education"] = [{**entries(FIRST_200[0], "education")[0], "end_month": 13}]
    wrong["nickname"] = "Doc"
    assert limits.faults(wrong) == [
        "education[0].end_month",
        "nickname",
        "phone_number",
        "startup_advisor",
        "tags[0]",
        "title",
    ]


def test_dates_follow_today() -> None:
    later = expert(12, TODAY.replace(year=2031))
    assert later["email"] == FIRST_200[12]["email"]
    assert later["profile"]["years_experience"] == FIRST_200[12]["profile"]["years_experience"]
    first, moved = (entries(who, "background")[-1]["start_year"] for who in (FIRST_200[12], later))
    assert number(moved) - number(first) == 5
    for month in range(1, 13):
        for found in candidates(date(2030, month, 1)):
            assert limits.faults(found["profile"]) == []


# --- no two alike -------------------------------------------------------------------------------


def test_addresses_are_unique() -> None:
    emails = [person["email"] for person in FIRST_200 + SAMPLE[1:]]
    emails += [found["email"] for found in CANDIDATES]
    emails += [person["email"] for person in people.people(TODAY).values()]
    assert len(set(emails)) == len(emails)


def test_the_first_thousands_have_different_names() -> None:
    full = [names.name(n) for n in range(5_900)]
    assert len({(found.given, found.family) for found in full}) == 5_900


def test_names_keep_diacritics_and_addresses_lose_them() -> None:
    marked = [one for one in FIRST_200 if not (one["first_name"] + one["last_name"]).isascii()]
    assert len(marked) >= 30
    assert all(one["email"].isascii() for one in marked)
    every = {name for n in range(5_900) for name in (names.name(n).given, names.name(n).family)}
    assert {"José", "Núñez", "Zoë", "François", "Łukasz"} <= every
    assert all(unicodedata.is_normalized("NFC", part) and names.to_ascii(part) for part in every)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Núñez", "nunez"),
        ("Łukasz", "lukasz"),
        ("Strauß", "strauss"),
        ("Đặng", "dang"),
        ("O'Connor", "oconnor"),
        ("de la Cruz", "delacruz"),
        ("Yılmaz", "yilmaz"),
    ],
)
def test_letters_are_converted_to_ascii(name: str, plain: str) -> None:
    assert names.to_ascii(name) == plain


def test_the_first_two_hundred_do_not_read_alike() -> None:
    spoken = [sentences(text(person, "bio")) for person in FIRST_200]
    for one, other in combinations(spoken, 2):
        assert len(one & other) <= 2
    counter = Counter(sentence for bio in spoken for sentence in bio)
    assert max(counter.values()) <= 12
    assert len({text(person, "title") for person in FIRST_200}) > 120


# --- the blog -----------------------------------------------------------------------------------


def test_the_blog_has_two_dozen_posts_over_fourteen_months() -> None:
    assert len({post["slug"] for post in PUBLISHED}) == len(PUBLISHED) == 24
    ages = [(NOON - post["published_at"]).days for post in PUBLISHED]
    assert ages == sorted(ages)
    assert 0 < ages[0] < 14
    assert 400 < ages[-1] < 430
    for post in PUBLISHED:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", post["slug"])
        assert 250 <= len(post["body"].split()) <= 450
        assert post["body"].count("\n## ") + post["body"].startswith("## ") >= 2
        assert re.search(r"^(- |1\. |\| )", post["body"], re.MULTILINE)
        assert not re.search(r"^# |<[a-z]", post["body"], re.MULTILINE)
        assert 2 <= len(post["tags"]) <= 5
        assert len(post["title"]) <= 100
        assert len(post["excerpt"]) <= 200
        assert len(post["seo_title"]) <= 60
        assert len(post["seo_description"]) <= 160


def test_posts_are_written_by_people_of_the_field() -> None:
    fields = {f"expert {n}": strings(person, "specialty") for n, person in enumerate(FIRST_200)}
    fields["ada"] = ["Orthodontics"]
    by_tag = {field.name.lower(): field.name for field in disciplines.by_share()}
    specialized = 0
    for post in PUBLISHED:
        own = [by_tag[tag] for tag in post["tags"] if tag in by_tag]
        assert not own or fields[post["author"]][0] in own
        specialized += bool(own)
    assert specialized >= 10


def test_some_articles_are_scheduled_and_some_are_drafts() -> None:
    waiting = WAITING
    assert Counter(post["status"] for post in waiting) == {"scheduled": 2, "draft": 2}
    published = {post["slug"] for post in PUBLISHED}
    assert len({post["slug"] for post in waiting} - published) == len(waiting)
    for post in waiting:
        assert (post["published_at"] is not None) == (post["status"] == "scheduled")
        assert post["published_at"] is None or post["published_at"] > NOON > post["created_at"]
        assert 250 <= len(post["body"].split()) <= 450
        assert len(post["excerpt"]) <= 200
        assert len(post["seo_title"]) <= 60
        assert len(post["seo_description"]) <= 160


def test_a_faulty_article_is_named() -> None:
    with pytest.raises(ValueError, match="half-done: wrong or missing header fields: author"):
        data.article("half-done", "---\ntitle: Half\n---\n\nText")
