"""Answering with a file: whole, or the part that is asked for (RFC 9110, sections 13 and 14)."""

import asyncio
import logging
import os
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime
from typing import BinaryIO

from starlette.types import Send

from bridgework.kit.errors import NotFound, PreconditionFailed, RangeNotSatisfiable
from bridgework.kit.http import answer as answers
from bridgework.kit.http.request import ClientGone, Request
from bridgework.kit.http.responses import Answer, Part
from bridgework.kit.storage.bodies import Elsewhere, File

_log = logging.getLogger("bridgework.files")

_POLICY = b"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"
_RANGE = re.compile(r"\s*bytes\s*=\s*([0-9]{0,19})-([0-9]{0,19})\s*", re.IGNORECASE)
_CHUNK = 256 * 1024
_STALL_SECONDS = 60.0

_threads = ThreadPoolExecutor(4, "files")
"""Reading from a disk may take a while, and the loop must not wait for it."""


def answer_of(file: File, request: Request, missing: type[NotFound]) -> Answer:
    """The file, the part of it that is asked for, or word that the client's copy is still true.

    Raises `missing` if its bytes are gone, PreconditionFailed or RangeNotSatisfiable.
    """
    try:
        handle = file.path.open("rb")
    except FileNotFoundError:
        _log.exception("a file that is ready by its row is not there")
        raise missing from None
    try:
        return _answered(file, handle, request)
    except BaseException:
        handle.close()
        raise


def of_elsewhere(found: Elsewhere) -> Answer:
    """The answer that sends whoever asks to another address, this time."""
    answer = Answer(302, b"", content_type="", cache_control=found.cache_control.encode())
    answer.add("location", found.address)
    return answer


async def send(part: Part, send: Send, *, only_head: bool) -> None:
    """Send the bytes of an answer, holding no more than a chunk of them, and never the loop.

    Of what is asked for by HEAD none. Raises ClientGone if the client takes nothing any more.
    """
    loop = asyncio.get_running_loop()
    left = part.length
    try:
        if only_head or not left:
            await send({"type": "http.response.body", "body": b""})
            return
        await loop.run_in_executor(_threads, part.handle.seek, part.start)
        while left:
            chunk = await loop.run_in_executor(_threads, part.handle.read, min(_CHUNK, left))
            if not chunk:
                _log.error("a file became shorter while it was sent")
                return
            left -= len(chunk)
            async with asyncio.timeout(_STALL_SECONDS):
                await send({"type": "http.response.body", "body": chunk, "more_body": bool(left)})
    except TimeoutError:
        raise ClientGone from None
    finally:
        part.handle.close()


def _answered(file: File, handle: BinaryIO, request: Request) -> Answer:
    size = os.fstat(handle.fileno()).st_size
    etag = f'"{file.digest}"'
    answer = Answer(
        200,
        b"",
        content_type=file.media,
        cache_control=file.cache_control.encode(),
        content_security_policy=_POLICY,
        etag=etag,
    )
    changed = file.changed_at.astimezone(UTC).replace(microsecond=0)
    answer.add("last-modified", format_datetime(changed, usegmt=True))
    answer.add("accept-ranges", "bytes")
    answer.add("content-disposition", file.disposition)
    if _is_refused(request, etag, changed):
        raise PreconditionFailed
    if _has_it(request, etag, changed):
        handle.close()
        answer.status, answer.content_type = 304, ""
        return answer
    start, end = 0, size
    wanted = _range(request, size) if _range_counts(request, etag, changed) else None
    if wanted is not None:
        start, end = wanted
        answer.status = 206
        answer.add("content-range", f"bytes {start}-{end - 1}/{size}")
    answer.part = Part(handle, start, end - start)
    return answer


def _is_refused(request: Request, etag: str, changed: datetime) -> bool:
    """Whether the client wants it only as it no longer is."""
    expected = request.text(b"if-match")
    if expected is not None:
        return expected.strip() != "*" and etag not in {tag.strip() for tag in expected.split(",")}
    since = _date(request.header(b"if-unmodified-since"))
    return since is not None and changed > since


def _has_it(request: Request, etag: str, changed: datetime) -> bool:
    known = request.text(b"if-none-match")
    if known is not None:
        return answers.matches(known, etag)
    since = _date(request.header(b"if-modified-since"))
    return since is not None and changed <= since


def _range_counts(request: Request, etag: str, changed: datetime) -> bool:
    """Whether a part is asked for, and the client's other parts are of the same bytes."""
    if request.method != "GET" or b"range" not in request.headers:
        return False
    condition = request.text(b"if-range")
    return condition is None or condition.strip() == etag or _date(condition) == changed


def _range(request: Request, size: int) -> tuple[int, int] | None:
    """Where the part begins and ends; None for what is no single range, which is then ignored.

    Raises RangeNotSatisfiable.
    """
    found = _RANGE.fullmatch(request.header(b"range"))
    first, last = found.groups() if found else ("", "")
    if not first and not last:
        return None
    if first and last and int(last) < int(first):
        return None
    start = int(first) if first else max(0, size - int(last))
    end = min(size, int(last) + 1) if first and last else size
    if start >= end:
        raise RangeNotSatisfiable(size)
    return start, end


def _date(text: str) -> datetime | None:
    with suppress(ValueError, TypeError):
        moment = parsedate_to_datetime(text)
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return None
