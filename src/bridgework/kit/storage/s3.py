"""Any store that speaks S3's language, by boto3.

    incoming/<path>    what a client brought by a presigned PUT, for a day
    <path>             what was looked into and is kept

The signature of a PUT binds its path, its type and its exact size, so that the store refuses all
else. What was brought is not at its path before somebody has looked into it: not even where the
public folders of the bucket are open to everybody is it served before. `If-None-Match: *` is
signed too, and refuses a second PUT; a store that knows no such condition lets the bytes at
`incoming/` be brought again, and never those that are kept.
"""

import io
import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import quote

import boto3
from botocore.client import Config
from botocore.exceptions import BotoCoreError, ClientError

from bridgework.kit.clock import Clock
from bridgework.kit.storage.address import S3Address
from bridgework.kit.storage.bodies import disposition
from bridgework.kit.storage.storage import (
    Brought,
    Order,
    Storage,
    StorageUnavailable,
    Ticket,
)

_log = logging.getLogger("bridgework.storage")

_INCOMING = "incoming/"
_GONE = {"404", "NoSuchKey", "NotFound"}
_DELETED_AT_ONCE = 1000
_PAGE = 64 * 1024
_WHOLE_PAGE = 4 * 1024**2
"""How much is fetched at once of a file that is read from end to end."""
_TYPES = Config(
    signature_version="s3v4",
    connect_timeout=3,
    read_timeout=10,
    retries={"max_attempts": 2, "mode": "standard"},
    max_pool_connections=16,
    # Else newer versions of boto3 sign checksums that clients would have to bring.
    request_checksum_calculation="when_required",
    response_checksum_validation="when_required",
)


class S3Storage(Storage):
    """One bucket."""

    def __init__(self, address: S3Address, clock: Clock, public_url: str) -> None:
        self._bucket = address.bucket
        self._clock = clock
        self._own_files = f"{public_url}/files/"
        self._public = address.public
        style = {"addressing_style": "path" if address.path_style else "virtual"}
        self._client: Any = boto3.client(
            "s3",
            endpoint_url=address.endpoint,
            region_name=address.region,
            aws_access_key_id=address.key or None,
            aws_secret_access_key=address.secret or None,
            config=_TYPES.merge(Config(s3=style)),
        )

    def ticket(self, order: Order) -> Ticket:
        asked: dict[str, object] = {"ContentType": order.media}
        headers = {"Content-Type": order.media}
        if order.exact:
            asked |= {"ContentLength": order.size, "IfNoneMatch": "*"}
            headers |= {"If-None-Match": "*"}
        place = {"Bucket": self._bucket, "Key": _INCOMING + order.path}
        url = self._presigned("put_object", {**place, **asked}, order.expires)
        return Ticket(url, headers)

    def brought(self, path: str) -> Brought | None:
        return self._head(_INCOMING + path)

    def open(self, path: str, brought: Brought) -> AbstractContextManager[BinaryIO]:
        return self._reader(_INCOMING + path, brought, _PAGE)

    def keep(self, path: str, media: str, brought: Brought) -> None:
        with _told_apart():
            self._client.copy_object(
                Bucket=self._bucket,
                Key=path,
                CopySource={"Bucket": self._bucket, "Key": _INCOMING + path},
                CopySourceIfMatch=brought.version,
                MetadataDirective="REPLACE",
                ContentType=media,
                ContentDisposition=disposition(path, media),
            )

    def drop(self, paths: Iterable[str]) -> None:
        self._delete([key for path in paths for key in (path, _INCOMING + path)])

    def tidy(self, before: datetime) -> None:
        with _told_apart():
            pages = self._client.get_paginator("list_objects_v2").paginate(
                Bucket=self._bucket, Prefix=_INCOMING
            )
            old = [
                each["Key"]
                for page in pages
                for each in page.get("Contents", ())
                if each["LastModified"] < before
            ]
        self._delete(old)

    def address(self, path: str) -> str:
        return f"{self._public}/{quote(path)}" if self._public else self._own_files + path

    def kept(self, path: str) -> AbstractContextManager[BinaryIO] | None:
        stored = self._head(path)
        return None if stored is None else self._reader(path, stored, _WHOLE_PAGE)

    def put_back(self, body: Path, path: str, media: str) -> None:
        with _told_apart(), body.open("rb") as file:
            self._client.put_object(
                Bucket=self._bucket,
                Key=path,
                Body=file,
                ContentType=media,
                ContentDisposition=disposition(path, media),
            )

    def link(self, path: str, expires: datetime, *, bound_to: str = "") -> str:
        del bound_to
        return self._presigned("get_object", {"Bucket": self._bucket, "Key": path}, expires)

    def close(self) -> None:
        self._client.close()

    def _head(self, key: str) -> Brought | None:
        with _told_apart():
            try:
                head = self._client.head_object(Bucket=self._bucket, Key=key)
            except ClientError as error:
                if _code(error) in _GONE:
                    return None
                raise
        return Brought(head["ContentLength"], head["ContentType"], head["ETag"])

    def _reader(self, key: str, stored: Brought, page: int) -> AbstractContextManager[BinaryIO]:
        place = {"Bucket": self._bucket, "Key": key, "IfMatch": stored.version}
        return io.BufferedReader(_Remote(self._client, place, stored.size), page)

    def _presigned(self, act: str, asked: dict[str, object], expires: datetime) -> str:
        seconds = max(1, int((expires - self._clock.now()).total_seconds()))
        url: str = self._client.generate_presigned_url(act, Params=asked, ExpiresIn=seconds)
        return url

    def _delete(self, keys: Sequence[str]) -> None:
        rest = iter(keys)
        while some := [{"Key": key} for key in islice(rest, _DELETED_AT_ONCE)]:
            with _told_apart():
                asked = {"Objects": some, "Quiet": True}
                told = self._client.delete_objects(Bucket=self._bucket, Delete=asked)
            if told.get("Errors"):
                raise StorageUnavailable


class _Remote(io.RawIOBase):
    """An object of the store as a file, fetched piece by piece as it is read."""

    def __init__(self, client: Any, place: dict[str, str], size: int) -> None:
        self._client = client
        self._place = place
        self._size = size
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        self._at = max(0, start + offset)
        return self._at

    def readinto(self, buffer: Any) -> int:
        last = min(self._at + len(buffer), self._size) - 1
        if last < self._at:
            return 0
        with _told_apart():
            told = self._client.get_object(**self._place, Range=f"bytes={self._at}-{last}")
            part: bytes = told["Body"].read(len(buffer))
        buffer[: len(part)] = part
        self._at += len(part)
        return len(part)


@contextmanager
def _told_apart() -> Iterator[None]:
    """Whatever the store or the way to it fails at: it is tried again later by whoever asked."""
    try:
        yield
    except (ClientError, BotoCoreError) as error:
        _log.warning("the file storage refused or did not answer: %s", _named(error))
        raise StorageUnavailable from error


def _named(error: ClientError | BotoCoreError) -> str:
    """What kind of failure it was: the whole of it may hold an address with a signature."""
    return _code(error) if isinstance(error, ClientError) else type(error).__name__


def _code(error: ClientError) -> str:
    return str(error.response.get("Error", {}).get("Code", ""))
