"""Validates every response in every test against the OpenAPI document of the server."""

import json
import re
from collections.abc import Callable
from typing import Any, Protocol

from bridgework.kit.api_docs import ApiDocs
from tests.kit.openapi import instance_validation


class ResponseLike(Protocol):
    """The part of a response that is used here."""

    @property
    def status(self) -> int: ...
    @property
    def headers(self) -> Any: ...
    @property
    def content(self) -> bytes: ...


Check = Callable[[str, str, ResponseLike], None]
"""Fails the test unless the response to that method and path is as documented."""

_checks: dict[tuple[object, ...], tuple[ApiDocs, Check]] = {}
"""Cached checks by the parts of the document.

ApiDocs is included so that ids are not reused.
Nearly every test server has the same document, and generating one takes a third of a second.
"""


def checker(api_docs: ApiDocs) -> Check:
    """Return a check for the responses of this document."""
    installation = api_docs.installation
    made_of = (*map(id, api_docs.operations), installation.public_url, installation.support_email)
    if made_of not in _checks:
        _checks[made_of] = api_docs, _create_check(api_docs)
    return _checks[made_of][1]


def _create_check(api_docs: ApiDocs) -> Check:
    document: dict[str, Any] = json.loads(api_docs.openapi)
    patterns = [
        (re.compile(re.sub(r"\{[^}]+\}", _pattern_of(item), path) + "$"), item)
        for path, item in sorted(document["paths"].items(), key=lambda pair: "{" in pair[0])
    ]

    def check(method: str, path: str, response: ResponseLike) -> None:
        for pattern, item in patterns:
            operation = item.get("get" if method == "HEAD" else method.lower())
            if pattern.match(path) and operation is not None:
                _check(document, method, operation, response)
                return

    return check


def _pattern_of(item: dict[str, Any]) -> str:
    """Return a pattern for a path parameter; it matches slashes only if the parameter says so."""
    parameters = [parameter for entry in item.values() for parameter in entry.get("parameters", ())]
    holds_slashes = any(
        "x-holds-slashes" in parameter.get("schema", {}) for parameter in parameters
    )
    return ".+" if holds_slashes else "[^/]+"


def _check(
    document: dict[str, Any], method: str, operation: dict[str, Any], response: ResponseLike
) -> None:
    where = f"{operation['operationId']} {response.status}"
    documented = operation["responses"].get(str(response.status))
    assert documented is not None, f"{where} is not in the document: {response.content[:300]!r}"
    documented = _resolved(document, documented)
    for name, header in documented.get("headers", {}).items():
        if _resolved(document, header).get("required"):
            assert name.lower() in response.headers, f"{where} lacks {name}"
    media_type = response.headers.get("content-type", "").partition(";")[0]
    if media_type == "text/html" and response.content:
        content = documented.get("content", {})
        is_page = media_type in content or "*/*" in content
        assert is_page, f"{where} is not documented as a page"
        return
    content = documented.get("content", {}).get("application/json")
    if content and "schema" in content and response.content and method != "HEAD":
        faults = instance_validation.mismatches(
            document, content["schema"], json.loads(response.content)
        )
        assert not faults, f"{where} is not as documented: {faults}"
        code = json.loads(response.content).get("error") if response.status >= 400 else None
        assert code is None or code in operation["x-error-codes"], f"{where} does not list {code}"


def _resolved(document: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in part:
        target: Any = document
        for step in part["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        part = target
    return part
