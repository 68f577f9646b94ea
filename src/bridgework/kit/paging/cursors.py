"""Cursors: opaque, signed, bound to the list, its filters and the caller.

A cursor is the URL-safe base64 of a keyed digest and of the place that it names. It holds nothing
that its reader has not seen, so it is not encrypted.

    turn = cursors.turn(call, query)
    return cursors.page(call, query, RolePage, store.active(call.tx, turn))
"""

import binascii
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import datetime
from typing import Any, TypeVar

from bridgework.kit.errors import FieldError, ValidationFailed
from bridgework.kit.fields import CURSOR, PATTERN_FAULTS
from bridgework.kit.http.context import Call
from bridgework.kit.paging.keyset import Place, Slice, SortKey, Turn
from bridgework.kit.paging.shapes import CursorPage, CursorQuery

Page = TypeVar("Page", bound=CursorPage[Any])

_DIGEST_LENGTH = 32
"""Hexadecimal digits of the digest that a cursor carries: 128 bits."""


def turn(call: Call, query: CursorQuery, *scope: str) -> Turn:
    """What to read next. Raises ValidationFailed if the cursor was not made for this list.

    `scope` is what the list is of beside its filters: the post whose comments are read, say.
    """
    if query.cursor is None:
        return Turn(None, query.limit)
    place = _read(call, query, scope)
    if place is None:
        raise ValidationFailed(FieldError("cursor", *PATTERN_FAULTS[CURSOR]))
    return Turn(place, query.limit)


def page(
    call: Call,
    query: CursorQuery,
    shape: type[Page],
    found: Slice[Any],
    *scope: str,
    **members: object,
) -> Page:
    """The page with the cursor of the one after it; `members` are the shape's further members."""
    following = None if found.last is None else _written(call, query, scope, found.last)
    has_more = following is not None
    return shape(items=list(found.items), next_cursor=following, has_more=has_more, **members)


def _written(call: Call, query: CursorQuery, scope: tuple[str, ...], place: Place) -> str:
    payload = json.dumps([_plain(place.key), place.id], separators=(",", ":"))
    digest = call.kit.keyring.digest("cursor", *_bound_to(call, query, scope), payload)
    return urlsafe_b64encode((digest[:_DIGEST_LENGTH] + payload).encode()).decode().rstrip("=")


def _read(call: Call, query: CursorQuery, scope: tuple[str, ...]) -> Place | None:
    sent = query.cursor or ""
    try:
        text = urlsafe_b64decode(sent + "=" * (-len(sent) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
    digest, payload = text[:_DIGEST_LENGTH], text[_DIGEST_LENGTH:]
    parts = (*_bound_to(call, query, scope), payload)
    if not call.kit.keyring.matches(digest, "cursor", *parts, length=_DIGEST_LENGTH):
        return None
    key, row_id = json.loads(payload)
    return Place(_sort_key(key), row_id)


def _bound_to(call: Call, query: CursorQuery, scope: tuple[str, ...]) -> tuple[str, ...]:
    filters = query.model_dump_json(exclude={"cursor", "limit"})
    reader = call.caller.account_id or call.caller.partner_key_id or ""
    return type(query).__name__, filters, reader, "\0".join(scope)


def _plain(key: SortKey) -> object:
    return {"at": key.isoformat()} if isinstance(key, datetime) else key


def _sort_key(plain: Any) -> SortKey:
    key: SortKey = datetime.fromisoformat(plain["at"]) if isinstance(plain, dict) else plain
    return key
