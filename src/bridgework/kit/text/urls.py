"""HTTP URLs: absolute, with scheme http or https, a host and no user information."""

import re
from collections.abc import Collection
from typing import Annotated
from urllib.parse import SplitResult, quote

import idna
from pydantic import BeforeValidator, Field

_PORT = "6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[1-9][0-9]{0,3}"
_GROUP = "[0-9A-Fa-f]{1,4}"
_IPV6 = "|".join(
    [
        rf"(?:{_GROUP}:){{7}}{_GROUP}",
        rf"(?:{_GROUP}:){{1,7}}:",
        *(rf"(?:{_GROUP}:){{1,{7 - after}}}(?::{_GROUP}){{1,{after}}}" for after in range(1, 7)),
        rf":(?::{_GROUP}){{1,7}}",
        "::",
    ]
)
_HOST = rf"[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?|\[(?:{_IPV6})\]"
_REST = r"[/?#](?:[!#$&-;=?-\[\]_a-z~]|%[0-9A-Fa-f]{2})*"
_WEB = rf"[Hh][Tt][Tt][Pp][Ss]?://(?:{_HOST})(?::(?:{_PORT}))?(?:{_REST})?"
HTTP_URL_PATTERN = f"^{_WEB}$"
HTTP_URL_OR_EMPTY_PATTERN = f"^(?:{_WEB})?$"


def is_http_url(text: str) -> bool:
    """Whether `text` is an absolute http or https URL with a host and no user information."""
    return re.fullmatch(_WEB, text) is not None


_IRI = re.compile(r"([A-Za-z]+://)([^/?#:]*)(:[0-9]*)?([/?#].*)?", re.DOTALL)
_NON_ASCII = re.compile(r"[^\x00-\x7f]+")


def origin(url: str) -> str:
    """Return the scheme, host and port of a URL, as in `https://example.com:8443`."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{re.split('[/?#]', rest, maxsplit=1)[0]}".lower()


def is_origin(text: str) -> bool:
    """Whether `text` is an origin as browsers send it (RFC 6454)."""
    return is_http_url(text) and text == origin(text)


def is_of_origin(url: str, origins: Collection[str]) -> bool:
    """Whether a URL is relative to the own origin, or of one of the origins."""
    is_relative = "://" not in url and not url.startswith(("//", "/\\", "\\"))
    return is_relative or origin(url) in origins


def to_uri(value: object) -> object:
    """Convert an IRI to a URI (RFC 3987), with the A-labels of its host.

    Any other value is returned as it is.
    """
    if not isinstance(value, str) or value.isascii():
        return value
    parts = _IRI.fullmatch(value)
    if parts is None:
        return value
    scheme, host, port, rest = parts.groups(default="")
    try:
        name = host if host.isascii() else idna.encode(host, uts46=True).decode()
    except idna.IDNAError:
        return value
    return scheme + name + port + _NON_ASCII.sub(lambda match: quote(match[0]), rest)


Url500 = Annotated[
    str,
    Field(max_length=500, pattern=HTTP_URL_PATTERN, json_schema_extra={"format": "uri"}),
    BeforeValidator(to_uri),
]
Url2048 = Annotated[
    str,
    Field(max_length=2048, pattern=HTTP_URL_PATTERN, json_schema_extra={"format": "uri"}),
    BeforeValidator(to_uri),
]
"""A URL for which the specification names no length; all browsers and proxies support this one."""
AvatarUrl = Annotated[
    str,
    Field(
        max_length=2048,
        pattern=HTTP_URL_OR_EMPTY_PATTERN,
        json_schema_extra={"format": "uri-or-empty"},
    ),
    BeforeValidator(to_uri),
]
"""A URL, or the empty string, which removes the picture."""


def has_valid_port(parts: SplitResult) -> bool:
    """Whether the port of a URL is absent or from 1 to 65535."""
    try:
        return parts.port != 0
    except ValueError:
        return False
