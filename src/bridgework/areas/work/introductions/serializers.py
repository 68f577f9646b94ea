"""Converts introductions."""

from datetime import datetime

from bridgework.areas.work.introductions import policies
from bridgework.areas.work.introductions.records import Seen
from bridgework.areas.work.introductions.schemas import Introduction
from bridgework.kit.actions import allowed_actions
from bridgework.kit.security import Caller
from bridgework.kit.text import full_name


def to_schema(caller: Caller, seen: Seen, now: datetime) -> Introduction:
    """Convert an introduction as the caller sees it."""
    facts = policies.facts(seen, now)
    return Introduction.from_row(
        {name: getattr(seen, name) for name in _MEMBERS},
        status=facts.status,
        about={
            "kind": seen.about_kind,
            "id": seen.about_id,
            "title": seen.title,
            "company": seen.company,
        },
        other={
            "id": seen.other_id,
            "name": full_name(seen.other_first_name, seen.other_last_name),
            "is_verified": seen.other_is_verified,
        },
        allowed_actions=allowed_actions(policies.RULES, caller, facts),
    )


_MEMBERS = (
    *("id", "box", "is_invitation", "note", "note_held", "created_at", "lapses_at"),
    *("answered_at", "contact_person", "contact_email"),
)
"""The members that have the name of their column."""
