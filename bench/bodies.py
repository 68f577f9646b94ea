"""The largest request bodies that the server accepts, with the input that costs it the most.

For each operation that takes JSON, the OpenAPI document says how large a body may be: every member
is there, every list and every text as long as allowed, up to the limit of a body. To these come
bodies that are hard to read for any parser.
"""

import dataclasses
import json
import re
from typing import Any

from bench.client import Request
from bench.worlds import People

LIMIT = 1024 * 1024
"""Bytes of the largest JSON body that is accepted."""
LARGEST = 8
"""How many operations are tried with a filled body: those that take the most bytes."""
DEPTH = 8
FORMATS = {
    "date": "2026-11-01",
    "date-time": "2026-11-01T12:00:00Z",
    "email": "a@example.com",
    "uuid": "01942520-e3a0-7704-b3c8-3850c0ae0354",
}
MEMBERS = {"phoneNumber": "2025550100", "countryCode": "+1", "timezone": "America/New_York"}
"""What these members take is in no schema."""
LEFT_OUT = {"videoObjectPath", "attachmentPaths"}
"""They name uploads."""
SHORT = ("https://example.com/", "2026-11-01", "2026", "10:00", "abc", "+12025550100")
"""Tried where a pattern takes no words."""
MOST_ITEMS = 50_000
"""Members and items that a JSON body may have."""
MARKDOWN = 200_000
"""As many characters of a blog post are accepted."""


@dataclasses.dataclass(frozen=True, slots=True)
class WorstCase:
    name: str
    request: Request


def worst_cases(openapi: Any, people: People, post_id: str) -> list[WorstCase]:
    """All bodies that are tried, each below the limit of a body; `post_id` is of a blog post."""
    return [*_filled_bodies(openapi, people), *_hard_to_read(people), *_markdown(people, post_id)]


def _filled_bodies(openapi: Any, people: People) -> list[WorstCase]:
    found = []
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            schema = _body_schema(operation)
            if schema is None or "{" in path or path.startswith("/auth/"):
                continue
            body = _largest(openapi["components"]["schemas"], schema)
            request = Request(path, method.upper(), body, _authorization(people, path))
            found.append(WorstCase(f"{operation['operationId']}, every member full", request))
    found.sort(key=lambda one: len(one.request.body), reverse=True)
    return found[:LARGEST]


def _body_schema(operation: Any) -> Any:
    if not isinstance(operation, dict):
        return None
    content = operation.get("requestBody", {}).get("content", {})
    return content.get("application/json", {}).get("schema")


def _largest(schemas: Any, schema: Any) -> str:
    """The fullest body below the limit: lists and texts are cut to a share of what they may be."""
    share, step, body = 1 / 1024, 2.0, ""
    while step > 1.03:
        tried = json.dumps(_fill(schemas, schema, min(share * step, 1)))
        if len(tried) > LIMIT:
            step = 1 + (step - 1) / 2
            continue
        share, body = share * step, tried
        if share >= 1:
            break
    return body


def _fill(schemas: Any, schema: Any, share: float, depth: int = 0, at: int = 0) -> Any:
    """A value for a schema; `at` makes the items of a list differ."""
    if "$ref" in schema:
        return _fill(schemas, schemas[schema["$ref"].rpartition("/")[2]], share, depth + 1, at)
    for several in ("allOf", "anyOf", "oneOf"):
        if several in schema:
            return _fill(schemas, schema[several][0], share, depth + 1, at)
    filled: Any
    if "enum" in schema:
        return schema["enum"][at % len(schema["enum"])]
    match schema.get("type"):
        case "object":
            members = schema.get("properties", {}) if depth < DEPTH else {}
            filled = {
                name: MEMBERS.get(name) or _fill(schemas, inner, share, depth + 1, at)
                for name, inner in members.items()
                if name not in LEFT_OUT
            }
        case "array":
            count = max(1, int(schema.get("maxItems", 1000) * share))
            item = schema["items"]
            filled = [_fill(schemas, item, share, depth + 1, each) for each in range(count)]
        case "string":
            filled = _text(schema, share, at)
        case kind:
            filled = True if kind == "boolean" else schema.get("maximum", 1)
    return filled


def _text(schema: Any, share: float, at: int) -> str:
    """Many short words, no two alike: each one is put into an index."""
    if schema.get("format") in FORMATS:
        return FORMATS[schema["format"]]
    length = max(8, int(schema.get("maxLength", 1000) * share))
    pattern = schema.get("pattern", "")
    if pattern and "[^" not in pattern[:6]:
        fits = re.compile(pattern).search
        return next((one for one in SHORT if fits(one)), SHORT[0])
    return " ".join(f"w{at:x}{number:x}" for number in range(length // 4 + 1))[:length]


def _hard_to_read(people: People) -> list[WorstCase]:
    size = LIMIT - 200
    bodies = {
        "a list of nested lists": "[" * (size // 2) + "]" * (size // 2),
        "a number of a million digits": '{"content": %s}' % ("7" * size),
        "a text of escapes": '{"content": "%s"}' % ("\\u00e9" * (size // 6)),
        "unknown members": json.dumps({f"m{at:x}": "x" * 8 for at in range(MOST_ITEMS - 10)}),
        "one member over and over": '{%s "content": 0}' % ('"content": 0,' * (size // 13)),
    }
    member = people.members[0].authorization
    found = [
        WorstCase(f"createFeedPost, {name}", Request("/feed/posts", "POST", body, member))
        for name, body in bodies.items()
    ]
    wrong = json.dumps({"profile": {"tags": [12345678901234] * (MOST_ITEMS - 10)}})
    many = Request("/users/me/profile", "PATCH", wrong, member)
    return [*found, WorstCase("updateProfile, a list of wrong items", many)]


def _markdown(people: People, post_id: str) -> list[WorstCase]:
    patterns = {
        "opened links": "[",
        "emphasis": "*a_ ",
        "nested quotes": "> " * 90 + "a\n",
        "backticks": "` `` ",
        "tables": "|a|b|\n|-|-|\n",
        "opened tags": "<a href=x><b ",
    }
    found = []
    for name, pattern in patterns.items():
        text = (pattern * (MARKDOWN // len(pattern)))[:MARKDOWN]
        path, body = f"/admin/blogs/{post_id}", {"body": text}
        request = Request.of_json("PATCH", path, body, people.administrator)
        found.append(WorstCase(f"adminUpdateBlog, Markdown of {name}", request))
    return found


def _authorization(people: People, path: str) -> str:
    """Of somebody who may call it."""
    for start, authorization in (
        ("/admin/", people.administrator),
        ("/roles", people.client),
        ("/jobs", people.clinic),
        ("/vendors/me/ambassador-profile", people.ambassador),
        ("/vendors/", people.vendor),
        ("/calendar/events", people.administrator),
    ):
        if path.startswith(start):
            return authorization
    return people.members[0].authorization
