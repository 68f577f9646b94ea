"""A client of uploads: create a ticket, upload, complete and download."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.areas.uploads import samples
from tests.world import PUBLIC_URL, Person, Response, World


def ticket_request(
    body: bytes = samples.PNG, media: str = "image/png", **members: Any
) -> dict[str, Any]:
    """The request for a ticket for these bytes."""
    return {
        "fileName": "chair.png",
        "contentType": media,
        "fileSizeBytes": len(body),
        "folder": "general-assets",
        **members,
    }


def create_ticket(
    world: World,
    person: Person,
    body: bytes = samples.PNG,
    media: str = "image/png",
    **members: Any,
) -> Any:
    """Create a ticket."""
    sent = ticket_request(body, media, **members)
    return world.post("/assets/upload-url", sent, as_=person).must(201).data


def put_file(
    world: World, ticket: Any, body: bytes = samples.PNG, media: str | None = None, **how: Any
) -> Response:
    """Upload bytes with a ticket."""
    headers = {"content-type": media or ticket["headers"]["Content-Type"]}
    return world.put(to_path(ticket["uploadUrl"]), body, headers=headers, **how)


def complete(world: World, person: Person, object_path: str) -> Response:
    return world.post("/assets/complete", {"objectPath": object_path}, as_=person)


def upload(
    world: World,
    person: Person,
    body: bytes = samples.PNG,
    media: str = "image/png",
    **members: Any,
) -> Any:
    """Upload and complete a file; returns the asset."""
    ticket = create_ticket(world, person, body, media, **members)
    put_file(world, ticket, body).must(201)
    return complete(world, person, ticket["objectPath"]).must(200).data


def create_link(world: World, person: Person, object_path: str) -> Response:
    return world.post("/assets/download-url", {"objectPath": object_path}, as_=person)


def delete(world: World, person: Person, object_path: str) -> Response:
    return world.post("/assets/delete", {"objectPath": object_path}, as_=person)


def to_path(url: str) -> str:
    """The path and query string of a URL of this server."""
    assert url.startswith(PUBLIC_URL)
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def list_files(world: World) -> list[str]:
    """The paths of all files in the directory of uploads."""
    folder: Path = world.application.app_state.settings.files_dir
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return [str(path.relative_to(folder)) for path in found]
