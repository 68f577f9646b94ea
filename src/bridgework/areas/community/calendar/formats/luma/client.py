"""A client of Luma's public API: its wire format and its errors.

Reads are GET requests, writes are POST requests with JSON. Luma does not document the bodies of
errors, so they are quoted and not parsed.
"""

import logging
import time
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, TypeVar

import httpx2
from pydantic import BaseModel, ValidationError

from bridgework.kit.core.net import bounded_responses
from bridgework.kit.core.observability.tracing import NO_SPANS, SpanFactory

_log = logging.getLogger("bridgework.luma")
logging.getLogger("httpx2").setLevel(logging.WARNING)  # it logs every request as INFO

ADDRESS = "https://public-api.luma.com"
SECONDS = 10.0
"""The deadline of a request, with its whole response."""
_MAX_RESPONSE_BYTES = 1024 * 1024
_EXCERPT_LENGTH = 200
_MAX_BLOCK = timedelta(minutes=15)
_DEFAULT_BLOCK = timedelta(minutes=1)
"""How long Luma blocks a key after too many requests, if it sends no Retry-After."""


class LumaTemporaryError(Exception):
    """The request failed temporarily; the message contains the reason."""


class LumaRejected(Exception):
    """Luma refused the request permanently; the message contains the reason."""


class LumaNotFound(LumaRejected):
    """The object does not exist on Luma."""


class LumaRateLimited(Exception):
    """Luma accepts no requests for the time `wait`."""

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
    """A calendar on Luma.

    Every call may raise LumaTemporaryError, LumaRejected or LumaRateLimited.
    """

    def __init__(
        self,
        key: str,
        *,
        address: str = "",
        seconds: float = SECONDS,
        spans: SpanFactory = NO_SPANS,
    ) -> None:
        """Connect to `address`, by default Luma's public API."""
        # Uncompressed, so that a response can't exceed its limit while it is decompressed.
        headers = {"accept": "application/json", "accept-encoding": "identity"}
        self._key = {"x-luma-api-key": key}
        self._spans = spans
        self._seconds = seconds
        self._client = httpx2.Client(
            base_url=address or ADDRESS, timeout=seconds, follow_redirects=False, headers=headers
        )

    def close(self) -> None:
        """Close the open connections."""
        self._client.close()

    def find(self, slug: str) -> str | None:
        """Return the id of the event with this slug, or None."""
        entity = self._get(_Found, "/v1/entity/lookup", slug=slug).entity
        return None if entity is None or entity.event is None else entity.event.id

    def create(self, fields: Mapping[str, object]) -> str:
        """Create an event, and return its id."""
        return self._post(_Id, "/v1/events/create", fields).id

    def url_of(self, event_id: str) -> str:
        """Return the URL of an event on Luma."""
        return self._get(_Event, "/v1/events/get", event_id=event_id).url

    def update(self, event_id: str, fields: Mapping[str, object]) -> None:
        """Change an event, without Luma notifying its guests."""
        body = {"event_id": event_id, **fields, "suppress_notifications": True}
        self._post(_Empty, "/v1/events/update", body)

    def cancel(self, event_id: str) -> None:
        """Cancel an event permanently. A missing event counts as cancelled."""
        event = {"event_id": event_id}
        try:
            requested = self._post(_Cancellation, "/v1/events/cancel/request", event)
            refund = {"should_refund": True} if requested.is_paid else {}
            token = {"cancellation_token": requested.cancellation_token}
            self._post(_Empty, "/v1/events/cancel", {**event, **token, **refund})
        except LumaNotFound as error:
            _log.info("the event to cancel does not exist on Luma: %s", error)

    def add_guests(self, event_id: str, names: Mapping[str, str | None]) -> None:
        """Add guests without a reply, names by e-mail address. Luma sends no invitation."""
        body = {
            "event_id": event_id,
            "guests": [{"email": email, "name": name} for email, name in names.items()],
            "approval_status": "pending_approval",
            "send_email": False,
        }
        self._post(_Empty, "/v1/events/guests/add", body)

    def set_reply(self, event_id: str, email: str, *, is_going: bool) -> None:
        """Set the reply of an added guest."""
        status = "approved" if is_going else "declined"
        guest = {"event_id": event_id, "guest_id": email, "status": status, "send_email": False}
        self._post(_Empty, "/v1/events/guests/update-status", guest)

    def upload(self, picture: bytes, media_type: str) -> str:
        """Upload a cover to Luma, which accepts no other URLs; return its URL there."""
        body = {"content_type": media_type}
        upload = self._post(_Upload, "/v1/images/create-upload-url", body)
        # Another host, which must not receive the key.
        self._send("PUT", upload.upload_url, content=picture, headers={"content-type": media_type})
        return upload.file_url

    def _get(self, model: type[Model], path: str, **query: str) -> Model:
        return _parse(model, self._send("GET", path, params=query, headers=self._key))

    def _post(self, model: type[Model], path: str, body: Mapping[str, object]) -> Model:
        return _parse(model, self._send("POST", path, json=body, headers=self._key))

    def _send(self, method: str, url: str, **options: Any) -> bytes:
        """Send a request; return the body of a successful response."""
        until = time.monotonic() + self._seconds
        with self._spans.span("call Luma", outbound=True) as span:
            span.set_attribute("http.request.method", method)
            try:
                with self._client.stream(method, url, **options) as response:
                    span.set_attribute("http.response.status_code", response.status_code)
                    parts = response.iter_raw()
                    body = bounded_responses.read(parts, max_bytes=_MAX_RESPONSE_BYTES, until=until)
            except bounded_responses.ResponseRefused as error:
                raise LumaTemporaryError(str(error)) from None
            except httpx2.HTTPError as error:
                raise LumaTemporaryError(type(error).__name__) from error
        if response.is_success:
            return body
        excerpt = " ".join(body.decode("utf-8", "replace")[:_EXCERPT_LENGTH].split())
        status = f"status {response.status_code} {excerpt}"
        _raise_for_status(response, f"{method} {response.url.path}: {status}")
        raise LumaTemporaryError(f"status {response.status_code}")


def _raise_for_status(response: httpx2.Response, reason: str) -> None:
    """Raise the error of a status, unless it is a temporary one."""
    status = response.status_code
    if status == 429:
        raise LumaRateLimited(f"too many requests ({reason})", _retry_after(response))
    if status in {401, 403}:
        raise LumaRateLimited(
            f"Luma refuses the key, check BRIDGEWORK_LUMA_API_KEY ({reason})", _MAX_BLOCK
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


def _parse(model: type[Model], body: bytes) -> Model:
    try:
        return model.model_validate_json(body or b"{}")
    except ValidationError:
        name = model.__name__.strip("_")
        raise LumaTemporaryError(f"the response is not a valid {name}") from None
