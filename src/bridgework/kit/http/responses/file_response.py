"""Responses with a stored file, or a byte range of it (RFC 9110 sections 13 and 14)."""

import logging
import os
import re
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime

from starlette.responses import FileResponse
from starlette.types import Receive, Scope, Send

from bridgework.kit.core import NotFound, PreconditionFailed, RangeNotSatisfiable
from bridgework.kit.http.requests import Request, etags
from bridgework.kit.http.responses.response_headers import EMBEDDABLE
from bridgework.kit.http.responses.responses import EmptyResponse
from bridgework.kit.http.responses.stalled_clients import limit_stalls
from bridgework.kit.storage import File

_log = logging.getLogger("bridgework.files")

_CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"
_RANGE = re.compile(r"\s*bytes\s*=\s*([0-9]{0,19})-([0-9]{0,19})\s*", re.IGNORECASE)


class StoredFileResponse(FileResponse):
    """Starlette's FileResponse with a timeout for clients that stop reading.

    A single byte range is supported; any other `Range` gets the whole file, as RFC 9110 section
    14.2 allows.
    """

    chunk_size = 256 * 1024

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the file. Raises ClientDisconnect if the client reads nothing for a minute."""
        # Without extensions: if the server sent the file itself, the timeout would not apply.
        await super().__call__({**scope, "extensions": {}}, receive, limit_stalls(send))


def file_response(
    file: File, request: Request, not_found: type[NotFound]
) -> StoredFileResponse | EmptyResponse:
    """Return the response to a request for a file.

    Raises `not_found` if the file does not exist, PreconditionFailed or RangeNotSatisfiable.
    """
    try:
        with file.path.open("rb") as opened:
            stat = os.fstat(opened.fileno())
    except FileNotFoundError:
        _log.exception("the file of a ready upload does not exist")
        raise not_found from None
    etag = f'"{file.digest}"'
    changed = file.changed_at.astimezone(UTC).replace(microsecond=0)
    headers = {
        "etag": etag,
        "last-modified": format_datetime(changed, usegmt=True),
        "cache-control": file.cache_control,
        "content-security-policy": _CONTENT_SECURITY_POLICY,
        "content-disposition": file.disposition,
        "accept-ranges": "bytes",
        **EMBEDDABLE,
    }
    if _fails_precondition(request, etag, changed):
        raise PreconditionFailed
    if _is_current(request, etag, changed):
        return EmptyResponse(304, headers)
    if not _has_valid_range(request, stat, etag, changed):
        request.drop_header(b"range")
    request.drop_header(b"if-range")
    # Set as a header, since Starlette adds a charset to text media types.
    headers["content-type"] = file.media_type
    return StoredFileResponse(file.path, 200, headers, stat_result=stat)


def _fails_precondition(request: Request, etag: str, changed: datetime) -> bool:
    """Whether If-Match or If-Unmodified-Since does not match the file."""
    if b"if-match" in request.raw_headers:
        expected = request.header(b"if-match")
        return expected.strip() != "*" and etag not in {tag.strip() for tag in expected.split(",")}
    since = _date(request.header(b"if-unmodified-since"))
    return since is not None and changed > since


def _is_current(request: Request, etag: str, changed: datetime) -> bool:
    if b"if-none-match" in request.raw_headers:
        return etags.matches(request.header(b"if-none-match"), etag)
    since = _date(request.header(b"if-modified-since"))
    return since is not None and changed <= since


def _has_valid_range(request: Request, stat: os.stat_result, etag: str, changed: datetime) -> bool:
    """Whether a single range is requested, and If-Range, if sent, matches the file.

    Raises RangeNotSatisfiable if the range is outside the file.
    """
    condition = request.header(b"if-range").strip()
    has_other_version = condition != etag and _date(condition) != changed
    if request.method != "GET" or (b"if-range" in request.raw_headers and has_other_version):
        return False
    match = _RANGE.fullmatch(request.header(b"range"))
    first, last = match.groups() if match else ("", "")
    if not (first or last) or (first and last and int(last) < int(first)):
        return False
    if int(first or 0) >= stat.st_size or (not first and not int(last)):
        raise RangeNotSatisfiable(stat.st_size)
    return True


def _date(text: str) -> datetime | None:
    with suppress(ValueError, TypeError):
        parsed = parsedate_to_datetime(text)
        return parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)
    return None
