"""Hooks for Schemathesis, which loads this module; pytest does not."""

import re
import uuid
from typing import Any

import schemathesis

from bridgework.kit.http.idempotency import fingerprint
from bridgework.kit.text.patterns import trim
from tests.architecture import published_schemas

_KEY = "Idempotency-Key"

_HOST = re.compile(r"https?://[^/?#]+[/?#]", re.IGNORECASE)
_HALF_AN_OCTET = re.compile(r"%(?![0-9A-Fa-f]{2})")


@schemathesis.hook
def before_load_schema(context: schemathesis.HookContext, raw_schema: dict[str, Any]) -> None:
    """Replace text formats, which Schemathesis does not know, by their patterns."""
    published_schemas.restore_patterns(raw_schema)


@schemathesis.hook
def filter_query(context: schemathesis.HookContext, query: dict[str, Any]) -> bool:
    """Skip values that are written as nothing: the server treats empty and absent alike.

    Schemathesis sends objects for wrong types, and blanks as members of a list that is too long;
    neither appears on the wire, so the server correctly accepts them.
    """
    return not any(_is_written_as_nothing(value) for value in (query or {}).values())


@schemathesis.hook
def filter_case(context: schemathesis.HookContext, case: schemathesis.Case[Any]) -> bool:
    """Skip the same in enumerated cases, and URLs on which pattern and format disagree.

    Skip also texts with blanks around them, which the server removes before it checks the length.
    People paste `?filter[a]=1` and `/100%`. The pattern in the document accepts those, as browsers
    do; the format, read strictly by RFC 3986, does not.
    """
    return (
        filter_query(context, case.query)
        and not _has_disputed_url(case.body)
        and not _has_outer_blanks(case.body)
    )


@schemathesis.hook
def before_call(
    context: schemathesis.HookContext, case: schemathesis.Case[Any], kwargs: dict[str, Any]
) -> None:
    """Remove secrets that cannot be guessed from positive cases, and make names unique.

    A cursor is signed; a well-formed Idempotency-Key stands for one request.
    """
    if case.meta is not None and case.meta.generation.mode.is_positive:
        case.query.pop("cursor", None)
    if re.fullmatch(fingerprint.PATTERN, str(case.headers.get(_KEY, ""))):
        case.headers[_KEY] = str(uuid.uuid4())


def _is_written_as_nothing(value: object) -> bool:
    if isinstance(value, list):
        return not value or any(_is_written_as_nothing(item) for item in value)
    return (
        value is None or isinstance(value, dict) or (isinstance(value, str) and not value.strip())
    )


def _has_outer_blanks(body: object) -> bool:
    if isinstance(body, dict):
        return any(_has_outer_blanks(value) for value in body.values())
    if isinstance(body, list):
        return any(_has_outer_blanks(value) for value in body)
    return body != trim(body)


def _has_disputed_url(body: object) -> bool:
    if isinstance(body, dict):
        return any(_has_disputed_url(value) for value in body.values())
    if isinstance(body, list):
        return any(_has_disputed_url(value) for value in body)
    host = _HOST.match(body) if isinstance(body, str) else None
    rest = str(body)[host.end() :] if host else ""
    return bool(set("[]") & set(rest) or _HALF_AN_OCTET.search(rest) or rest.count("#") > 1)
