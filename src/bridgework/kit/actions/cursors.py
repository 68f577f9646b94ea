"""Cursors: opaque, signed, bound to the list, its filters and the caller.

A cursor is the URL-safe base64 of a keyed digest and a position. It is not encrypted, since the
caller has read the row of the position.

    page_request = cursors.page_request(context, query, "comments", post_id)
    comments = queries.list_comments(context.tx, post_id, page_request)
    return cursors.to_page(context, query, CursorPage[Comment], comments, "comments", post_id)

`cursors.read` does both for a list of one statement. The last arguments, the scope, identify the
list besides its filters: its name, and what its path contains.
"""

import binascii
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from bridgework.kit.actions.context import Context, State
from bridgework.kit.core import FieldError, ValidationFailed
from bridgework.kit.data.pagination import (
    CursorPage,
    CursorQuery,
    PageRequest,
    Pages,
    PageSlice,
    Position,
    SortKey,
    SortKeys,
)
from bridgework.kit.validation import CURSOR, PATTERN_ERRORS, ResponseModel

Page = TypeVar("Page", bound=CursorPage[Any])
Record = TypeVar("Record")

_DIGEST_LENGTH = 32
"""Hexadecimal digits of the digest in a cursor: 128 bits."""


def page_request(
    context: Context[State], query: CursorQuery, list_name: str, *within: str
) -> PageRequest:
    """Return the page to read. Raises ValidationFailed if the cursor belongs to another list."""
    if query.cursor is None:
        return PageRequest(None, query.limit)
    position = _decode(context, query, (list_name, *within))
    if position is None:
        raise ValidationFailed(FieldError("cursor", *PATTERN_ERRORS[CURSOR]))
    return PageRequest(position, query.limit)


def to_page(
    context: Context[State],
    query: CursorQuery,
    schema: type[Page],
    page_slice: PageSlice[Any],
    list_name: str,
    *within: str,
    **members: object,
) -> Page:
    """Build the response with the cursor of the next page; `members` are additional members."""
    next_cursor = None
    if page_slice.last is not None:
        next_cursor = _encode(context, query, (list_name, *within), page_slice.last)
    return schema(
        items=list(page_slice.items),
        next_cursor=next_cursor,
        has_more=next_cursor is not None,
        **members,
    )


def read(
    context: Context[State],
    query: CursorQuery,
    schema: type[Page],
    pages: Pages[Record],
    to_item: Callable[[Record], ResponseModel],
    list_name: str,
    *within: str,
) -> Page:
    """Read a page and build the response. Raises ValidationFailed as `page_request` does."""
    request = page_request(context, query, list_name, *within)
    page_slice = pages.read(context.tx, request, to_item)
    return to_page(context, query, schema, page_slice, list_name, *within)


def _encode(
    context: Context[State], query: CursorQuery, scope: tuple[str, ...], position: Position
) -> str:
    payload = json.dumps([_to_members(position.key), position.id], separators=(",", ":"))
    digest = context.app.keyring.digest("cursor", *_signed_values(context, query, scope), payload)
    return urlsafe_b64encode((digest[:_DIGEST_LENGTH] + payload).encode()).decode().rstrip("=")


def _decode(context: Context[State], query: CursorQuery, scope: tuple[str, ...]) -> Position | None:
    sent = query.cursor or ""
    try:
        text = urlsafe_b64decode(sent + "=" * (-len(sent) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
    digest, payload = text[:_DIGEST_LENGTH], text[_DIGEST_LENGTH:]
    parts = (*_signed_values(context, query, scope), payload)
    if not context.app.keyring.matches(digest, "cursor", *parts, length=_DIGEST_LENGTH):
        return None
    key, row_id = json.loads(payload)
    return Position(_from_members(key), row_id)


def _signed_values(
    context: Context[State], query: CursorQuery, scope: tuple[str, ...]
) -> tuple[str, ...]:
    filters = query.model_dump_json(exclude={"cursor", "limit"})
    caller_id = context.caller.account_id or context.caller.api_key_id or ""
    return "\0".join(scope), filters, caller_id


def _to_members(keys: SortKeys) -> object:
    return list(map(_to_json, keys)) if isinstance(keys, tuple) else _to_json(keys)


def _from_members(value: Any) -> SortKeys:
    return tuple(map(_from_json, value)) if isinstance(value, list) else _from_json(value)


def _to_json(key: SortKey) -> object:
    return {"at": key.isoformat()} if isinstance(key, datetime) else key


def _from_json(value: Any) -> SortKey:
    key: SortKey = datetime.fromisoformat(value["at"]) if isinstance(value, dict) else value
    return key
