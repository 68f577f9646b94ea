"""What forms offer is what search, matching and uploads understand."""

from typing import Any

from tests import cast, make
from tests.world import World


def options(world: World) -> Any:
    return world.get("/options").must(200).data


def test_anybody_reads_the_options(world: World) -> None:
    answer = world.get("/options").must(200)
    assert answer.headers["cache-control"] == "public, max-age=0, must-revalidate"
    assert {"full time", "part time", "flexible", "immediately"} <= set(answer.data["availability"])
    assert {"full-time", "per-diem", "consulting"} <= set(answer.data["engagementType"])
    assert {"name": "endodontics", "label": "endodontics"} in answer.data["specialties"]
    unchanged = world.get("/options", headers={"if-none-match": answer.headers["etag"]})
    assert unchanged.must(304).body == b""


def test_the_specialties_are_those_of_job_postings(world: World) -> None:
    document = world.get("/openapi.json").must(200).json
    member = document["components"]["schemas"]["JobPostingRequest"]["properties"]["specialty"]
    offered = [specialty["name"] for specialty in options(world)["specialties"]]
    assert sorted(offered) == sorted(member["enum"])


def test_an_expert_with_an_offered_value_is_found_by_it(world: World) -> None:
    for number, kind in enumerate(options(world)["engagementType"]):
        expert = make.expert(world, f"Ada {chr(65 + number)}", engagement_type=kind)
        found = world.get(f"/experts?engagementType={kind}").must(200).data
        assert [card["id"] for card in found] == [expert]


def test_a_folder_accepts_the_offered_types_and_no_others(world: World) -> None:
    ada, offered = cast.ada(world), options(world)["uploads"]
    every = sorted({media for upload in offered for media in upload["contentTypes"]})
    for upload in offered:
        taken = upload["contentTypes"]
        refused = next((media for media in every if media not in taken), "text/html")
        asked = {"fileName": "a", "fileSizeBytes": 10, "folder": upload["folder"]}
        path = "/assets/upload-url"
        world.post(path, {**asked, "contentType": taken[0]}, as_=ada).must(201)
        faults = world.post(path, {**asked, "contentType": refused}, as_=ada).must(422).faults
        assert faults == {"contentType": "type_not_taken"}
