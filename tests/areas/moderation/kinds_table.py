"""The kinds of moderated content: how to create one, and where it is visible.

Each kind has one row, and the tests of this directory that concern all kinds run for each row.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests import cast, make
from tests.areas.calendar import calendar_client
from tests.areas.feed import feed_requests
from tests.areas.jobs import board
from tests.world import Person, World

CHAIR = "Selling a chair, hardly used"
COVER = "https://example.com/cover.png"
JOB_TEXTS = (
    *("Orchard Gate Dental", "Austin, Texas", "Our molars wait three weeks."),
    *("Nine chairs.", "A lab down the hall."),
)
NO_TEXT = {"title": "", "text": "", "imageUrl": None, "parentText": None}

READ_BY_ADMINISTRATORS = frozenset({"by its id", "its comments"})
"""The places where administrators also find hidden content."""

IsVisible = Callable[[World, Person, str], bool]


@dataclass(frozen=True, slots=True)
class Row:
    """A kind of content. `make` creates one of an owner, and returns its id."""

    make: Callable[[World, Person], str]
    email_start: str
    """How e-mails to the owner begin."""
    content: Mapping[str, str | None]
    """The members of `content` in its reports that depend on the kind."""
    visible_in: Mapping[str, IsVisible]
    """A check for each place where the content is visible."""


def _post(world: World, owner: Person) -> str:
    return feed_requests.post(world, owner, CHAIR)


def _comment(world: World, owner: Person) -> str:
    return feed_requests.comment(world, owner, feed_requests.post(world, owner, "For sale?"), CHAIR)


def _profile(world: World, owner: Person) -> str:
    return make.into_expert(world, owner, "Ada Lovell", tags=["chairs"])


def _comment_listed(world: World, reader: Person, comment: str) -> bool:
    posts = world.get("/feed/posts?limit=100", as_=reader).must(200).data["items"]
    listed = [feed_requests.list_comment_ids(world, reader, post["id"]) for post in posts]
    assert [len(comments) for comments in listed] == [post["commentCount"] for post in posts]
    return any(comment in comments for comments in listed)


def _job(world: World, owner: Person) -> str:
    """Create an approved job."""
    steward = cast.root(world, "steward@example.com")
    make.change_account(world, owner.id, jobs_role="clinic_owner")
    job = board.post(world, owner)
    world.post(f"/admin/jobs/{job}/approve", as_=steward).must(200)
    return job


def _is_on_page(path: str) -> IsVisible:
    def is_on_page(world: World, reader: Person, content_id: str) -> bool:
        page = world.get(path, as_=reader).must(200).data["items"]
        return content_id in {item["id"] for item in page}

    return is_on_page


def _is_found(path: str) -> IsVisible:
    def is_found(world: World, reader: Person, content_id: str) -> bool:
        response = world.get(path.format(content_id), as_=reader)
        assert response.status in {200, 404}
        return response.status == 200

    return is_found


def _is_listed(path: str) -> IsVisible:
    def is_listed(world: World, reader: Person, content_id: str) -> bool:
        return content_id in {item["id"] for item in world.get(path, as_=reader).must(200).data}

    return is_listed


def _event(world: World, owner: Person) -> str:
    """Create an event that was requested by its owner and approved by an administrator."""
    steward = cast.root(world, "steward@example.com")
    sent = {
        **calendar_client.EVENT,
        "location": "Boston",
        "description": "A case.",
        "coverUrl": COVER,
    }
    requested = world.post("/calendar/submissions", sent, as_=owner).must(201).data
    path = f"/admin/calendar/submissions/{requested['id']}/approve"
    return str(world.post(path, as_=steward).must(200).data["lumaEventId"])


def _event_listed(world: World, reader: Person, event: str) -> bool:
    return event in feed_requests.list_ids(world, reader, "/calendar/events?limit=100")


KINDS: Mapping[str, Row] = {
    "post": Row(
        make=_post,
        email_start="Your post in the feed on Bridgework, “Selling a chair, hardly used”,",
        content={**NO_TEXT, "title": CHAIR, "text": CHAIR},
        visible_in={
            "the feed": lambda world, reader, post: (
                post in feed_requests.list_post_ids(world, reader)
            ),
            "by its id": _is_found("/feed/posts/{}"),
            "its comments": _is_found("/feed/posts/{}/comments"),
        },
    ),
    "comment": Row(
        make=_comment,
        email_start="Your comment in the feed on Bridgework, “Selling a chair, hardly used”,",
        content={**NO_TEXT, "title": CHAIR, "text": CHAIR, "parentText": "For sale?"},
        visible_in={"its post": _comment_listed, "by its id": _is_found("/feed/comments/{}")},
    ),
    "event": Row(
        make=_event,
        email_start="Your event on Bridgework, “Study club”,",
        content={**NO_TEXT, "title": "Study club", "text": "Boston\n\nA case.", "imageUrl": COVER},
        visible_in={"by its id": _is_found("/calendar/events/{}"), "the calendar": _event_listed},
    ),
    "job": Row(
        make=_job,
        email_start="Your job posting on Bridgework, “Associate endodontist”,",
        content={**NO_TEXT, "title": "Associate endodontist", "text": "\n\n".join(JOB_TEXTS)},
        visible_in={
            "by its id": _is_found("/jobs/{}"),
            "the list": _is_on_page("/jobs"),
            "a search": _is_on_page("/jobs?search=endodontist"),
        },
    ),
    "profile": Row(
        make=_profile,
        email_start="Your profile on Bridgework",
        content=NO_TEXT,
        visible_in={
            "by its id": _is_found("/experts/{}"),
            "the directory": _is_listed("/experts"),
            "a search": _is_listed("/experts?search=lovell"),
            "a filter": _is_listed("/experts?tags=chairs"),
        },
    ),
}


def visibility(world: World, kind: str, reader: Person, content_id: str) -> dict[str, bool]:
    """Return whether the content is visible, for each place."""
    checks = KINDS[kind].visible_in
    return {place: is_visible(world, reader, content_id) for place, is_visible in checks.items()}
