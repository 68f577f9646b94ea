"""One HTTP request to a server on this machine, and its whole answer."""

import dataclasses
import http.client
import json
from collections.abc import Mapping


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


def get(port: int, path: str) -> Answer:
    return send(port, "GET", path)


def send(
    port: int, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None
) -> Answer:
    """The answer, header names in lower case; `body` is sent as JSON, which text is already.

    Raises OSError when nobody listens, http.client.HTTPException when the answer is broken.
    """
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        text = body if isinstance(body, str) else json.dumps(body)
        content = text.encode() if body else None
        sent = {"Content-Type": "application/json", **(headers or {})}
        connection.request(method, path, content, sent)
        answer = connection.getresponse()
        received = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, received, answer.read())
    finally:
        connection.close()
