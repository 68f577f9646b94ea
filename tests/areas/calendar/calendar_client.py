"""Helpers that create and read events and guests."""

from typing import Any

from tests.world import Person, Response, World

STARTS = "2026-12-04T18:00:00-05:00"
EVENT = {"name": "Study club", "startAt": STARTS, "timezone": "America/New_York"}
WHOLE = {
    **EVENT,
    "endAt": "2026-12-04T21:00:00-05:00",
    "description": "Bring a case.\n\nWe look at five.",
    "location": "Hotel Lenox, Boston",
    "meetingUrl": "https://meet.example.com/club",
    "coverUrl": "https://example.com/cover.png",
    "maxCapacity": 40,
    "visibility": "public",
}


def create_event_with_invites(world: World, root: Person, **members: Any) -> Any:
    """Create an event; return it with the result of its invitations."""
    return world.post("/calendar/events", {**EVENT, **members}, as_=root).must(201).data


def create_event(world: World, root: Person, **members: Any) -> str:
    """Create an event; return its id."""
    return str(create_event_with_invites(world, root, **members)["event"]["id"])


def get_event(world: World, person: Person, event_id: str) -> Response:
    return world.get(f"/calendar/events/{event_id}", as_=person)


def list_event_names(world: World, person: Person, query: str = "") -> list[str]:
    """List the names of the events that a person may see."""
    page = world.get(f"/calendar/events?{query}", as_=person).must(200)
    return [item["name"] for item in page.data["items"]]


def reply(world: World, person: Person, event_id: str, status: str) -> Response:
    return world.post(f"/calendar/events/{event_id}/rsvp", {"status": status}, as_=person)


def list_guests(world: World, root: Person, event_id: str) -> list[Any]:
    page = world.get(f"/calendar/events/{event_id}/guests", as_=root).must(200)
    items: list[Any] = page.data["items"]
    return items


def create_api_key(world: World, root: Person, scope: str) -> str:
    """Create an API key with a scope; return the key."""
    sent = {"name": "A site of dentists", "scopes": [scope]}
    return str(world.post("/admin/api-keys", sent, as_=root).must(201).data["key"])
