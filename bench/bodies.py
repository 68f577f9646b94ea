"""The largest accepted request bodies, with the content that costs the server the most.

For each operation that takes JSON, the OpenAPI document determines how large a body may be: all
members are present, and lists and texts are as long as allowed, up to the body limit. In addition
there are bodies that are expensive for any parser.
"""

import dataclasses
import json
import re
from typing import Any

from bench.client import Request
from bench.worlds import People

LIMIT = 1024 * 1024
"""The body limit for JSON in bytes."""
LARGEST = 8
"""The number of operations tested with a filled body: those with the largest bodies."""
DEPTH = 8
FORMATS = {
    "date": "2026-11-01",
    "date-time": "2026-11-01T12:00:00Z",
    "email": "a@example.com",
    "uuid": "01942520-e3a0-7704-b3c8-3850c0ae0354",
}
MEMBERS = {"phoneNumber": "2025550100", "countryCode": "+1", "timezone": "America/New_York"}
"""Valid values of members whose schema does not describe them."""
LEFT_OUT = {"videoObjectPath", "attachmentPaths"}
"""Members that name uploads."""
SHORT = ("https://example.com/", "2026-11-01", "2026", "10:00", "abc", "+12025550100")
"""Candidates for texts with a pattern that refuses words."""
MOST_ITEMS = 50_000
"""The limit of members and items in a JSON body."""
MARKDOWN = 200_000
"""The limit of characters in a blog post."""


@dataclasses.dataclass(frozen=True, slots=True)
class WorstCase:
    name: str
    request: Request


def worst_cases(openapi: Any, people: People, post_id: str) -> list[WorstCase]:
    """Return all bodies to test, each within the body limit; `post_id` names a blog post."""
    return [*_filled_bodies(openapi, people), *_parser_cases(people), *_markdown(people, post_id)]


def _filled_bodies(openapi: Any, people: People) -> list[WorstCase]:
    cases = []
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            schema = _body_schema(operation)
            if schema is None or "{" in path or path.startswith("/auth/"):
                continue
            body = _largest(openapi["components"]["schemas"], schema)
            request = Request(path, method.upper(), body, _authorization(people, path))
            cases.append(WorstCase(f"{operation['operationId']}, every member full", request))
    cases.sort(key=lambda case: len(case.request.body), reverse=True)
    return cases[:LARGEST]


def _body_schema(operation: Any) -> Any:
    if not isinstance(operation, dict):
        return None
    content = operation.get("requestBody", {}).get("content", {})
    return content.get("application/json", {}).get("schema")


def _largest(schemas: Any, schema: Any) -> str:
    """Return the largest body within the limit, with lists and texts cut by a common factor."""
    share, step, body = 1 / 1024, 2.0, ""
    while step > 1.03:
        candidate = json.dumps(_fill(schemas, schema, min(share * step, 1)))
        if len(candidate) > LIMIT:
            step = 1 + (step - 1) / 2
            continue
        share, body = share * step, candidate
        if share >= 1:
            break
    return body


def _fill(schemas: Any, schema: Any, share: float, depth: int = 0, at: int = 0) -> Any:
    """Return a value for a schema; `at` makes the items of a list differ."""
    if "$ref" in schema:
        return _fill(schemas, schemas[schema["$ref"].rpartition("/")[2]], share, depth + 1, at)
    for keyword in ("allOf", "anyOf", "oneOf"):
        if keyword in schema:
            return _fill(schemas, schema[keyword][0], share, depth + 1, at)
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
            filled = [_fill(schemas, item, share, depth + 1, index) for index in range(count)]
        case "string":
            filled = _text(schema, share, at)
        case kind:
            filled = True if kind == "boolean" else schema.get("maximum", 1)
    return filled


def _text(schema: Any, share: float, at: int) -> str:
    """Return a text of many short, distinct words, each of which is indexed."""
    if schema.get("format") in FORMATS:
        return FORMATS[schema["format"]]
    length = max(8, int(schema.get("maxLength", 1000) * share))
    pattern = schema.get("pattern", "")
    if pattern and "[^" not in pattern[:6]:
        fits = re.compile(pattern).search
        return next((text for text in SHORT if fits(text)), SHORT[0])
    return " ".join(f"w{at:x}{number:x}" for number in range(length // 4 + 1))[:length]


def _parser_cases(people: People) -> list[WorstCase]:
    size = LIMIT - 200
    bodies = {
        "a list of nested lists": "[" * (size // 2) + "]" * (size // 2),
        "a number of a million digits": '{"content": %s}' % ("7" * size),
        "a text of escapes": '{"content": "%s"}' % ("\\u00e9" * (size // 6)),
        "unknown members": json.dumps({f"m{at:x}": "x" * 8 for at in range(MOST_ITEMS - 10)}),
        "one member over and over": '{%s "content": 0}' % ('"content": 0,' * (size // 13)),
    }
    member = people.members[0].authorization
    cases = [
        WorstCase(f"createFeedPost, {name}", Request("/feed/posts", "POST", body, member))
        for name, body in bodies.items()
    ]
    invalid_items = json.dumps({"profile": {"tags": [12345678901234] * (MOST_ITEMS - 10)}})
    many = Request("/users/me/profile", "PATCH", invalid_items, member)
    return [*cases, WorstCase("updateProfile, a list of wrong items", many)]


def _markdown(people: People, post_id: str) -> list[WorstCase]:
    patterns = {
        "opened links": "[",
        "emphasis": "*a_ ",
        "nested quotes": "> " * 90 + "a\n",
        "backticks": "` `` ",
        "tables": "|a|b|\n|-|-|\n",
        "opened tags": "<a href=x><b ",
    }
    cases = []
    for name, pattern in patterns.items():
        text = (pattern * (MARKDOWN // len(pattern)))[:MARKDOWN]
        path, body = f"/admin/blogs/{post_id}", {"body": text}
        request = Request.of_json("PATCH", path, body, people.administrator)
        cases.append(WorstCase(f"adminUpdateBlog, Markdown of {name}", request))
    return cases


def _authorization(people: People, path: str) -> str:
    """Return the authorization of a person who may call the operation."""
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
