"""Addresses of the web: absolute http or https, with a host and no user information."""

import re
from typing import Annotated

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
WEB_ADDRESS = f"^{_WEB}$"
WEB_ADDRESS_OR_EMPTY = f"^(?:{_WEB})?$"


def is_web_address(text: str) -> bool:
    """Absolute http or https, with a host and no user information (contract section 1)."""
    return re.fullmatch(_WEB, text) is not None


Url500 = Annotated[
    str, Field(max_length=500, pattern=WEB_ADDRESS, json_schema_extra={"format": "uri"})
]
WebAddress = Annotated[
    str, Field(max_length=2048, pattern=WEB_ADDRESS, json_schema_extra={"format": "uri"})
]
"""A URI of which the specification names no length; browsers and proxies agree on this one."""
AvatarUrl = Annotated[
    str,
    Field(
        max_length=2048,
        pattern=WEB_ADDRESS_OR_EMPTY,
        json_schema_extra={"format": "uri-or-empty"},
    ),
]
"""A URI, or the empty string, which takes the picture away."""
