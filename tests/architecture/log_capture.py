"""Captures the log in production format and finds generated secrets in it."""

import io
import json
import logging
import re
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from bridgework.kit.core.observability import log
from bridgework.kit.http.operations import Operation
from bridgework.kit.validation import SIX_SPACED_DIGITS
from bridgework.kit.validation.fields import HTTP_URL_OR_EMPTY_PATTERN, HTTP_URL_PATTERN, SIX_DIGITS
from tests.architecture import published_schemas as published
from tests.architecture.probes import JsonSchema, Probes
from tests.world import Response

MARK = "sekret7"
"""Part of every generated value, so that it can be found in the log."""
EMAIL = f"{MARK}.person@example.com"
CODE = "271828"
ACCOUNT_ID = "01942520-e3a0-7704-b3c8-3850c0ae0354"

HEADERS: Mapping[str, str] = {
    "x-api-key": f"bwk_{MARK}_{ACCOUNT_ID}_key",
    "user-agent": f"{MARK}/1.0",
    "cookie": f"session={MARK}",
    "referer": f"https://pages.example/?token={MARK}",
    "idempotency-key": f"{MARK}-key",
    "if-match": f'"{MARK}"',
    "if-none-match": f'"{MARK}"',
}
QUERY = f"?token={MARK}&email={EMAIL.replace('@', '%40')}&search={MARK}&otp={CODE}"

_SECRET_NAME = re.compile(r"token|key|secret|password|otp|code|email", re.IGNORECASE)
_IDS = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@contextmanager
def capture_log(patch: pytest.MonkeyPatch, *, frank: bool = False) -> Iterator[io.StringIO]:
    """Capture the log in the production format, or with `frank` in the development format."""
    written = io.StringIO()
    root, ours = logging.getLogger(), logging.getLogger("bridgework")
    levels = [(logger, logger.level) for logger in (root, ours)]
    patch.setattr(sys, "stderr", written)
    patch.setattr(threading, "excepthook", threading.excepthook)
    before = [*root.handlers]
    log.configure("json", unredacted=frank)
    handlers = [*root.handlers]
    try:
        yield written
    finally:
        for handler in handlers:
            root.removeHandler(handler)
        for handler in before:
            root.addHandler(handler)
        for logger, level in levels:
            logger.setLevel(level)


def lines(written: io.StringIO) -> list[Mapping[str, Any]]:
    """Return the lines of the log, parsed."""
    return [json.loads(line) for line in written.getvalue().splitlines()]


def lines_with(written: io.StringIO, *secrets: str) -> list[str]:
    """Return the lines that contain one of these secrets or any generated value."""
    needles = [secret.lower() for secret in {MARK, CODE, *secrets} if secret]
    return [
        line
        for line in written.getvalue().splitlines()
        if any(secret in line.lower() for secret in needles)
    ]


def secrets_of(response: Response) -> set[str]:
    """Return the personal values and secrets in a response: addresses, tokens and keys."""
    if response.headers.get("content-type") != "application/json" or not response.body:
        return set()
    if "openapi" in response.json:
        return set()  # the document is public, and names the codes of errors, which are logged
    return {
        text
        for name, text in _leaves(response.json, "")
        if ("@" in text or _SECRET_NAME.search(name)) and len(text) > 5 and not _IDS.fullmatch(text)
    } - _codes_of(response.json)


def _codes_of(body: Mapping[str, Any]) -> set[str]:
    """Return the codes of an error, which are logged."""
    details = [detail.get("code") for detail in body.get("details", [])]
    return {str(code) for code in (body.get("error"), body.get("code"), *details)}


def _leaves(value: Any, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _leaves(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from _leaves(each, name)
    elif isinstance(value, str):
        yield name, value


def path_of(operation: Operation) -> str:
    """Return a path of the operation, with a generated value for each parameter that is no id."""
    path = operation.path
    for parameter in operation.parameters:
        value = ACCOUNT_ID if parameter.is_id else f"{MARK}.path"
        path = path.replace(f"{{{parameter.name}}}", value)
    return path + QUERY


def body_of(operation: Operation) -> object:
    """Return a body with generated texts, or None if the operation has no body."""
    if operation.body is None:
        return None
    document = published.document()
    request_body = document["paths"][operation.path][operation.method.lower()]["requestBody"]
    return _generated(Probes(document), request_body["content"]["application/json"]["schema"])


def _generated(probes: Probes, schema: JsonSchema) -> Any:
    if "anyOf" in schema:
        schema = schema["anyOf"][0]
    schema = probes.resolved(schema)
    match schema.get("type"):
        case "string" if "enum" not in schema:
            return _text(probes, schema)
        case "array":
            return [_generated(probes, schema["items"])] if schema.get("maxItems", 1) else []
        case "object":
            members = schema.get("properties", {})
            return {name: _generated(probes, member) for name, member in members.items()}
    return probes.sample(schema)


def _text(probes: Probes, schema: JsonSchema) -> str:
    if schema.get("format") == "email":
        return EMAIL
    if schema.get("pattern") in {SIX_DIGITS, SIX_SPACED_DIGITS}:
        return CODE
    if schema.get("pattern") in {HTTP_URL_PATTERN, HTTP_URL_OR_EMPTY_PATTERN}:
        return f"https://{MARK}.example/"
    if "format" in schema:
        return str(probes.sample(schema))
    return MARK.ljust(schema.get("minLength", 0), "x")[: schema.get("maxLength", 100)]
