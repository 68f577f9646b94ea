"""Converts the columns that postings of every type have beside their own."""

from collections.abc import Mapping, Sequence
from typing import Any

from bridgework.areas.work.postings.schemas import PostingOwner
from bridgework.areas.work.postings.visibility import count_label
from bridgework.kit.security import Caller


def to_members(row: Any, caller: Caller, statuses: Sequence[str]) -> Mapping[str, object]:
    """Return the members about the owner and the applications, for this caller.

    `statuses` are those of the applications.
    """
    counts = {status: getattr(row, count_label(status)) for status in statuses}
    mine = {"id": row.my_application_id, "status": row.my_application_status}
    return {
        "owner": None if caller.account_id is None else _to_owner(row),
        "application_counts": counts if row.is_in_charge else None,
        "my_application": None if row.my_application_id is None else mine,
    }


def _to_owner(row: Any) -> PostingOwner:
    names = (row.owner_first_name, row.owner_last_name)
    name = " ".join(part for part in names if part) or None
    return PostingOwner(name=name, avatar_url=row.owner_avatar_url)
