"""The priority of e-mails, by name: those that a person waits for at the screen are urgent."""

from typing import Literal

Priority = Literal["urgent", "bulk"]

URGENT, BULK = 0, 1
"""Values of the column `priority`."""
PRIORITIES: dict[Priority, int] = {"urgent": URGENT, "bulk": BULK}

URGENT_EMAILS = frozenset(
    {
        "accounts/verification_code",
        "accounts/reset_code",
        "accounts/change_code",
        "accounts/admin_invitation",
    }
)
"""The names of urgent e-mails. All others are bulk."""


def priority_of(name: str) -> int:
    """The priority of an e-mail by its name, such as `accounts/reset_code`."""
    return URGENT if name in URGENT_EMAILS else BULK
