"""Somebody who brings candidates in, and clinics whose postings they are put forward for."""

from collections.abc import Mapping
from typing import Any

from tests import cast
from tests.world import Person, Response, World

CANDIDATES = "/admin/recruiting/candidates"
OPENINGS = "/admin/recruiting/job-openings"
NOVA: Mapping[str, Any] = {"firstName": "Nova", "lastName": "Reed", "email": "nova@example.com"}
POSTING: Mapping[str, Any] = {
    "companyName": "Larkspur Dental Group",
    "contactPerson": "Carla Benton",
    "contactEmail": "carla@larkspur.example",
    "roleNeeded": "Associate dentist",
    "challenge": "Two offices refer every molar.",
    "location": "Austin, TX",
}


def create_posting(world: World, root: Person, clinic: Person, **members: Any) -> str:
    """The id of a posting that an administrator let into the open."""
    made = world.post("/jobs", {**POSTING, **members}, as_=clinic).must(201).data
    world.post(f"/admin/jobs/{made['id']}/approve", as_=root).must(200)
    return str(made["id"])


def list_openings(world: World, root: Person) -> list[dict[str, Any]]:
    """What candidates can be associated with."""
    found: list[dict[str, Any]] = world.get(OPENINGS, as_=root).must(200).data
    return found


def create_opening(world: World, root: Person, **members: Any) -> str:
    """The id of a fresh opening, of a clinic of its own."""
    count = len(list_openings(world, root))
    clinic = cast.sign_up(world, f"clinic{count}@example.com", jobsRole="clinic_owner")
    job_id = create_posting(world, root, clinic, **members)
    (found,) = (one["id"] for one in list_openings(world, root) if one["jobOpeningId"] == job_id)
    return str(found)


def post_candidate(world: World, root: Person, **members: Any) -> Response:
    """Try to add Nova, or somebody like her."""
    return world.post(CANDIDATES, {**NOVA, **members}, as_=root)


def create_candidate(world: World, root: Person, **members: Any) -> str:
    """The id of a fresh candidate."""
    return str(post_candidate(world, root, **members).must(201).data["id"])


def associate(world: World, root: Person, candidate_id: str, *jobs: str) -> Response:
    """Try to associate somebody with openings."""
    return world.post(f"{CANDIDATES}/{candidate_id}/jobs", {"jobIds": jobs}, as_=root)


def list_jobs(world: World, root: Person, candidate_id: str) -> list[dict[str, Any]]:
    """What somebody is associated with."""
    found: list[dict[str, Any]] = (
        world.get(f"{CANDIDATES}/{candidate_id}/jobs", as_=root).must(200).data
    )
    return found


def list_candidates(world: World, root: Person, query: str = "") -> list[dict[str, Any]]:
    """The candidates of a page."""
    found: list[dict[str, Any]] = world.get(CANDIDATES + query, as_=root).must(200).data["items"]
    return found


def api_key_headers(
    world: World, root: Person, scope: str = "candidates:write"
) -> Mapping[str, str]:
    """What a partner sends along whose key has this scope."""
    sent = {"name": "An agency", "scopes": [scope]}
    made = world.post("/admin/api-keys", sent, as_=root).must(201).data
    return {"x-api-key": str(made["key"])}
