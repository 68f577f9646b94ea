"""What the statements on contact settings and blocks return."""

from datetime import datetime
from typing import NamedTuple

from bridgework.areas.identity.contacts.fields import IntroductionsFrom
from bridgework.kit.core import Id


class Settings(NamedTuple):
    """The contact settings of an account (table `contact_settings`)."""

    account_id: Id
    introductions: IntroductionsFrom
    email_after_minutes: int


class Blocked(NamedTuple):
    """A blocked account. Without names if it is disabled or about to be erased."""

    id: Id
    first_name: str | None
    last_name: str | None
    blocked_at: datetime
