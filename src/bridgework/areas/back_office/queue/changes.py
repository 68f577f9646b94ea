"""Read changes of reviewed records, and confirm or reverse them."""

from collections.abc import Mapping
from typing import Literal

from bridgework.areas.back_office.queue import emails, errors, schemas, waiting_queries
from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditAction
from bridgework.areas.history.notifications import actions as notifications
from bridgework.areas.history.reviews import actions as reviews
from bridgework.areas.history.reviews.records import ChangeInReview
from bridgework.areas.history.reviews.schemas import ChangeKind
from bridgework.areas.identity.accounts.lifecycle import account_status, decisions
from bridgework.areas.people.profiles import actions as profiles
from bridgework.areas.people.vendors import actions as vendors
from bridgework.areas.work.jobs.profiles import actions as jobs
from bridgework.areas.work.roles import actions as roles
from bridgework.context import Context
from bridgework.kit.actions import CheckVersion
from bridgework.kit.core import Id
from bridgework.kit.validation import to_wire_name

Decision = Literal["confirm", "reverse"]

_ACTIONS: Mapping[tuple[ChangeKind, Decision], AuditAction] = {
    ("role_changed", "confirm"): "role.confirm_change",
    ("role_changed", "reverse"): "role.reverse_change",
    ("identity_changed", "confirm"): "account.confirm_change",
    ("identity_changed", "reverse"): "account.reverse_change",
}
_DONE: Mapping[tuple[ChangeKind, Decision], notifications.KindName] = {
    ("role_changed", "confirm"): "role.change_confirmed",
    ("role_changed", "reverse"): "role.change_reversed",
    ("identity_changed", "confirm"): "profile.change_confirmed",
    ("identity_changed", "reverse"): "profile.change_reversed",
}
_YOUR_PROFILE = "your profile"
_NOTHING_WAITS = "No change of this record waits any more."


def get(context: Context, kind: ChangeKind, record_id: Id) -> tuple[schemas.ChangeInReview, int]:
    """Return a change that waits, and its version. Raises QueueItemNotFound."""
    item = waiting_queries.find(context.tx, kind, record_id, context.now)
    change = reviews.find(context.tx, record_id)
    if item is None or change is None:
        raise errors.QueueItemNotFound
    members = [
        reviews.to_change(to_wire_name(name), change.before[name], value)
        for name, value in change.after.items()
    ]
    found = schemas.ChangeInReview(
        kind=kind,
        id=record_id,
        since=change.since,
        title=item.title,
        owner_id=change.account_id,
        version=change.version,
        members=members,
    )
    return found, change.version


def confirm(context: Context, kind: ChangeKind, record_id: Id, check_version: CheckVersion) -> None:
    """Accept a record as it is now.

    Raises QueueItemNotFound, AlreadyDecided and ChangedMeanwhile.
    """
    change = _end(context, kind, record_id, check_version)
    if kind == "identity_changed":
        account_status.notify_changed(context.tx, record_id)
    _record(context, change, "confirm", "")


def reverse(
    context: Context, kind: ChangeKind, record_id: Id, reason: str, check_version: CheckVersion
) -> None:
    """Set what changed back as it was accepted.

    Raises QueueItemNotFound, AlreadyDecided and ChangedMeanwhile.
    """
    change = _end(context, kind, record_id, check_version)
    if kind == "role_changed":
        roles.restore(context, record_id, change.before)
    else:
        profiles.restore(context, record_id, change.before)
        jobs.restore(context.tx, record_id, change.before)
        vendors.restore(context, record_id, change.before)
        account_status.restore(context, record_id, change.before)
    _record(context, change, "reverse", reason)


def _end(
    context: Context, kind: ChangeKind, record_id: Id, check_version: CheckVersion
) -> ChangeInReview:
    """Lock the record, take its change out of the queue, and return it.

    The lock is that of the owner's changes, so that none is between the check and the decision.
    """
    if kind == "role_changed":
        roles.lock(context.tx, record_id)
    else:
        account_status.lock(context.tx, record_id)
    item = waiting_queries.find(context.tx, kind, record_id, context.now)
    change = reviews.find(context.tx, record_id)
    if item is None or change is None:
        last = decisions.find_last(context.tx, record_id)
        if last.decision is None:
            raise errors.QueueItemNotFound
        raise decisions.AlreadyDecided(_NOTHING_WAITS, last)
    with decisions.named_in_refusals(context, record_id):
        check_version(change.version)
    reviews.end(context.tx, record_id)
    return change


def _record(context: Context, change: ChangeInReview, decision: Decision, reason: str) -> None:
    """Record a decision in the audit log, and notify the owner."""
    key = (change.kind, decision)
    changed = audit.changed(change.before, change.after)
    audit.note(context, _ACTIONS[key], target=change.id, changes=changed)
    title = "" if change.kind == "identity_changed" else roles.title(context.tx, change.id)
    new = notifications.New(_DONE[key], change.account_id, change.id, title)
    address, email = account_status.email(context.tx, change.account_id), None
    if address is not None:
        members = ", ".join(_to_words(name) for name in change.after)
        facts = (change.kind, decision, title or _YOUR_PROFILE, members, reason)
        email = emails.change_decided(address, change.account_id, *facts)
    notifications.leave_with_email(context, new, email)


def _to_words(name: str) -> str:
    return name.replace("_", " ")
