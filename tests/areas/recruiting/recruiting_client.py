"""Helpers that create candidates, job postings and openings."""

from collections.abc import Callable, Mapping
from typing import Any

from tests import cast
from tests.world import Person, Response, World

CANDIDATES = "/admin/recruiting/candidates"
OPENINGS = "/admin/recruiting/job-openings"
NOVA: Mapping[str, Any] = {"firstName": "Nova", "lastName": "Reed", "email": "nova@example.com"}
COMPLETE_NOVA: dict[str, Any] = {
    **NOVA,
    "secondaryEmail": "nova.reed@mail.example",
    "phone": "+1 (512) 555-0142",
    "city": "Austin",
    "state": "TX",
    "currentJobTitle": "Associate dentist",
    "experienceInYears": 7,
    "skillSet": "Molar endo\nSedation",
    "professionalNetworkUrl": "network.example/nova",
    "openToWork": True,
}
MIRA = {"firstName": "Mira", "lastName": "Hale"}
"""A candidate without an e-mail address."""
POSTING: Mapping[str, Any] = {
    "companyName": "Larkspur Dental Group",
    "contactPerson": "Carla Benton",
    "contactEmail": "carla@larkspur.example",
    "roleNeeded": "Associate dentist",
    "challenge": "Two offices refer every molar.",
    "location": "Austin, TX",
}

Opening = Callable[..., str]
"""Type of the fixture that creates an opening and returns its id."""


def create_posting(world: World, root: Person, clinic: Person, **members: Any) -> str:
    """Create an approved job posting; return its id."""
    job = world.post("/jobs", {**POSTING, **members}, as_=clinic).must(201).data
    world.post(f"/admin/jobs/{job['id']}/approve", as_=root).must(200)
    return str(job["id"])


def list_openings(world: World, root: Person) -> list[dict[str, Any]]:
    """List the openings."""
    data: list[dict[str, Any]] = world.get(OPENINGS, as_=root).must(200).data
    return data


def create_opening(world: World, root: Person, **members: Any) -> str:
    """Create an opening of a new clinic; return its id."""
    count = len(list_openings(world, root))
    clinic = cast.sign_up(world, f"clinic{count}@example.com", jobsRole="clinic_owner")
    job_id = create_posting(world, root, clinic, **members)
    (opening_id,) = (
        opening["id"] for opening in list_openings(world, root) if opening["jobOpeningId"] == job_id
    )
    return str(opening_id)


def post_candidate(world: World, root: Person, **members: Any) -> Response:
    """Post a candidate: Nova, with changed members."""
    return world.post(CANDIDATES, {**NOVA, **members}, as_=root)


def create_candidate(world: World, root: Person, **members: Any) -> str:
    """Create a candidate; return the id."""
    return str(post_candidate(world, root, **members).must(201).data["id"])


def associate(world: World, root: Person, candidate_id: str, *jobs: str) -> Response:
    """Post associations of a candidate with openings."""
    return world.post(f"{CANDIDATES}/{candidate_id}/jobs", {"jobIds": jobs}, as_=root)


def list_jobs(world: World, root: Person, candidate_id: str) -> list[dict[str, Any]]:
    """List the openings that a candidate is associated with."""
    data: list[dict[str, Any]] = (
        world.get(f"{CANDIDATES}/{candidate_id}/jobs", as_=root).must(200).data
    )
    return data


def list_candidates(world: World, root: Person, query: str = "") -> list[dict[str, Any]]:
    """List a page of candidates."""
    candidates: list[dict[str, Any]] = (
        world.get(CANDIDATES + query, as_=root).must(200).data["items"]
    )
    return candidates


def api_key_headers(
    world: World, root: Person, scope: str = "candidates:write"
) -> Mapping[str, str]:
    """Create an API key with a scope; return its request header."""
    sent = {"name": "An agency", "scopes": [scope]}
    key = world.post("/admin/api-keys", sent, as_=root).must(201).data
    return {"x-api-key": str(key["key"])}
