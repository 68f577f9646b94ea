"""Keeping the directory true: called by whatever changes an expert."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from bridgework.areas.accounts.tables import EXPERTS
from bridgework.areas.directory import policies, queries, writes
from bridgework.areas.directory.schemas import (
    ExpertCard,
    ListExpertsQuery,
    Options,
    SpecialtyOption,
    UploadOption,
)
from bridgework.areas.directory.serializers import render
from bridgework.areas.matching import actions as matching
from bridgework.areas.matching.schemas import EmptyReason
from bridgework.areas.profiles import actions as profiles
from bridgework.areas.uploads import actions as uploads
from bridgework.kit.auth import Caller
from bridgework.kit.db import cache_versions
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id
from bridgework.terminology import terms

_AT_ONCE = 5
"""Experts a transaction: the write lock is never held for long."""


def relist(tx: Tx, account_id: Id) -> None:
    """Make what the public sees of an account follow what it is now."""
    standing, subject = writes.standing(tx, account_id), writes.subject(tx, account_id)
    if standing is None and not _is_listed(subject):
        return
    if writes.hold(tx):
        standing, subject = writes.standing(tx, account_id), writes.subject(tx, account_id)
    profile = subject.fields or {}
    if _is_listed(subject):
        short = profiles.in_short(profile)
        rendered = render(subject, profile, short)
        if standing is None:
            writes.add(tx, rendered)
        else:
            writes.change(tx, standing, rendered)
        matching.put_person(tx, "expert", account_id, matching.offer_of_expert(short))
        cache_versions.bump_member(tx, EXPERTS, account_id, members=int(standing is None))
    elif standing is not None:
        writes.drop(tx, standing)
        matching.drop_person(tx, "expert", account_id)
        cache_versions.remove_member(tx, EXPERTS, account_id)


def note_activity(tx: Tx, account_id: Id, day: date) -> None:
    """Have somebody stand by the last day they were active on, if they stand in the directory.

    The same as to relist them, for a hundredth of its price: everybody is active once a day.
    """
    if writes.standing(tx, account_id) is not None:
        writes.hold(tx)
        writes.note_activity(tx, account_id, day)
        cache_versions.bump_lists_at_commit(tx, EXPERTS)  # once, of however many it is noted


def renew(tx: Tx, _now: datetime) -> int:
    """Relist some who are found by the trade's words as they once were; how many those were."""
    outdated = writes.outdated(tx, _AT_ONCE)
    for expert_id in outdated:
        relist(tx, expert_id)
    return len(outdated)


def refresh_worn(tx: Tx, _: datetime) -> int:
    """Have some experts be matched anew whom another version of the formula compiled."""
    worn = matching.outdated_people(tx, "expert")
    for account_id in worn:
        relist(tx, account_id)
    return len(worn)


def cards_of(tx: Tx, ids: Sequence[Id]) -> Mapping[Id, ExpertCard]:
    """The cards of those among these accounts who stand in the directory."""
    return {
        account_id: ExpertCard.model_validate_json(card, by_alias=True)
        for account_id, card in queries.cards_of(tx, ids)
    }


def search(tx: Tx, query: ListExpertsQuery) -> tuple[Sequence[ExpertCard], int]:
    """The cards of one page of a search, and how many experts it finds."""
    cards, total = queries.cards(tx, query)
    return [ExpertCard.model_validate_json(card, by_alias=True) for card in cards], total


def listed_after(tx: Tx, ids: Sequence[Id], moment: datetime) -> Collection[Id]:
    """Those of these experts who joined the directory after `moment`."""
    return set(queries.listed_after(tx, ids, moment))


def why_not_matched(tx: Tx, account_id: Id) -> EmptyReason:
    """Why no roles are matched with an expert who is not in the directory."""
    is_admitted = policies.is_admitted(writes.subject(tx, account_id))
    return "profile_incomplete" if is_admitted else "not_verified"


def shows(tx: Tx, _: Caller, account_id: Id) -> bool:
    """Whether somebody stands in the directory, for everybody to see."""
    return writes.standing(tx, account_id) is not None


def options() -> Options:
    """The values that matching and search understand, from where they are defined."""
    return Options(
        availability=list(matching.COMMON_AVAILABILITIES),
        engagement_type=list(matching.KINDS_OF_WORK),
        specialties=[
            SpecialtyOption(name=term.name, label=term.label)
            for term in terms.TERMS.values()
            if term.kind == "specialty"
        ],
        uploads=[
            UploadOption(folder=folder, content_types=list(types))
            for folder, types in uploads.content_types().items()
        ],
    )


def _is_listed(subject: Any) -> bool:
    return policies.is_listed(subject, subject.fields or {})
