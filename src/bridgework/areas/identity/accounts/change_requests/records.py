"""What the statements on requests for changes return."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from bridgework.areas.identity.accounts.change_requests.fields import ProfileMemberName
from bridgework.kit.core import Id

Values = Mapping[str, object]
"""Values of members, by the table and the column or Python name: `profiles.bio`."""


class ChangeRequest(NamedTuple):
    """A request for changes (table `change_requests`)."""

    account_id: Id
    message: str
    members: Sequence[ProfileMemberName]
    asked_at: datetime
    asked_by: Id | None
    answered_at: datetime | None
    platforms: Sequence[str]
    before: Values
