"""Validation and comparison of e-mail addresses."""

import functools
import unicodedata
from email.errors import ObsoleteHeaderDefect
from email.headerregistry import Address, HeaderRegistry
from typing import Any

from pydantic_core import PydanticCustomError

_LOCAL_PART = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+/=?^_`{|}~-."
)


@functools.lru_cache(maxsize=4096)
def _domain_key(domain: str) -> str | None:
    """The domain in ASCII and lower case; None if it is invalid. Cached, as the library is slow."""
    import email_validator  # takes 10 ms

    try:
        validated = email_validator.validate_email(
            f"a@{domain}",
            check_deliverability=False,
            test_environment=True,
            globally_deliverable=False,
        )
    except email_validator.EmailNotValidError:
        return None
    return validated.ascii_domain.lower()


def email_key(email: str) -> str:
    """The key by which addresses are compared: case-insensitive, with a normalized domain."""
    local, _, domain = email.rpartition("@")
    return f"{unicodedata.normalize('NFC', local).casefold()}@{_domain_key(domain)}"


def to_wire(email: str) -> str:
    """The address for mail servers and calendars: a non-ASCII domain is its A-label (RFC 5890)."""
    local, _, domain = email.rpartition("@")
    return email if domain.isascii() else f"{local}@{_domain_key(domain) or domain}"


def validate_email(email: str) -> str:
    """Return the address unchanged. Raises PydanticCustomError if it is invalid."""
    local, _, domain = email.rpartition("@")
    has_valid_dots = local and local[0] != "." and local[-1] != "." and ".." not in local
    has_valid_characters = len(local) <= 64 and all(
        char > "\x7f" and unicodedata.category(char)[0] in "LMN" for char in {*local} - _LOCAL_PART
    )
    if not (has_valid_dots and has_valid_characters and _domain_key(domain)):
        raise PydanticCustomError("email", "Must be an e-mail address, as in name@example.com.")
    return email


def display_name(text: str) -> str:
    """The name in a header such as `Bridgework <office@example.com>`, empty if it has none."""
    header: Any = HeaderRegistry()("From", text)
    return " ".join(header.addresses[0].display_name.split())


def to_header(name: str, email: str) -> str:
    """The text of a header with a name and an ASCII address; `parse_header` reads it."""
    return str(Address(name, addr_spec=email))


def parse_header(text: str) -> list[str]:
    """The ASCII addresses in the text of a `From` header (RFC 5322); none if it is invalid."""
    header: Any = HeaderRegistry()("From", text)
    if not all(isinstance(defect, ObsoleteHeaderDefect) for defect in header.defects):
        return []
    return [address.addr_spec for address in header.addresses if address.addr_spec.isascii()]


def header_fault(text: str) -> str:
    """Why the text of a `From` header is not one ASCII address; empty if it is one."""
    header: Any = HeaderRegistry()("From", text)
    defects = [each for each in header.defects if not isinstance(each, ObsoleteHeaderDefect)]
    if not text.isascii() and not all(each.addr_spec.isascii() for each in header.addresses):
        return "the address must be ASCII; write an international domain in its form with xn--"
    if "@" not in text:
        return "it has no @"
    if len(header.addresses) > 1:
        return (
            f"it has {len(header.addresses)}; write a name with a comma in double quotes, as in "
            '"Miller, Jones" <office@company.example>'
        )
    if defects:
        return (
            "its form is invalid; write a name with . , : ; @ or brackets in double quotes, and "
            "the address between < and >"
        )
    return "" if len(parse_header(text)) == 1 else "it is not an address"
