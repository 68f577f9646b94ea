"""Requests as they go over the wire, for the two programs that send them."""

import dataclasses
import pathlib
from collections.abc import Sequence


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """`authorization` is the whole header; `body` is JSON already."""

    path: str
    method: str = "GET"
    body: str = ""
    authorization: str = ""

    def on_wire(self, port: int) -> bytes:
        """The request to a server on this machine, on a connection that stays open."""
        body = self.body.encode()
        lines = [f"{self.method} {self.path} HTTP/1.1", f"Host: 127.0.0.1:{port}"]
        if self.authorization:
            lines.append(f"Authorization: {self.authorization}")
        if body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, "", ""]).encode() + body


def write(file: pathlib.Path, requests: Sequence[Request], port: int) -> None:
    """A file as load.lua reads it: before each request a line with its length."""
    with file.open("wb") as out:
        for request in requests:
            wire = request.on_wire(port)
            out.write(b"%d\n%b" % (len(wire), wire))
