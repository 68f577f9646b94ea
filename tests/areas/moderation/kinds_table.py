"""One row a kind of thing that is moderated: how to make one, and where it can be seen.

A kind that joins gets its row here, and with it every test of this folder that is about all kinds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests import cast, make
from tests.areas.calendar import holding
from tests.areas.feed import circle
from tests.areas.jobs import board
from tests.world import Person, World

Seen = Callable[[World, Person, str], bool]


@dataclass(frozen=True, slots=True)
class Row:
    """A kind: `make` makes one of the owner's, each of `seen` says whether it is to be seen."""

    make: Callable[[World, Person], str]
    called: str
    """How letters to the owner begin."""
    seen: Mapping[str, Seen]
    """Everywhere it can be seen, by name."""


def _post(world: World, owner: Person) -> str:
    return circle.post(world, owner, "Selling a chair, hardly used")


def _comment(world: World, owner: Person) -> str:
    return circle.comment(world, owner, circle.post(world, owner), "Selling a chair, hardly used")


def _profile(world: World, owner: Person) -> str:
    return make.into_expert(world, owner, "Ada Lovell", tags=["chairs"])


def _comment_listed(world: World, reader: Person, comment: str) -> bool:
    posts = world.get("/feed/posts?limit=100", as_=reader).must(200).data["items"]
    listed = [circle.comments(world, reader, post["id"]) for post in posts]
    assert [len(some) for some in listed] == [post["commentCount"] for post in posts]
    return any(comment in some for some in listed)


def _job(world: World, owner: Person) -> str:
    """One that an administrator approved."""
    steward = cast.root(world, "steward@example.com")
    make.change_account(world, owner.id, jobs_role="clinic_owner")
    job = board.post(world, owner)
    world.post(f"/admin/jobs/{job}/approve", as_=steward).must(200)
    return job


def _on_page(path: str) -> Seen:
    def on_page(world: World, reader: Person, thing: str) -> bool:
        page = world.get(path, as_=reader).must(200).data["items"]
        return thing in {item["id"] for item in page}

    return on_page


def _answers(path: str) -> Seen:
    def answers(world: World, reader: Person, thing: str) -> bool:
        answer = world.get(path.format(thing), as_=reader)
        assert answer.status in {200, 404}
        return answer.status == 200

    return answers


def _among(path: str) -> Seen:
    def among(world: World, reader: Person, thing: str) -> bool:
        return thing in {item["id"] for item in world.get(path, as_=reader).must(200).data}

    return among


def _event(world: World, owner: Person) -> str:
    """One that its owner proposed and an administrator approved."""
    steward = cast.root(world, "steward@example.com")
    proposed = world.post("/calendar/submissions", holding.EVENT, as_=owner).must(201).data
    path = f"/admin/calendar/submissions/{proposed['id']}/approve"
    return str(world.post(path, as_=steward).must(200).data["lumaEventId"])


def _event_listed(world: World, reader: Person, event: str) -> bool:
    return event in circle.walked(world, reader, "/calendar/events?limit=100")


KINDS: Mapping[str, Row] = {
    "post": Row(
        make=_post,
        called="Your post in the feed on Bridgework, “Selling a chair, hardly used”,",
        seen={
            "the feed": lambda world, reader, post: post in circle.feed(world, reader),
            "by its id": _answers("/feed/posts/{}"),
            "its comments": _answers("/feed/posts/{}/comments"),
        },
    ),
    "comment": Row(
        make=_comment,
        called="Your comment in the feed on Bridgework, “Selling a chair, hardly used”,",
        seen={"its post": _comment_listed},
    ),
    "event": Row(
        make=_event,
        called="Your event on Bridgework, “Study club”,",
        seen={"by its id": _answers("/calendar/events/{}"), "the calendar": _event_listed},
    ),
    "job": Row(
        make=_job,
        called="Your job posting on Bridgework, “Associate endodontist”,",
        seen={
            "by its id": _answers("/jobs/{}"),
            "the list": _on_page("/jobs"),
            "a search": _on_page("/jobs?search=endodontist"),
        },
    ),
    "profile": Row(
        make=_profile,
        called="Your profile on Bridgework",
        seen={
            "by its id": _answers("/experts/{}"),
            "the directory": _among("/experts"),
            "a search": _among("/experts?search=lovell"),
            "a filter": _among("/experts?tags=chairs"),
        },
    ),
}


def where(world: World, kind: str, reader: Person, thing: str) -> dict[str, bool]:
    """Where a thing can be seen, and where not."""
    return {place: seen(world, reader, thing) for place, seen in KINDS[kind].seen.items()}
