"""The options of forms are accepted by search, matching and uploads."""

from typing import Any

from bridgework.terminology import terms
from tests import cast, make
from tests.world import World


def options(world: World) -> Any:
    return world.get("/options").must(200).data


def test_the_options_are_public(world: World) -> None:
    response = world.get("/options").must(200)
    assert response.headers["cache-control"] == "public, max-age=0, must-revalidate"
    assert {"immediately", "within 1 month", "part-time"} <= set(response.data["availability"])
    assert {"full-time", "per-diem", "consulting"} <= set(response.data["engagementType"])
    assert {"name": "endodontics", "label": "endodontics"} in response.data["specialties"]
    unchanged = world.get("/options", headers={"if-none-match": response.headers["etag"]})
    assert unchanged.must(304).body == b""


def test_the_specialties_are_those_of_job_postings(world: World) -> None:
    document = world.get("/openapi.json").must(200).json
    specialties = document["components"]["schemas"]["Specialty"]["enum"]
    offered = [specialty["name"] for specialty in options(world)["specialties"]]
    assert sorted(offered) == sorted(specialties)


def test_the_suggestions_are_terms_that_searches_know(world: World) -> None:
    offered = options(world)
    for name in ("topics", "procedures", "equipment", "software"):
        assert offered[name] == sorted(set(offered[name]), key=str.casefold)
        assert all(terms.named_by(label) for label in offered[name])
    assert {"Clear aligners", "IV sedation"} <= set(offered["procedures"])
    assert {"Cone-beam CT", "CAD/CAM"} <= set(offered["equipment"])
    assert {"Dentrix", "axiUm"} <= set(offered["software"])
    assert {"Leadership", "Dental implants"} <= set(offered["topics"])
    assert {"Texas", "Puerto Rico"} <= set(offered["states"])


def test_an_expert_with_an_offered_value_is_found_by_it(world: World) -> None:
    for number, kind in enumerate(options(world)["engagementType"]):
        expert = make.expert(world, f"Ada {chr(65 + number)}", engagement_type=kind)
        found = world.get(f"/experts?engagementType={kind}").must(200).data
        assert [card["id"] for card in found] == [expert]


def test_a_folder_accepts_the_offered_types_and_no_others(world: World) -> None:
    ada, offered = cast.ada(world), options(world)["uploads"]
    all_types = sorted(
        {content_type for upload in offered for content_type in upload["contentTypes"]}
    )
    for upload in offered:
        allowed = upload["contentTypes"]
        refused = next(
            (content_type for content_type in all_types if content_type not in allowed), "text/html"
        )
        upload_request = {"fileName": "a", "fileSizeBytes": 10, "folder": upload["folder"]}
        path = "/assets/upload-url"
        world.post(path, {**upload_request, "contentType": allowed[0]}, as_=ada).must(201)
        faults = (
            world.post(path, {**upload_request, "contentType": refused}, as_=ada).must(422).faults
        )
        assert faults == {"contentType": "type_not_taken"}
