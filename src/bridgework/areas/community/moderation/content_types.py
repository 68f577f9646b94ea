"""The types of moderated content. `event_handlers.py` registers those of other areas."""

from collections.abc import Callable
from typing import Any

from bridgework.areas.community.moderation.records import ModeratedProfile
from bridgework.areas.community.moderation.schemas import ReportedKind
from bridgework.areas.identity.accounts import hooks
from bridgework.areas.identity.accounts.tables import ERASED_EMAIL, accounts
from bridgework.kit.actions import ContentType
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx
from bridgework.kit.security import Caller

PROFILE_VISIBILITY: list[Callable[[Tx, Caller, Id], bool]] = []
"""Checks whether the caller can see a profile in one of the areas that display profiles.

`event_handlers.py` sets them. A hidden profile is visible in none and can't be reported again."""


def _may_see_profile(tx: Tx, caller: Caller, account_id: Id) -> bool:
    profile = PROFILE.find(tx, account_id)
    if profile is None or profile.is_hidden:
        return False
    return any(is_visible(tx, caller, account_id) for is_visible in PROFILE_VISIBILITY)


PROFILE = ContentType(
    table=accounts,
    record=ModeratedProfile,
    owner="id",
    may_see=_may_see_profile,
    title=lambda _: "",
    image_url=lambda account: account.avatar_url,
    exists=accounts.c.email != ERASED_EMAIL,
    after_change=lambda tx, account_id, _now, _hidden: hooks.notify_changed(tx, account_id),
)
CONTENT_TYPES: dict[ReportedKind, ContentType[Any]] = {"profile": PROFILE}
"""The content types by their name in the API. Content of an unregistered type can't be reported."""
