"""The e-mail about the verification of a person. Its function has the name of its template."""

from collections.abc import Mapping
from typing import Literal

from bridgework.kit.core import Id
from bridgework.kit.delivery.outbox import Email

Obstacle = Literal[
    "",
    "disabled",
    "email_not_verified",
    "erasure_requested",
    "hidden",
    "not_looking",
    "profile_incomplete",
]
"""What keeps a verified person invisible; empty if nothing does."""


def verification_decided(
    to: str,
    account_id: Id,
    role: str,
    called: str,
    *,
    is_verified: bool,
    obstacle: Obstacle,
    missing: str,
) -> Email:
    """Tell a person that an administrator verified a role, or does not verify it any more.

    `called` is the role in words. `missing` names what the profile of an expert lacks.
    """
    facts: Mapping[str, str | int] = {
        "role": role,
        "called": called,
        "is_verified": int(is_verified),
        "obstacle": obstacle,
        "missing": missing,
    }
    return Email("profiles/verification_decided", to, account_id, facts)
