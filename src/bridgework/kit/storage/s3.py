"""File storage in a bucket with the S3 API, by boto3.

    incoming/<path>    an upload by a presigned PUT, for at most a day
    <path>             a published file

The signature of a PUT covers its path, media type and exact size, so the storage refuses anything
else. An upload is verified before it is copied to its path, so no unverified content is served,
even if the public folders of the bucket are readable by everyone. `If-None-Match: *` is signed too
and refuses a second PUT. A storage that ignores this condition allows the object at `incoming/` to
be replaced, but never a published file.
"""

import io
import logging
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, TypeVar
from urllib.parse import quote, urlsplit

import boto3
from botocore import UNSIGNED
from botocore.client import Config
from botocore.exceptions import BotoCoreError, ClientError
from urllib3.exceptions import HTTPError

from bridgework.kit.core import Clock, outages
from bridgework.kit.storage import s3_errors
from bridgework.kit.storage.address import S3Address
from bridgework.kit.storage.bodies import disposition
from bridgework.kit.storage.storage import (
    CHECK_CONTENT,
    PresignedUpload,
    Storage,
    StorageFault,
    StorageUnavailable,
    UploadedObject,
    UploadSpec,
)
from bridgework.kit.text import urls

_log = logging.getLogger("bridgework.storage")

_INCOMING = "incoming/"
_MISSING_CODES = {"404", "NoSuchKey", "NotFound"}
_DELETE_BATCH = 1000
_PAGE = 64 * 1024
_SEQUENTIAL_PAGE = 4 * 1024**2
"""The size of a request when a file is read from start to end."""
CALL_SECONDS = 5.0
"""The deadline of one call, with its retries and the whole response."""
_CONNECTIONS = 16
_CLIENT_CONFIG = Config(
    signature_version="s3v4",
    max_pool_connections=_CONNECTIONS,
    # By default newer versions of boto3 sign checksums that clients would have to send.
    request_checksum_calculation="when_required",
    response_checksum_validation="when_required",
)

Result = TypeVar("Result")


class _Calls:
    """Runs calls in threads of their own, so that a caller never waits longer than the deadline.

    The timeouts of boto3 limit the wait for each byte, and not a call.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._threads = ThreadPoolExecutor(_CONNECTIONS, thread_name_prefix="s3")

    def run(self, call: Callable[[], Result]) -> Result:
        """Return the result. Raises StorageUnavailable, which is logged, also at the deadline."""
        try:
            future = self._threads.submit(call)
        except RuntimeError as error:  # this process closes the storage
            raise StorageUnavailable from error
        with _translate_errors():
            try:
                return future.result(self.seconds)
            except TimeoutError:
                future.cancel()
                raise

    def close(self) -> None:
        """Cancel the calls that have not begun."""
        self._threads.shutdown(wait=False, cancel_futures=True)


class S3Storage(Storage):
    """Stores files in one bucket.

    A call that gets no complete response in its time raises StorageUnavailable, except the
    upload of a file from a backup, which may take long.
    """

    def __init__(
        self,
        address: S3Address,
        clock: Clock,
        public_url: str,
        *,
        seconds: float = CALL_SECONDS,
        is_retried: bool = True,
    ) -> None:
        """A call has `seconds`, and is tried once more if there is time."""
        self._bucket = address.bucket
        self._clock = clock
        self._own_files = f"{public_url}/files/"
        self._public = address.public
        self._calls = _Calls(seconds)
        self._client = _create_client(address, **_limits(seconds, attempts=1 + is_retried))
        self._address = address

    def presign_upload(self, spec: UploadSpec) -> PresignedUpload:
        parameters: dict[str, object] = {
            "Bucket": self._bucket,
            "Key": _INCOMING + spec.path,
            "ContentType": spec.media_type,
        }
        headers = {"Content-Type": spec.media_type}
        if spec.exact:
            parameters |= {"ContentLength": spec.size, "IfNoneMatch": "*"}
            headers |= {"If-None-Match": "*"}
        url = self._presign("put_object", parameters, spec.expires)
        return PresignedUpload(url, headers)

    def find_upload(self, path: str) -> UploadedObject | None:
        return self._head(_INCOMING + path)

    def open_upload(self, path: str, uploaded: UploadedObject) -> AbstractContextManager[BinaryIO]:
        return self._reader(_INCOMING + path, uploaded, _PAGE)

    def publish(
        self, path: str, media_type: str, name: str | None, uploaded: UploadedObject
    ) -> None:
        copy = partial(
            self._client.copy_object,
            Bucket=self._bucket,
            Key=path,
            CopySource={"Bucket": self._bucket, "Key": _INCOMING + path},
            CopySourceIfMatch=uploaded.version,
            MetadataDirective="REPLACE",
            ContentType=media_type,
            ContentDisposition=disposition(path, media_type, name),
        )
        self._calls.run(copy)

    def delete(self, paths: Iterable[str]) -> None:
        self._delete_keys([key for path in paths for key in (path, _INCOMING + path)])

    def delete_incomplete(self, before: datetime) -> None:
        paginator = self._client.get_paginator("list_objects_v2")
        pages = iter(paginator.paginate(Bucket=self._bucket, Prefix=_INCOMING))
        old_keys: list[str] = []
        while (page := self._calls.run(lambda: next(pages, None))) is not None:
            items = page.get("Contents", ())
            old_keys += [item["Key"] for item in items if item["LastModified"] < before]
        self._delete_keys(old_keys)

    def public_url(self, path: str) -> str:
        return f"{self._public}/{quote(path)}" if self._public else self._own_files + path

    def origins(self) -> Sequence[str]:
        return self._origins

    @cached_property
    def _origins(self) -> Sequence[str]:
        # A signed URL has the same origin as one without a signature, which needs no credentials.
        client = _create_client(self._address, signature_version=UNSIGNED)
        parameters = {"Bucket": self._bucket, "Key": "file"}
        bucket: str = client.generate_presigned_url("get_object", Params=parameters)
        client.close()
        # Our own URL of a file redirects to the bucket.
        used = (self._own_files, bucket, *([self._public] if self._public else []))
        return tuple(dict.fromkeys(map(urls.origin, used)))

    def open_stored(self, path: str) -> AbstractContextManager[BinaryIO] | None:
        stored = self._head(path)
        return None if stored is None else self._reader(path, stored, _SEQUENTIAL_PAGE)

    def restore(self, body: Path, path: str, media_type: str, name: str | None) -> None:
        with _translate_errors(), body.open("rb") as file:
            self._client.put_object(
                Bucket=self._bucket,
                Key=path,
                Body=file,
                ContentType=media_type,
                ContentDisposition=disposition(path, media_type, name),
            )

    def check(self) -> None:
        key = f"{_INCOMING}check-{secrets.token_hex(8)}"
        place = {"Bucket": self._bucket, "Key": key}
        put = partial(self._client.put_object, **place, Body=CHECK_CONTENT)
        delete = partial(self._client.delete_object, **place)

        def get() -> bytes:
            content: bytes = self._client.get_object(**place)["Body"].read(len(CHECK_CONTENT))
            return content

        steps: dict[str, Callable[[], object]] = {"writing": put, "reading": get}
        for step, call in (steps | {"deleting": delete}).items():
            try:
                self._calls.run(call)
            except StorageUnavailable as error:
                raise StorageFault(f"{self._reason(error)}, while {step} a file") from error

    def signed_url(self, path: str, expires: datetime, *, bound_to: str = "") -> str:
        del bound_to
        return self._presign("get_object", {"Bucket": self._bucket, "Key": path}, expires)

    @property
    def call_seconds(self) -> float:
        """The deadline of a call."""
        return self._calls.seconds

    def close(self) -> None:
        self._calls.close()
        self._client.close()

    def _reason(self, error: StorageUnavailable) -> str:
        """Return why a call failed, for operators."""
        cause = error.__cause__
        if isinstance(cause, ClientError | BotoCoreError):
            return s3_errors.explain(cause, self._bucket, self._client.meta.endpoint_url)
        place = urlsplit(self._client.meta.endpoint_url).netloc
        return f"{place} gave no response within {self._calls.seconds:g} seconds"

    def _head(self, key: str) -> UploadedObject | None:
        def head() -> Any:
            try:
                return self._client.head_object(Bucket=self._bucket, Key=key)
            except ClientError as error:
                if _code(error) in _MISSING_CODES:
                    return None
                raise

        found = self._calls.run(head)
        if found is None:
            return None
        return UploadedObject(found["ContentLength"], found["ContentType"], found["ETag"])

    def _reader(
        self, key: str, stored: UploadedObject, page: int
    ) -> AbstractContextManager[BinaryIO]:
        parameters = {"Bucket": self._bucket, "Key": key, "IfMatch": stored.version}
        reader = _ObjectReader(self._client, self._calls, parameters, stored.size)
        return io.BufferedReader(reader, page)

    def _presign(self, method: str, parameters: dict[str, object], expires: datetime) -> str:
        seconds = max(1, int((expires - self._clock.now()).total_seconds()))
        url: str = self._client.generate_presigned_url(method, Params=parameters, ExpiresIn=seconds)
        return url

    def _delete_keys(self, keys: Sequence[str]) -> None:
        remaining = iter(keys)
        while batch := [{"Key": key} for key in islice(remaining, _DELETE_BATCH)]:
            objects = {"Objects": batch, "Quiet": True}
            delete = partial(self._client.delete_objects, Bucket=self._bucket, Delete=objects)
            response = self._calls.run(delete)
            if response.get("Errors"):
                raise StorageUnavailable


def _limits(seconds: float, *, attempts: int) -> dict[str, object]:
    """Return the times of a client: a call that is abandoned holds its thread until they end."""
    times = {"connect_timeout": seconds * 0.4, "read_timeout": seconds * 0.8}
    return {**times, "retries": {"total_max_attempts": attempts, "mode": "standard"}}


def _create_client(address: S3Address, **config: object) -> Any:
    style = {"addressing_style": "path" if address.path_style else "virtual"}
    return boto3.client(
        "s3",
        endpoint_url=address.endpoint,
        region_name=address.region,
        aws_access_key_id=address.key or None,
        aws_secret_access_key=address.secret or None,
        config=_CLIENT_CONFIG.merge(Config(s3=style, **config)),
    )


class _ObjectReader(io.RawIOBase):
    """An object of the bucket as a file. Each read requests one byte range."""

    def __init__(self, client: Any, calls: _Calls, parameters: dict[str, str], size: int) -> None:
        self._client = client
        self._calls = calls
        self._parameters = parameters
        self._size = size
        self._position = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self._size}[whence]
        self._position = max(0, start + offset)
        return self._position

    def readinto(self, buffer: Any) -> int:
        last = min(self._position + len(buffer), self._size) - 1
        if last < self._position:
            return 0
        size, range_ = len(buffer), f"bytes={self._position}-{last}"

        def get() -> bytes:
            response = self._client.get_object(**self._parameters, Range=range_)
            content: bytes = response["Body"].read(size)
            return content

        part = self._calls.run(get)
        buffer[: len(part)] = part
        self._position += len(part)
        return len(part)


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Log an error of the storage or the network, and raise StorageUnavailable for it."""
    try:
        yield
    except (ClientError, BotoCoreError, HTTPError, TimeoutError, CancelledError) as error:
        message = "the file storage failed or did not respond: %s"
        outages.warn(_log, "storage", message, _error_name(error))
        raise StorageUnavailable from error


def _error_name(error: BaseException | None) -> str:
    """Return the kind of the error. Its full text may contain a signed URL."""
    return _code(error) if isinstance(error, ClientError) else type(error).__name__


def _code(error: ClientError) -> str:
    return str(error.response.get("Error", {}).get("Code", ""))
