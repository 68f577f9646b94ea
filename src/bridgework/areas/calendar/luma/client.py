"""A client of Luma's public API: its wire format, and what its errors mean.

Reads are GET, every write is a POST of JSON. Luma does not document the bodies of errors, so they
are only quoted, never parsed.
"""

import logging
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, TypeVar

import httpx2
from pydantic import BaseModel, ValidationError

from bridgework.kit.tracing.tracer import NO_STEPS, Steps

_log = logging.getLogger("bridgework.luma")
logging.getLogger("httpx2").setLevel(logging.WARNING)  # else a line for every request it sends

ADDRESS = "https://public-api.luma.com"
SECONDS = 10.0
"""The timeout of a request."""
_MAX_RESPONSE_BYTES = 1024 * 1024
_EXCERPT_LENGTH = 200
_MAX_BLOCK = timedelta(minutes=15)
_DEFAULT_BLOCK = timedelta(minutes=1)
"""How long Luma blocks a key after too many requests, unless it says."""


class LumaTemporaryError(Exception):
    """It failed this time, and may succeed at another; the text says why."""


class LumaRejected(Exception):
    """It will not succeed, however often it is tried; the text says why."""


class LumaNotFound(LumaRejected):
    """Luma does not have it, or not any more."""


class LumaRateLimited(Exception):
    """Luma accepts no requests for now; `wait` says for how long."""

    def __init__(self, reason: str, wait: timedelta) -> None:
        super().__init__(reason)
        self.wait = wait


class _Empty(BaseModel):
    """A write without a result returns an empty object."""


class _Id(BaseModel):
    id: str


class _Entity(BaseModel):
    event: _Id | None = None


class _Found(BaseModel):
    entity: _Entity | None


class _Event(BaseModel):
    url: str


class _Cancellation(BaseModel):
    cancellation_token: str
    is_paid: bool = False


class _Upload(BaseModel):
    upload_url: str
    file_url: str


Model = TypeVar("Model", bound=BaseModel)


class Luma:
    """One calendar on Luma. Every call raises LumaStumbled, LumaRefused or LumaBlocked."""

    def __init__(
        self, key: str, *, address: str = "", seconds: float = SECONDS, steps: Steps = NO_STEPS
    ) -> None:
        """Connect to `address`, by default Luma's own."""
        # Uncompressed, so that a response can't exceed its limit while it is decompressed.
        headers = {"accept": "application/json", "accept-encoding": "identity"}
        self._key = {"x-luma-api-key": key}
        self._steps = steps
        self._client = httpx2.Client(
            base_url=address or ADDRESS, timeout=seconds, follow_redirects=False, headers=headers
        )

    def close(self) -> None:
        """Close the open connections."""
        self._client.close()

    def find(self, slug: str) -> str | None:
        """The id of the event with this slug, None if there is none."""
        entity = self._get(_Found, "/v1/entity/lookup", slug=slug).entity
        return None if entity is None or entity.event is None else entity.event.id

    def create(self, fields: Mapping[str, object]) -> str:
        """Create an event, and return its id."""
        return self._post(_Id, "/v1/events/create", fields).id

    def url_of(self, event_id: str) -> str:
        """The URL of an event on Luma."""
        return self._get(_Event, "/v1/events/get", event_id=event_id).url

    def update(self, event_id: str, fields: Mapping[str, object]) -> None:
        """Change an event, without Luma notifying its guests."""
        body = {"event_id": event_id, **fields, "suppress_notifications": True}
        self._post(_Empty, "/v1/events/update", body)

    def cancel(self, event_id: str) -> None:
        """Cancel an event, for good. A missing event counts as cancelled."""
        event = {"event_id": event_id}
        try:
            requested = self._post(_Cancellation, "/v1/events/cancel/request", event)
            refund = {"should_refund": True} if requested.is_paid else {}
            token = {"cancellation_token": requested.cancellation_token}
            self._post(_Empty, "/v1/events/cancel", {**event, **token, **refund})
        except LumaNotFound as error:
            _log.info("an event to be cancelled is gone from Luma already: %s", error)

    def add_guests(self, event_id: str, names: Mapping[str, str | None]) -> None:
        """Add guests without a reply, names by e-mail address. Luma sends no invitation."""
        body = {
            "event_id": event_id,
            "guests": [{"email": email, "name": name} for email, name in names.items()],
            "approval_status": "pending_approval",
            "send_email": False,
        }
        self._post(_Empty, "/v1/events/guests/add", body)

    def answer(self, event_id: str, email: str, *, comes: bool) -> None:
        """Set the reply of a guest who was added."""
        status = "approved" if comes else "declined"
        guest = {"event_id": event_id, "guest_id": email, "status": status, "send_email": False}
        self._post(_Empty, "/v1/events/guests/update-status", guest)

    def upload(self, picture: bytes, media_type: str) -> str:
        """Upload an image to Luma's own servers, where covers must be; returns its URL there."""
        body = {"content_type": media_type}
        upload = self._post(_Upload, "/v1/images/create-upload-url", body)
        # Another host, which must not get our key.
        self._send("PUT", upload.upload_url, content=picture, headers={"content-type": media_type})
        return upload.file_url

    def _get(self, model: type[Model], path: str, **query: str) -> Model:
        return _parse(model, self._send("GET", path, params=query, headers=self._key))

    def _post(self, model: type[Model], path: str, body: Mapping[str, object]) -> Model:
        return _parse(model, self._send("POST", path, json=body, headers=self._key))

    def _send(self, method: str, url: str, **options: Any) -> bytes:
        """Send a request, and return the body of a successful response."""
        with self._steps.step("ask Luma", outward=True) as step:
            step.note("http.request.method", method)
            try:
                with self._client.stream(method, url, **options) as response:
                    step.note("http.response.status_code", response.status_code)
                    body = _read(response)
            except httpx2.HTTPError as error:
                raise LumaTemporaryError(type(error).__name__) from error
        if response.is_success:
            return body
        excerpt = " ".join(body.decode("utf-8", "replace")[:_EXCERPT_LENGTH].split())
        status = f"status {response.status_code} {excerpt}"
        _raise_for_status(response, f"{method} {response.url.path}: {status}")
        raise LumaTemporaryError(f"status {response.status_code}")


def _raise_for_status(response: httpx2.Response, reason: str) -> None:
    """Raise the error of a status, unless it is a passing one."""
    status = response.status_code
    if status == 429:
        raise LumaRateLimited(f"asked too often ({reason})", _retry_after(response))
    if status in {401, 403}:
        raise LumaRateLimited(
            f"Luma does not take our key, see BRIDGEWORK_LUMA_API_KEY ({reason})", _MAX_BLOCK
        )
    if status in {404, 410}:
        raise LumaNotFound(reason)
    if 400 <= status < 500 and status not in {408, 409, 425}:
        raise LumaRejected(reason)


def _retry_after(response: httpx2.Response) -> timedelta:
    text = response.headers.get("retry-after", "")
    if not (text.isascii() and text.isdigit()):
        return _DEFAULT_BLOCK
    return min(timedelta(seconds=int(text[:6])), _MAX_BLOCK)


def _read(response: httpx2.Response) -> bytes:
    body = b""
    for part in response.iter_raw():
        body += part
        if len(body) > _MAX_RESPONSE_BYTES:
            raise LumaTemporaryError("more than an answer's worth of bytes")
    return body


def _parse(model: type[Model], body: bytes) -> Model:
    try:
        return model.model_validate_json(body or b"{}")
    except ValidationError:
        name = model.__name__.strip("_")
        raise LumaTemporaryError(f"the response is not a valid {name}") from None
