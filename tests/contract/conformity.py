"""Every response of every test is held against the document that the server gives of itself."""

import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol

from bridgework.kit.documents import Documents
from bridgework.kit.openapi import conformity


class Answered(Protocol):
    """As much of a response as is looked at."""

    @property
    def status(self) -> int: ...
    @property
    def headers(self) -> Any: ...
    @property
    def body(self) -> bytes: ...


def checker(documents: Documents) -> Callable[[str, str, Answered], None]:
    """What fails a test whose response the document does not allow."""
    document = _parsed(documents.openapi)
    patterns = [
        (re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path) + "$"), item)
        for path, item in sorted(document["paths"].items(), key=lambda pair: "{" in pair[0])
    ]

    def check(method: str, path: str, response: Answered) -> None:
        for pattern, item in patterns:
            operation = item.get("get" if method == "HEAD" else method.lower())
            if pattern.match(path) and operation is not None:
                _check(document, method, operation, response)
                return

    return check


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


@lru_cache(maxsize=4)
def _parsed(raw: bytes) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(raw)
    return parsed
