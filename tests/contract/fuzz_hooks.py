"""What Schemathesis has to be told of this API; loaded by it, not by pytest."""

import re
import uuid
from typing import Any

import schemathesis

from bridgework.kit.idempotency import fingerprint

_KEY = "Idempotency-Key"

_HOST = re.compile(r"https?://[^/?#]+[/?#]", re.IGNORECASE)
_HALF_AN_OCTET = re.compile(r"%(?![0-9A-Fa-f]{2})")


@schemathesis.hook
def filter_query(context: schemathesis.HookContext, query: dict[str, Any]) -> bool:
    """No values that are written as nothing: an empty one equals an absent one (contract 1).

    Schemathesis sends objects for wrong types, and blanks for members of a list that is too
    long; on the wire neither is there, and that the server lets them pass is no fault.
    """
    return not any(_is_written_as_nothing(value) for value in (query or {}).values())


@schemathesis.hook
def filter_case(context: schemathesis.HookContext, case: schemathesis.Case[Any]) -> bool:
    """The same of what is not generated but enumerated; and no web address that is judged twice.

    People paste `?filter[a]=1` and `/100%`. The document's pattern takes those, as browsers do;
    the format beside it, read by the letter of RFC 3986, does not.
    """
    return filter_query(context, case.query) and not _is_judged_twice(case.body)


@schemathesis.hook
def before_call(
    context: schemathesis.HookContext, case: schemathesis.Case[Any], kwargs: dict[str, Any]
) -> None:
    """No secret that nobody guesses where all should fit, and no name that was used before.

    A cursor is signed; a well-formed Idempotency-Key stands for one request.
    """
    if case.meta is not None and case.meta.generation.mode.is_positive:
        case.query.pop("cursor", None)
    if re.fullmatch(fingerprint.PATTERN, str(case.headers.get(_KEY, ""))):
        case.headers[_KEY] = str(uuid.uuid4())


def _is_written_as_nothing(value: object) -> bool:
    if isinstance(value, list):
        return not value or any(_is_written_as_nothing(one) for one in value)
    return (
        value is None or isinstance(value, dict) or (isinstance(value, str) and not value.strip())
    )


def _is_judged_twice(body: object) -> bool:
    if isinstance(body, dict):
        return any(_is_judged_twice(each) for each in body.values())
    if isinstance(body, list):
        return any(_is_judged_twice(each) for each in body)
    host = _HOST.match(body) if isinstance(body, str) else None
    rest = str(body)[host.end() :] if host else ""
    return bool(set("[]") & set(rest) or _HALF_AN_OCTET.search(rest) or rest.count("#") > 1)
