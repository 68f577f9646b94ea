"""What an e-mail address is: its format, and when two of them are one."""

import functools
import unicodedata
from email.errors import ObsoleteHeaderDefect
from email.headerregistry import HeaderRegistry
from typing import Any

import email_validator
from pydantic_core import PydanticCustomError

_LOCAL_PART = frozenset(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+/=?^_`{|}~-."
)


@functools.lru_cache(maxsize=4096)
def _domain_key(domain: str) -> str | None:
    """The domain in ASCII and lower case, None if it is none; the library is slow, so cached."""
    try:
        checked = email_validator.validate_email(
            f"a@{domain}",
            check_deliverability=False,
            test_environment=True,
            globally_deliverable=False,
        )
    except email_validator.EmailNotValidError:
        return None
    return checked.ascii_domain.lower()


def email_key(email: str) -> str:
    """What two spellings of one address have in common: compared without regard to case."""
    local, _, domain = email.rpartition("@")
    return f"{unicodedata.normalize('NFC', local).casefold()}@{_domain_key(domain)}"


def checked(email: str) -> str:
    """The same address. Raises PydanticCustomError if it is none."""
    local, _, domain = email.rpartition("@")
    dots_fit = local and local[0] != "." and local[-1] != "." and ".." not in local
    letters_fit = len(local) <= 64 and all(
        char > "\x7f" and unicodedata.category(char)[0] in "LMN" for char in {*local} - _LOCAL_PART
    )
    if not (dots_fit and letters_fit and _domain_key(domain)):
        raise PydanticCustomError("email", "Must be an e-mail address, as in name@example.com.")
    return email


def display_name(text: str) -> str:
    """The name in a header such as `Bridgework <office@example.com>`, empty if it has none."""
    header: Any = HeaderRegistry()("From", text)
    return " ".join(header.addresses[0].display_name.split())


def in_header(text: str) -> list[str]:
    """The addresses in `text`; none if it is no header of a letter (RFC 5322) in ASCII ones."""
    header: Any = HeaderRegistry()("From", text)
    if not all(isinstance(defect, ObsoleteHeaderDefect) for defect in header.defects):
        return []
    return [address.addr_spec for address in header.addresses if address.addr_spec.isascii()]
