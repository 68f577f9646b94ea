"""Cursors: opaque, signed, bound to the list, its filters and the caller.

A cursor is the URL-safe base64 of a keyed digest and of the position that it names. It is not
encrypted, since its reader has seen what it holds.

    page_request = cursors.page_request(call, query)
    return cursors.to_page(call, query, RolePage, store.active(call.tx, page_request))

Both in one, for a list of one statement: `cursors.read(call, query, RolePage, pages, to_role)`.
"""

import binascii
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from bridgework.kit.errors import FieldError, ValidationFailed
from bridgework.kit.fields import CURSOR, PATTERN_ERRORS
from bridgework.kit.http.context import Context
from bridgework.kit.pagination.keyset import PageRequest, Pages, PageSlice, Position, SortKey
from bridgework.kit.pagination.schemas import CursorPage, CursorQuery
from bridgework.kit.schemas import ResponseModel

Page = TypeVar("Page", bound=CursorPage[Any])

_DIGEST_LENGTH = 32
"""Hexadecimal digits of the digest that a cursor carries: 128 bits."""


def page_request(context: Context, query: CursorQuery, *scope: str) -> PageRequest:
    """Return what to read. Raises ValidationFailed if the cursor was not made for this list.

    `scope` is what the list belongs to besides its filters, such as the post of its comments.
    """
    if query.cursor is None:
        return PageRequest(None, query.limit)
    position = _read(context, query, scope)
    if position is None:
        raise ValidationFailed(FieldError("cursor", *PATTERN_ERRORS[CURSOR]))
    return PageRequest(position, query.limit)


def to_page(
    context: Context,
    query: CursorQuery,
    schema: type[Page],
    found: PageSlice[Any],
    *scope: str,
    **members: object,
) -> Page:
    """Build the response with the cursor of the next page; `members` are its further members."""
    following = None if found.last is None else _written(context, query, scope, found.last)
    has_more = following is not None
    return schema(items=list(found.items), next_cursor=following, has_more=has_more, **members)


def read(
    context: Context,
    query: CursorQuery,
    schema: type[Page],
    pages: Pages,
    to_item: Callable[[Any], ResponseModel],
    *scope: str,
) -> Page:
    """Read a page and build the response. Raises ValidationFailed as `page_request` does."""
    found = pages.read(context.tx, page_request(context, query, *scope), to_item)
    return to_page(context, query, schema, found, *scope)


def _written(
    context: Context, query: CursorQuery, scope: tuple[str, ...], position: Position
) -> str:
    payload = json.dumps([_plain(position.key), position.id], separators=(",", ":"))
    digest = context.app.keyring.digest("cursor", *_bound_to(context, query, scope), payload)
    return urlsafe_b64encode((digest[:_DIGEST_LENGTH] + payload).encode()).decode().rstrip("=")


def _read(context: Context, query: CursorQuery, scope: tuple[str, ...]) -> Position | None:
    sent = query.cursor or ""
    try:
        text = urlsafe_b64decode(sent + "=" * (-len(sent) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
    digest, payload = text[:_DIGEST_LENGTH], text[_DIGEST_LENGTH:]
    parts = (*_bound_to(context, query, scope), payload)
    if not context.app.keyring.matches(digest, "cursor", *parts, length=_DIGEST_LENGTH):
        return None
    key, row_id = json.loads(payload)
    return Position(_sort_key(key), row_id)


def _bound_to(context: Context, query: CursorQuery, scope: tuple[str, ...]) -> tuple[str, ...]:
    filters = query.model_dump_json(exclude={"cursor", "limit"})
    reader = context.caller.account_id or context.caller.api_key_id or ""
    return type(query).__name__, filters, reader, "\0".join(scope)


def _plain(key: SortKey) -> object:
    return {"at": key.isoformat()} if isinstance(key, datetime) else key


def _sort_key(plain: Any) -> SortKey:
    key: SortKey = datetime.fromisoformat(plain["at"]) if isinstance(plain, dict) else plain
    return key
