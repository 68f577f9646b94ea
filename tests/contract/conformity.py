"""Every response of every test is held against the document that the server gives of itself."""

import json
import re
from collections.abc import Callable
from typing import Any, Protocol

from bridgework.kit.api_docs.api_docs import ApiDocs
from tests.kit.openapi import conformity


class Answered(Protocol):
    """As much of a response as is looked at."""

    @property
    def status(self) -> int: ...
    @property
    def headers(self) -> Any: ...
    @property
    def body(self) -> bytes: ...


Check = Callable[[str, str, Answered], None]
"""Fails the test unless this response to that method and path is as documented."""

_checks: dict[tuple[object, ...], tuple[ApiDocs, Check]] = {}
"""Those made already, by what a document is made of, with its source so that no id is reused:
nearly every test's server gives the same one, and to describe 160 operations takes a third of a
second."""


def checker(api_docs: ApiDocs) -> Check:
    """What fails a test whose response the document does not allow."""
    settings = api_docs.settings
    made_of = (*map(id, api_docs.operations), settings.public_url, settings.support_email)
    if made_of not in _checks:
        _checks[made_of] = api_docs, _made(api_docs)
    return _checks[made_of][1]


def _made(api_docs: ApiDocs) -> Check:
    document: dict[str, Any] = json.loads(api_docs.openapi)
    patterns = [
        (re.compile(re.sub(r"\{[^}]+\}", _any_of(item), path) + "$"), item)
        for path, item in sorted(document["paths"].items(), key=lambda pair: "{" in pair[0])
    ]

    def check(method: str, path: str, response: Answered) -> None:
        for pattern, item in patterns:
            operation = item.get("get" if method == "HEAD" else method.lower())
            if pattern.match(path) and operation is not None:
                _check(document, method, operation, response)
                return

    return check


def _any_of(item: dict[str, Any]) -> str:
    """What may stand in a parameter of a path: slashes only where one says so of itself."""
    parameters = [each for entry in item.values() for each in entry.get("parameters", ())]
    holds_slashes = any("x-holds-slashes" in each.get("schema", {}) for each in parameters)
    return ".+" if holds_slashes else "[^/]+"


def _check(
    document: dict[str, Any], method: str, operation: dict[str, Any], response: Answered
) -> None:
    where = f"{operation['operationId']} {response.status}"
    documented = operation["responses"].get(str(response.status))
    assert documented is not None, f"{where} is not in the document: {response.body[:300]!r}"
    documented = _resolved(document, documented)
    for name, header in documented.get("headers", {}).items():
        if _resolved(document, header).get("required"):
            assert name.lower() in response.headers, f"{where} lacks {name}"
    media_type = response.headers.get("content-type", "").partition(";")[0]
    if media_type == "text/html" and response.body:
        assert media_type in documented.get("content", {}), f"{where} is not documented as a page"
        return
    content = documented.get("content", {}).get("application/json")
    if content and "schema" in content and response.body and method != "HEAD":
        faults = conformity.misfits(document, content["schema"], json.loads(response.body))
        assert not faults, f"{where} is not as documented: {faults}"


def _resolved(document: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in part:
        found: Any = document
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        part = found
    return part
