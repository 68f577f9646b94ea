"""What is done alike with postings of every type."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bridgework.areas.matching import actions as matching
from bridgework.areas.postings import policies
from bridgework.areas.postings.posting_type import PostingType
from bridgework.areas.postings.queries import Application, Card, Posting, Row
from bridgework.kit.db.transaction import Tx
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id

AnyType = PostingType[Any, Any, Any]


def get(
    context: Context, posting_type: PostingType[Posting, Card, Application], posting_id: Id
) -> tuple[Posting, int]:
    """Return a posting that the caller may see, and its version, or raise `not_found`."""
    found = posting_type.queries.get(context.tx, context.caller, posting_id, context.now)
    if found is None:
        raise posting_type.not_found
    return found


def lock(context: Context, posting_type: AnyType, posting_id: Id) -> Row:
    """Lock a posting that the caller may change, in the version that they expect.

    Raises `not_found`, `not_in_charge` or PreconditionFailed.
    """
    get(context, posting_type, posting_id)
    before = posting_type.queries.lock(context.tx, posting_id)
    if before is None:
        raise posting_type.not_found
    policies.must_be_in_charge(context.caller, before.user_id, posting_type.not_in_charge)
    context.check_if_match(before.version)
    return before


def change(
    context: Context, posting_type: AnyType, before: Row, changes: Mapping[str, Any]
) -> None:
    """Write changes to a locked posting as its next version, and update its matches."""
    stamped = {**changes, "version": before.version + 1, "updated_at": context.now}
    posting_type.change(context.tx, before.id, stamped)
    update_matches(posting_type, context.tx, before.id)


def update_matches(posting_type: AnyType, tx: Tx, posting_id: Id) -> None:
    """Match an open posting by what it states now, and a posting that is not open not at all."""
    row = posting_type.queries.matchable(tx, posting_id)
    if row is None:
        matching.drop_posting(tx, posting_type.kind, posting_id)
    else:
        wants = posting_type.to_wants(posting_type.fields_of(row))
        matching.put_posting(tx, posting_type.kind, posting_id, wants)


def owner_changed(posting_type: AnyType, tx: Tx, account_id: Id) -> None:
    """Update the matches of an account's postings when it is disabled, deleted or restored."""
    for posting_id in posting_type.queries.open_of(tx, account_id):
        update_matches(posting_type, tx, posting_id)


def reindex_stale(posting_type: AnyType, tx: Tx, _: datetime) -> int:
    """A periodic task: index some postings that an earlier version of the formula indexed."""
    stale = matching.outdated_postings(tx, posting_type.kind)
    for posting_id in stale:
        update_matches(posting_type, tx, posting_id)
    return len(stale)
