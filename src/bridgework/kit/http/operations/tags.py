"""Tags: the named groups of operations in the OpenAPI document, each for one audience."""

from enum import StrEnum
from typing import NamedTuple

from bridgework.kit.security import Who


class Audience(StrEnum):
    """The audience of an operation: the heading of its group in the API documentation."""

    PUBLIC = "Public"
    MEMBERS = "Members"
    ADMINISTRATORS = "Administrators"


class Tag(NamedTuple):
    """A tag with its description, which is Markdown."""

    name: str
    description: str = ""


def audience_of(who: Who) -> Audience:
    """The audience of an operation. Operations for partners only belong to the members'."""
    if who.needs_admin_login:
        return Audience.ADMINISTRATORS
    return Audience.PUBLIC if who.credentials == "none" else Audience.MEMBERS
