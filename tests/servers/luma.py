"""A fake Luma: its public API over a real socket.

It accepts one key and stores events, guests and pictures. It misbehaves on demand: for the next
request, or for the next one to a path.
"""

import contextlib
import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.servers import standing_in

KEY = "secret-key-of-a-calendar"
_SLUG = re.compile(r"[a-z0-9-]{3,50}")

Misbehaviour = Callable[["Asked"], None]


@dataclass
class StandIn:
    """A calendar on Luma: its content, the received requests, and how to misbehave."""

    url: str = ""
    events: dict[str, dict[str, Any]] = field(default_factory=dict)
    guests: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    """By event and e-mail address."""
    pictures: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    """The paths of the received requests, oldest first."""
    misbehaving: list[tuple[str, Misbehaviour]] = field(default_factory=list)
    """What to do instead of responding, each for the next request whose path ends like this."""
    ending: threading.Event = field(default_factory=threading.Event)
    _tokens: dict[str, str] = field(default_factory=dict)

    def misbehave(self, path: str, how: Misbehaviour, times: int = 1) -> None:
        self.misbehaving += [(path, how)] * times

    def only_event(self) -> dict[str, Any]:
        [event] = self.events.values()
        return event

    def count(self, path: str) -> int:
        """Return the number of requests whose path ended like this."""
        return sum(each.endswith(path) for each in self.asked)

    # --- the operations: status and body ------------------------------------------------

    def look_up(self, query: Mapping[str, str]) -> tuple[int, object]:
        for event_id, event in self.events.items():
            if event.get("slug") == query["slug"]:
                content = {"id": event_id, "api_id": event_id, "name": event["name"]}
                return 200, {"entity": {"type": "event", "event": content}}
        return 200, {"entity": None}

    def get(self, query: Mapping[str, str]) -> tuple[int, object]:
        event = self.events.get(query["event_id"])
        return (200, event) if event else (404, {"message": "Event not found"})

    def create(self, body: Any) -> tuple[int, object]:
        if not {"name", "start_at", "timezone"} <= body.keys():
            return 400, {"message": "name, start_at and timezone are required"}
        slug = body.get("slug", f"made-up-{len(self.events)}")
        taken = {event.get("slug") for event in self.events.values()}
        if slug in taken or not _SLUG.fullmatch(slug):
            return 400, {"message": "This slug is not available"}
        event_id = f"evt-{len(self.events)}abc"
        self.events[event_id] = {"id": event_id, "url": f"https://luma.com/{slug}", **body}
        self.guests[event_id] = {}
        return 200, {"id": event_id}

    def update(self, body: Any) -> tuple[int, object]:
        event = self.events.get(body.pop("event_id"))
        if event is None:
            return 404, {"message": "Event not found"}
        event.update(body)
        return 200, {}

    def request_cancellation(self, body: Any) -> tuple[int, object]:
        if body["event_id"] not in self.events:
            return 404, {"message": "Event not found"}
        self._tokens[body["event_id"]] = token = f"token-{len(self._tokens)}"
        return 200, {"cancellation_token": token, "is_paid": False, "guest_count": 0}

    def cancel(self, body: Any) -> tuple[int, object]:
        if body["cancellation_token"] != self._tokens.get(body["event_id"]):
            return 400, {"message": "Invalid cancellation token"}
        self.events.pop(body["event_id"])
        return 200, {}

    def add_guests(self, body: Any) -> tuple[int, object]:
        if body["event_id"] not in self.events:
            return 404, {"message": "Event not found"}
        for guest in body["guests"]:
            content = {"name": guest["name"], "status": body.get("approval_status", "approved")}
            content["mailed"] = body.get("send_email", True)
            self.guests[body["event_id"]].setdefault(guest["email"], content)
        return 200, {}

    def update_guest(self, body: Any) -> tuple[int, object]:
        guest = self.guests.get(body["event_id"], {}).get(body["guest_id"])
        if guest is None:
            return 404, {"message": "Guest not found"}
        guest["status"] = body["status"]
        return 200, {}

    def make_upload_url(self, body: Any) -> tuple[int, object]:
        name = f"picture-{len(self.pictures)}"
        content = {"upload_url": f"{self.url}/uploads/{name}"}
        return 200, {**content, "file_url": f"https://images.lumacdn.com/{name}"}


@contextlib.contextmanager
def running() -> Iterator[StandIn]:
    """Run the fake server until the end of the block."""
    stand_in = StandIn()

    class Asking(Asked):
        at = stand_in

    with standing_in.listening(Asking, stand_in.ending, "luma") as stand_in.url:
        yield stand_in


READS: Mapping[str, Callable[[StandIn, Any], tuple[int, object]]] = {
    "/v1/entity/lookup": StandIn.look_up,
    "/v1/events/get": StandIn.get,
}
WRITES: Mapping[str, Callable[[StandIn, Any], tuple[int, object]]] = {
    "/v1/events/create": StandIn.create,
    "/v1/events/update": StandIn.update,
    "/v1/events/cancel/request": StandIn.request_cancellation,
    "/v1/events/cancel": StandIn.cancel,
    "/v1/events/guests/add": StandIn.add_guests,
    "/v1/events/guests/update-status": StandIn.update_guest,
    "/v1/images/create-upload-url": StandIn.make_upload_url,
}


class Asked(standing_in.Handler):
    """One request and its response."""

    at: StandIn

    def asked(self) -> None:
        """Respond as Luma does, or misbehave as set."""
        path = urlsplit(self.path).path
        self.at.asked.append(path)
        for number, (ending, how) in enumerate(self.at.misbehaving):
            if path.endswith(ending):
                del self.at.misbehaving[number]
                how(self)
                return
        self.behave()

    def behave(self) -> None:
        """Respond as Luma does."""
        self.respond(*self.verdict())

    def verdict(self) -> tuple[int, object]:
        """Return Luma's response; a write is executed."""
        parts = urlsplit(self.path)
        if self.command == "PUT" and parts.path.startswith("/uploads/"):
            name = parts.path.rpartition("/")[2]
            if "x-luma-api-key" in self.headers:
                return 400, {"message": "that is not for us"}
            self.at.pictures[name] = (self.headers["content-type"], self.raw)
            return 200, {}
        if self.headers["x-luma-api-key"] != KEY:
            return 401, {"message": "Invalid API key"}
        if self.command == "GET" and parts.path in READS:
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            return READS[parts.path](self.at, query)
        if self.command == "POST" and parts.path in WRITES:
            return WRITES[parts.path](self.at, json.loads(self.raw))
        return 404, {"message": "Not found"}

    def respond(self, status: int, content: object, **headers: str) -> None:
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - name of the base class
        """Log nothing: tests report what went wrong."""


def breaks(asked: Asked) -> None:
    """Send a 500 before doing anything."""
    asked.respond(500, b"Internal Server Error")


def breaks_late(asked: Asked) -> None:
    """Send a 502 after the work, as a proxy that lost the response."""
    asked.verdict()
    asked.respond(502, b"<html>Bad Gateway</html>")


def is_busy(asked: Asked) -> None:
    """Send a 429 with Retry-After."""
    asked.respond(429, {"message": "Too many requests"}, retry_after="42")


def is_busy_without_a_word(asked: Asked) -> None:
    """Send a 429 without Retry-After."""
    asked.respond(429, {"message": "Too many requests"})


def refuses(asked: Asked) -> None:
    """Send a 400, which a retry would not change."""
    asked.respond(400, {"message": "timezone is not supported"})


def hangs(asked: Asked) -> None:
    """Send no response until the test ends."""
    asked.at.ending.wait(30)
    asked.close_connection = True


def hangs_up(asked: Asked) -> None:
    """Close the connection without a response."""
    asked.close_connection = True


def hangs_up_late(asked: Asked) -> None:
    """Do the work, then close the connection without a response."""
    asked.verdict()
    asked.close_connection = True


def talks_nonsense(asked: Asked) -> None:
    """Send a body that is not JSON."""
    asked.respond(200, b"<html>All is well</html>")


def leaves_out(asked: Asked) -> None:
    """Send JSON without the important members."""
    asked.respond(200, {"ok": True})


def redirects(asked: Asked) -> None:
    """Redirect to another host, which must not receive our key."""
    asked.respond(307, b"", location="https://example.com/")


def never_ends(asked: Asked) -> None:
    """Send a response without end."""
    asked.respond(200, b" " * 2_000_000)
