"""HTTP URLs: absolute, with scheme http or https, a host and no user information."""

import re
from typing import Annotated
from urllib.parse import SplitResult

from pydantic import Field

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
_HOST = rf"[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[(?:{_IPV6})\]"
_REST = r"[/?#][!#-;=?-\[\]_a-z~]*"
_WEB = rf"[Hh][Tt][Tt][Pp][Ss]?://(?:{_HOST})(?::(?:{_PORT}))?(?:{_REST})?"
HTTP_URL_PATTERN = f"^{_WEB}$"
HTTP_URL_OR_EMPTY_PATTERN = f"^(?:{_WEB})?$"


def is_http_url(text: str) -> bool:
    """Whether `text` is an absolute http or https URL with a host and no user information."""
    return re.fullmatch(_WEB, text) is not None


Url500 = Annotated[
    str, Field(max_length=500, pattern=HTTP_URL_PATTERN, json_schema_extra={"format": "uri"})
]
Url2048 = Annotated[
    str, Field(max_length=2048, pattern=HTTP_URL_PATTERN, json_schema_extra={"format": "uri"})
]
"""A URL for which the specification names no length; all browsers and proxies support this one."""
AvatarUrl = Annotated[
    str,
    Field(
        max_length=2048,
        pattern=HTTP_URL_OR_EMPTY_PATTERN,
        json_schema_extra={"format": "uri-or-empty"},
    ),
]
"""A URL, or the empty string, which removes the picture."""


def has_valid_port(parts: SplitResult) -> bool:
    """Whether the port of a URL is absent or from 1 to 65535."""
    try:
        return parts.port != 0
    except ValueError:
        return False
