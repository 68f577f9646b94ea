"""Ordering, bringing, completing and fetching, as a client does it."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.areas.uploads import samples
from tests.world import PUBLIC_URL, Person, Response, World


def asked(body: bytes = samples.PNG, media: str = "image/png", **members: Any) -> dict[str, Any]:
    """What a ticket for these bytes is ordered by."""
    return {
        "fileName": "chair.png",
        "contentType": media,
        "fileSizeBytes": len(body),
        "folder": "general-assets",
        **members,
    }


def order(
    world: World,
    person: Person,
    body: bytes = samples.PNG,
    media: str = "image/png",
    **members: Any,
) -> Any:
    """A ticket."""
    sent = asked(body, media, **members)
    return world.post("/assets/upload-url", sent, as_=person).must(201).data


def bring(
    world: World, ticket: Any, body: bytes = samples.PNG, media: str | None = None, **how: Any
) -> Response:
    """Send bytes by a ticket."""
    headers = {"content-type": media or ticket["headers"]["Content-Type"]}
    return world.put(path_of(ticket["uploadUrl"]), body, headers=headers, **how)


def complete(world: World, person: Person, object_path: str) -> Response:
    return world.post("/assets/complete", {"objectPath": object_path}, as_=person)


def upload(
    world: World,
    person: Person,
    body: bytes = samples.PNG,
    media: str = "image/png",
    **members: Any,
) -> Any:
    """A ready asset."""
    ticket = order(world, person, body, media, **members)
    bring(world, ticket, body).must(201)
    return complete(world, person, ticket["objectPath"]).must(200).data


def link(world: World, person: Person, object_path: str) -> Response:
    return world.post("/assets/download-url", {"objectPath": object_path}, as_=person)


def delete(world: World, person: Person, object_path: str) -> Response:
    return world.post("/assets/delete", {"objectPath": object_path}, as_=person)


def path_of(url: str) -> str:
    """An address of ours as it is asked for."""
    assert url.startswith(PUBLIC_URL)
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def files(world: World) -> list[str]:
    """Everything that lies in the folder, by its path."""
    folder: Path = world.house.app_state.settings.files_dir
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return [str(path.relative_to(folder)) for path in found]
