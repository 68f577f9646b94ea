"""Luma's public API: its wire format, and what its answers mean to who tells it something.

Reads are GET, every write is a POST of JSON. Luma documents no body of an error, so that of one
is only told in part, and never relied on.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

import httpx2
from pydantic import BaseModel, ConfigDict, ValidationError

from bridgework.kit.tracing.tracer import NO_STEPS, Steps

_log = logging.getLogger("bridgework.luma")
logging.getLogger("httpx2").setLevel(logging.WARNING)  # else a line for every request it sends

ADDRESS = "https://public-api.luma.com"
SECONDS = 10.0
"""How long one call may take."""
_LARGEST_ANSWER = 1024 * 1024
_LONGEST_TOLD = 200
_LONGEST_BLOCK = timedelta(minutes=15)
_A_MINUTE = timedelta(minutes=1)
"""For so long Luma blocks a key that asked too often."""

_LOOK_UP = "/v1/entity/lookup"
_GET = "/v1/events/get"
_CREATE = "/v1/events/create"
_UPDATE = "/v1/events/update"
_REQUEST_CANCELLATION = "/v1/events/cancel/request"
_CANCEL = "/v1/events/cancel"
_ADD_GUESTS = "/v1/events/guests/add"
_UPDATE_GUEST = "/v1/events/guests/update-status"
_MAKE_UPLOAD_URL = "/v1/images/create-upload-url"


class LumaStumbled(Exception):
    """It did not work this time, and may at another; the text says why."""


class LumaRefused(Exception):
    """It will not work, however often it is tried; the text says why."""


class LumaLost(LumaRefused):
    """Luma knows no such thing, or no more."""


class LumaBlocked(Exception):
    """Nothing can be told to Luma for now, whatever it is; `wait` says for how long."""

    def __init__(self, reason: str, wait: timedelta) -> None:
        super().__init__(reason)
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody as Luma is told of them."""

    email: str
    name: str | None


class _Told(BaseModel):
    """What Luma tells; members that we don't know are left alone."""

    model_config = ConfigDict(extra="ignore")


class _Nothing(_Told):
    """A write that has no result answers with an empty object."""


class _Named(_Told):
    id: str


class _Entity(_Told):
    event: _Named | None = None


class _Found(_Told):
    entity: _Entity | None


class _Shown(_Told):
    url: str


class _Cancellation(_Told):
    cancellation_token: str
    is_paid: bool = False


class _Ticket(_Told):
    upload_url: str
    file_url: str


Told = TypeVar("Told", bound=_Told)


class Luma:
    """One calendar on Luma. Every call raises LumaStumbled, LumaRefused or LumaBlocked."""

    def __init__(
        self, key: str, *, address: str = "", seconds: float = SECONDS, steps: Steps = NO_STEPS
    ) -> None:
        """Speak to `address`, Luma's own if that is empty."""
        # Uncompressed, so that an answer can't grow beyond its bound while it is unpacked.
        headers = {"accept": "application/json", "accept-encoding": "identity"}
        self._key = {"x-luma-api-key": key}
        self._steps = steps
        self._client = httpx2.Client(
            base_url=address or ADDRESS,
            timeout=seconds,
            follow_redirects=False,
            headers=headers,
        )

    def close(self) -> None:
        """Close the connections that are kept open."""
        self._client.close()

    def find(self, slug: str) -> str | None:
        """The id of the event with this slug, None if there is none."""
        found = self._asked(_Found, _LOOK_UP, slug=slug)
        if found.entity is None or found.entity.event is None:
            return None
        return found.entity.event.id

    def create(self, fields: Mapping[str, object]) -> str:
        """Create an event, and return its id."""
        return self._told(_Named, _CREATE, fields).id

    def address_of(self, event_id: str) -> str:
        """Where Luma shows an event."""
        return self._asked(_Shown, _GET, event_id=event_id).url

    def update(self, event_id: str, fields: Mapping[str, object]) -> None:
        """Change an event. Guests are not told by Luma: whoever changed it has."""
        self._told(
            _Nothing, _UPDATE, {"event_id": event_id, **fields, "suppress_notifications": True}
        )

    def cancel(self, event_id: str) -> None:
        """Cancel an event, for good. One that is gone already counts as cancelled."""
        this: dict[str, object] = {"event_id": event_id}
        try:
            told = self._told(_Cancellation, _REQUEST_CANCELLATION, this)
            refund = {"should_refund": True} if told.is_paid else {}
            token = {"cancellation_token": told.cancellation_token}
            self._told(_Nothing, _CANCEL, {**this, **token, **refund})
        except LumaLost as gone:
            _log.info("an event to be cancelled is gone from Luma already: %s", gone)

    def add_guests(self, event_id: str, guests: Sequence[Guest]) -> None:
        """Add people who were invited, by us and not by Luma, and have not answered yet."""
        people = [{"email": each.email, "name": each.name} for each in guests]
        how = {"approval_status": "pending_approval", "send_email": False}
        self._told(_Nothing, _ADD_GUESTS, {"event_id": event_id, "guests": people, **how})

    def answer(self, event_id: str, email: str, *, comes: bool) -> None:
        """Tell what a guest who was added has answered."""
        status = "approved" if comes else "declined"
        this = {"event_id": event_id, "guest_id": email}
        self._told(_Nothing, _UPDATE_GUEST, {**this, "status": status, "send_email": False})

    def upload(self, picture: bytes, media_type: str) -> str:
        """Put a picture onto Luma's own servers, where covers have to lie; its address there."""
        ticket = self._told(_Ticket, _MAKE_UPLOAD_URL, {"content_type": media_type})
        # Elsewhere: our key is not for them.
        self._sent("PUT", ticket.upload_url, content=picture, headers={"content-type": media_type})
        return ticket.file_url

    def _asked(self, shape: type[Told], path: str, **query: str) -> Told:
        return _read(shape, self._sent("GET", path, params=query, headers=self._key))

    def _told(self, shape: type[Told], path: str, body: Mapping[str, object]) -> Told:
        return _read(shape, self._sent("POST", path, json=body, headers=self._key))

    def _sent(self, method: str, address: str, **how: Any) -> bytes:
        """Send one request; the body of its success."""
        with self._steps.step("ask Luma", outward=True) as step:
            step.note("http.request.method", method)
            try:
                with self._client.stream(method, address, **how) as response:
                    step.note("http.response.status_code", response.status_code)
                    body = _bounded(response)
            except httpx2.HTTPError as error:
                raise LumaStumbled(type(error).__name__) from error
        if response.is_success:
            return body
        _must_not_be_refused(response, f"{method} {response.url.path}: {_excerpt(response, body)}")
        raise LumaStumbled(f"status {response.status_code}")


def _must_not_be_refused(response: httpx2.Response, told: str) -> None:
    """Raise whatever a status other than of success or of a passing fault means."""
    status = response.status_code
    if status == 429:
        raise LumaBlocked(f"asked too often ({told})", _retry_after(response))
    if status in {401, 403}:
        raise LumaBlocked(
            f"Luma does not take our key, see BRIDGEWORK_LUMA_API_KEY ({told})", _LONGEST_BLOCK
        )
    if status in {404, 410}:
        raise LumaLost(told)
    if 400 <= status < 500 and status not in {408, 409, 425}:
        raise LumaRefused(told)


def _retry_after(response: httpx2.Response) -> timedelta:
    text = response.headers.get("retry-after", "")
    if not (text.isascii() and text.isdigit()):
        return _A_MINUTE
    return min(timedelta(seconds=int(text[:6])), _LONGEST_BLOCK)


def _bounded(response: httpx2.Response) -> bytes:
    body = b""
    for part in response.iter_raw():
        body += part
        if len(body) > _LARGEST_ANSWER:
            raise LumaStumbled("more than an answer's worth of bytes")
    return body


def _read(shape: type[Told], body: bytes) -> Told:
    try:
        return shape.model_validate_json(body or b"{}")
    except ValidationError:
        raise LumaStumbled(f"an answer without what makes a {shape.__name__.strip('_')}") from None


def _excerpt(response: httpx2.Response, body: bytes) -> str:
    text = body.decode("utf-8", "replace")[:_LONGEST_TOLD]
    return f"status {response.status_code} {' '.join(text.split())}"
