"""An introduction shows the match that is its reason."""

from typing import Any

import pytest

from tests import cast
from tests.areas.administration.test_written_emails import texts
from tests.world import World

MATCH: dict[str, Any] = {
    "matchScore": 40,
    "criteria": [
        {"name": "specialty", "points": 25, "weight": 25},
        {"name": "kind_of_work", "points": 15, "weight": 40},
        {"name": "mentoring", "points": 0, "weight": 5},
        {"name": "must_have", "points": -5, "weight": 0},
    ],
}
BODY = {
    "subject": "Gil, meet Ada",
    "body": "Hello both.",
    "introducerEmail": "gil@example.com",
    "introduceeEmail": "ada@example.com",
}


def test_both_people_read_the_points_of_the_match(world: World) -> None:
    root = cast.root(world)
    world.post("/admin/emails/intro", {**BODY, "match": MATCH}, as_=root).must(202)
    for to in ("gil@example.com", "ada@example.com"):
        _, plain, page = texts(world, to)
        assert plain.strip().splitlines() == [
            "Hello both.",
            "",
            "The match has 40 of 100 points.",
            "",
            "Specialty: 25 of 25 [##########]",
            "Kind of work: 15 of 40 [###-------]",
            "Mentoring: 0 of 5 [----------]",
            "Missing must-have: -5 points",
        ]
        assert "The match has 40 of 100 points." in page
        assert page.count('class="bar"') == 2
        assert 'class="bar" width="37%"' in page


def test_an_item_of_the_matches_can_be_sent_as_it_is(world: World) -> None:
    criterion = {**MATCH["criteria"][0], "outcome": "met", "evidence": "Private", "found": []}
    match = {**MATCH, "subject": {"id": "1"}, "criteria": [criterion]}
    world.post("/admin/emails/intro", {**BODY, "match": match}, as_=cast.root(world)).must(202)
    _, plain, page = texts(world, "ada@example.com")
    assert "Specialty: 25 of 25" in plain
    assert "Private" not in plain + page


def test_the_name_of_a_criterion_is_a_text(world: World) -> None:
    hostile = '</td><img src=x onerror="alert(1)">{{ 7 * 7 }} & co'
    criteria = [{"name": hostile, "points": 1, "weight": 2}]
    match = {"matchScore": 1, "criteria": criteria}
    world.post("/admin/emails/intro", {**BODY, "match": match}, as_=cast.root(world)).must(202)
    _, plain, page = texts(world, "ada@example.com")
    assert f"{hostile}: 1 of 2 [#####-----]" in plain
    assert "<img" not in page
    assert "&lt;/td&gt;&lt;img src=x onerror=&#34;alert(1)&#34;&gt;{{ 7 * 7 }} &amp; co" in page


def test_more_points_than_the_weight_fill_the_bar(world: World) -> None:
    criteria = [
        {"name": "place", "points": 90, "weight": 10},
        {"name": "time", "points": -90, "weight": 10},
    ]
    match = {"matchScore": 0, "criteria": criteria}
    world.post("/admin/emails/intro", {**BODY, "match": match}, as_=cast.root(world)).must(202)
    _, plain, page = texts(world, "ada@example.com")
    assert "Place: 90 of 10 [##########]" in plain
    assert "Time: -90 of 10 [----------]" in plain
    assert 'class="bar" width="100%"' in page
    assert 'class="bar-rest" width="100%"' in page


@pytest.mark.parametrize(
    ("match", "faults"),
    [
        (None, {"match"}),
        ({}, {"match.matchScore", "match.criteria"}),
        ({"matchScore": 101, "criteria": []}, {"match.matchScore"}),
        (
            {"matchScore": 1, "criteria": [{"name": "a\nb", "points": 101, "weight": -1}]},
            {f"match.criteria[0].{name}" for name in ("name", "points", "weight")},
        ),
        ({"matchScore": 1, "criteria": [MATCH["criteria"][0]] * 51}, {"match.criteria"}),
    ],
)
def test_a_wrong_match_is_refused(world: World, match: object, faults: set[str]) -> None:
    body = {**BODY, "match": match}
    refused = world.post("/admin/emails/intro", body, as_=cast.root(world)).must(422)
    assert set(refused.faults) == faults
    assert world.mail("ada@example.com") == []
