"""Reads responses of other services within a size and a time.

The timeouts of HTTP clients limit the wait for each part of a response, and not the whole.
"""

import time
from collections.abc import Iterable


class ResponseRefused(Exception):
    """A response was not read to its end; the text says why."""


class ResponseTooLarge(ResponseRefused):
    def __init__(self) -> None:
        super().__init__("the response is too large")


class ResponseTooSlow(ResponseRefused):
    def __init__(self) -> None:
        super().__init__("the response took too long")


def read(parts: Iterable[bytes], *, max_bytes: int, until: float) -> bytes:
    """Return the whole body; `until` is in the time of `time.monotonic`.

    Raises ResponseTooLarge or ResponseTooSlow.
    """
    body = bytearray()
    for part in parts:
        body += part
        if len(body) > max_bytes:
            raise ResponseTooLarge
        if time.monotonic() > until:
            raise ResponseTooSlow
    return bytes(body)
