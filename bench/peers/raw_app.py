"""Answers with the bytes of two files: the least an ASGI application can do."""

import os
import pathlib

from starlette.types import Message, Receive, Scope, Send

FOLDER = pathlib.Path(os.environ["BENCH_FOLDER"])
TOTAL = os.environ["BENCH_TOTAL"]


def _messages(body: bytes) -> tuple[Message, Message]:
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        (b"x-total-count", TOTAL.encode()),
    ]
    start = {"type": "http.response.start", "status": 200, "headers": headers}
    return start, {"type": "http.response.body", "body": body}


LIST = _messages((FOLDER / "list.json").read_bytes())
ONE = _messages((FOLDER / "one.json").read_bytes())


async def app(scope: Scope, _receive: Receive, send: Send) -> None:
    start, body = LIST if scope["path"] == "/experts" else ONE
    await send(start)
    await send(body)
