"""The types of content that are moderated; `wiring.py` registers those of other areas."""

from collections.abc import Callable

from bridgework.areas.accounts import hooks
from bridgework.areas.accounts.tables import ERASED_EMAIL, accounts
from bridgework.areas.moderation.schemas import KindName
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.kit.moderation import ContentType

SHOWS_PROFILE: list[Callable[[Tx, Caller, Id], bool]] = []
"""Where members see something of a person: each says whether it shows that account to the caller.
`wiring.py` fills it. A hidden profile is shown by none and can't be reported again."""


def _may_see_profile(tx: Tx, caller: Caller, account_id: Id) -> bool:
    profile = PROFILE.find(tx, account_id)
    if profile is None or profile.is_hidden:
        return False
    return any(shows(tx, caller, account_id) for shows in SHOWS_PROFILE)


PROFILE = ContentType(
    table=accounts,
    owner="id",
    may_see=_may_see_profile,
    title=lambda _: "",
    exists=accounts.c.email != ERASED_EMAIL,
    after_change=lambda tx, account_id, _now, _hidden: hooks.notify_changed(tx, account_id),
)
CONTENT_TYPES: dict[KindName, ContentType] = {"profile": PROFILE}
"""By the name in the API. A type that is not registered can't be reported."""
