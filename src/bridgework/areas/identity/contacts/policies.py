"""The defaults and limits of contact settings and blocks."""

from bridgework.areas.identity.contacts.records import Settings
from bridgework.kit.core import Id

MAX_BLOCKS = 1000
"""The maximum number of members that an account blocks."""


def default_settings(account_id: Id) -> Settings:
    """Return the settings of an account that has never changed them."""
    return Settings(account_id, "everybody", 15)


def admits(settings: Settings, *, is_verified: bool) -> bool:
    """Whether a member receives requests of another, who is verified on a platform or not."""
    return settings.introductions == "everybody" or (
        settings.introductions == "verified" and is_verified
    )
