"""Alerts tell exactly what the results of a search list as new."""

import random
from typing import Any

import pytest

from tests import cast, make
from tests.areas.jobs import board
from tests.areas.saved_searches.alerting import alerts, save
from tests.world import Person, World

WORDS = ("implant", "implants", "implnat", "endo", "endodontist", "root canal", "texas", "braces")
PLACES = ("Austin, Texas", "Round Rock, TX", "Reno, Nevada", "aus", "TX", "nevad")
SKILLS = ("Microsurgery", "Cone-beam CT", "Bone grafts")
SPECIALTIES = ("endodontics", "orthodontics")
SEARCHES = 20
RECORDS = 12
SEEDS = (1, 2, 3)


def draw_of(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - test data, not secrets


def sample(draw: random.Random, **choices: Any) -> dict[str, Any]:
    """Return some of the members, each with one of its values."""
    return {
        name: draw.choice(values)
        for name, values in choices.items()
        if draw.random() < len(choices) ** -0.6
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_jobs(world: World, seed: int) -> None:
    draw, people = draw_of(seed), board.sign_up_all(world)
    board.post_approved(world, people)
    world.clock.advance(seconds=1)
    searches = []
    for number in range(SEARCHES):
        query = sample(
            draw,
            search=[*WORDS, "associate end", "molar implants"],
            location=PLACES,
            specialty=SPECIALTIES,
            minComp=[0, 149_999, 150_000, 210_000.5, 300_000],
            openToMentoring=[True, False],
            sortBy=["newest", "relevance"],
        )
        searches.append(
            (f"Search {number}", save(world, people.cyrus, name=f"Search {number}", query=query))
        )
    for number in range(RECORDS):
        board.post_required(
            world,
            people,
            roleNeeded=f"Job-{number:02} {draw.choice(WORDS)}",
            **sample(
                draw,
                location=PLACES[:3],
                specialty=SPECIALTIES,
                annualCompMax=[149_999.5, 150_000, 210_000.5, 400_000],
                openToMentoring=[True, False],
            ),
        )
    must_agree(world, people.cyrus, searches, "roleNeeded")


@pytest.mark.parametrize("seed", SEEDS)
def test_experts(world: World, seed: int) -> None:
    draw, ben = draw_of(seed), cast.ben(world)
    make.expert(world, "Old One", bio="implants in Texas")
    world.clock.advance(seconds=1)
    searches = []
    for number in range(SEARCHES):
        query = sample(
            draw,
            search=[*WORDS, "microscpe", "orthodontics ret"],
            location=PLACES,
            skills=[[skill] for skill in SKILLS],
            tags=["mentor", "speaker"],
            engagementType=["advisory", "advisory,full-time"],
        )
        name = f"Search {number}"
        searches.append((name, save(world, ben, "experts", name=name, query=query)))
    for number in range(RECORDS):
        members = sample(
            draw,
            bio=[*WORDS, "microscope"],
            location=PLACES[:3],
            skills=[[{"category": "Clinical", "items": [skill]}] for skill in SKILLS],
            tags=[["mentor"], ["speaker", "mentor"]],
            engagement_type=["advisory", "full-time"],
        )
        make.expert(world, f"Job-{number:02} Moss", **members)
    must_agree(world, ben, searches, "firstName")


def must_agree(world: World, person: Person, searches: list[tuple[str, str]], title: str) -> None:
    sent = {}
    for text in alerts(world, person.email):
        subject, _, body = text.partition("\n")
        sent[subject.partition(": ")[2]] = body
    listed_any = 0
    for name, search in searches:
        page = world.get(f"/searches/{search}/results?limit=100", as_=person).must(200).data
        new = [item[title] for item in page["items"] if item["isNew"]]
        listed_any += len(new)
        body = sent.get(name, "")
        named = [title for title in new if title in body]
        assert len(named) == min(len(new), 10), (name, new, body)
        assert (body != "") == bool(new), (name, new, body)
        assert (f"{len(new) - 10} more" in body) == (len(new) > 10)
        assert body.count("Job-") == min(len(new), 10), (name, new, body)
    assert listed_any > SEARCHES // 2
