"""What an operator can do about an error of the S3 storage."""

import errno
import os
from urllib.parse import urlsplit

from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConnectionError,  # noqa: A004 - of botocore
    ConnectTimeoutError,
    HTTPClientError,
    NoCredentialsError,
    ReadTimeoutError,
    SSLError,
)

_MISSING_BUCKET = frozenset({"NoSuchBucket", "404"})
_REFUSED_CREDENTIALS = frozenset(
    {
        "403",
        "ExpiredToken",
        "InvalidAccessKeyId",
        "InvalidToken",
        "RequestTimeTooSkewed",
        "SignatureDoesNotMatch",
    }
)
_OTHER_REGION = frozenset({"301", "AuthorizationHeaderMalformed", "PermanentRedirect"})


def explain(error: ClientError | BotoCoreError, bucket: str, endpoint: str) -> str:
    """Say whether the storage is unreachable or a setting is wrong. Quotes no signed URL."""
    parts = urlsplit(endpoint)
    place = f"{parts.hostname}:{parts.port or (443 if parts.scheme == 'https' else 80)}"
    if isinstance(error, ClientError):
        return _refusal(str(error.response.get("Error", {}).get("Code", "")), bucket, place)
    if isinstance(error, NoCredentialsError):
        return "no credentials: set KEY:SECRET in BRIDGEWORK_STORAGE_URL, or those of the machine"
    if isinstance(error, SSLError):
        return f"{place} cannot be used with TLS: check its certificate, or use tls=off"
    if isinstance(error, ConnectionError | HTTPClientError):
        return f"cannot be reached at {place}: {_reason(error)}"
    return f"{place} cannot be used: {type(error).__name__}"


def _refusal(code: str, bucket: str, place: str) -> str:
    if code in _MISSING_BUCKET:
        return f"{place} has no bucket named {bucket}: create it, or correct BRIDGEWORK_STORAGE_URL"
    if code in _REFUSED_CREDENTIALS:
        return f"{place} refuses the credentials: check BRIDGEWORK_STORAGE_URL ({code})"
    if code in _OTHER_REGION:
        return f"the bucket {bucket} is in another region: correct region in BRIDGEWORK_STORAGE_URL"
    if code == "AccessDenied":
        return f"{place}: the key must be allowed to write, read and delete in the bucket {bucket}"
    return f"{place} refuses a request ({code})"


def _reason(error: ConnectionError | HTTPClientError) -> str:
    """The reason of the system, as in `connection refused`, without the URL."""
    if isinstance(error, ConnectTimeoutError | ReadTimeoutError):
        return "no response in time"
    each: BaseException | None = error
    while each is not None:
        if isinstance(each, OSError) and each.errno and each.errno in errno.errorcode:
            return os.strerror(each.errno).lower()
        each = getattr(each, "reason", None) or each.__cause__ or each.__context__
    return "no connection; check the host, the port and tls in BRIDGEWORK_STORAGE_URL"
