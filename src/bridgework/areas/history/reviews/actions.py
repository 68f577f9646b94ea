"""Keep what an owner changed of a reviewed record, until an administrator confirms or reverses it.

The functions are called in the transaction of the change, with the record or its account locked.
Changes are collapsed: `before` stays what an administrator last accepted, and a record that is
again as it was then no longer waits.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from bridgework.areas.history.reviews import queries
from bridgework.areas.history.reviews.records import ChangeInReview
from bridgework.areas.history.reviews.schemas import ChangeKindName, MemberChange
from bridgework.context import Context
from bridgework.kit.core import Id, content_version
from bridgework.kit.data.db import Tx

Values = Mapping[str, object]

find = queries.find
end = queries.delete


def note_role(context: Context, role_id: Id, before: Values, after: Values) -> None:
    """Note what the caller, who owns an active role, changed of it."""
    record = (role_id, context.caller.account())
    _note(context.tx, context.now, "role_changed", record, before, after)


def note_identity(context: Context, before: Values, after: Values) -> bool:
    """Note what the caller changed of the own name, credentials and licenses, if verified.

    Returns whether something changed that waits, or that no longer does. An administrator's own
    change needs no review.
    """
    account_id, changed = context.caller.account(), _differences(before, after)
    if not changed:
        return False
    if context.caller.is_admin:
        accept(context.tx, account_id, changed)
        return True
    account = queries.find_account(context.tx, account_id)
    if account is None or not account.is_verified:
        return False
    record = (account_id, account_id)
    _note(context.tx, context.now, "identity_changed", record, before, changed)
    return True


def accept(tx: Tx, record_id: Id, members: Collection[str]) -> None:
    """Remove members from the change that waits: an administrator has just set them."""
    row = queries.find(tx, record_id)
    if row is not None:
        before = {name: value for name, value in row.before.items() if name not in members}
        _put(tx, row, before, row.after)


def follow_account(tx: Tx, account_id: Id) -> None:
    """Follow a change of an account: hide or show its changes, or end one that needs no review.

    An account that is verified on no platform any more is reviewed before it is verified again.
    """
    if not queries.has_any(tx, account_id):
        return
    account = queries.find_account(tx, account_id)
    if account is not None:
        queries.update_hidden(tx, account_id, is_hidden=account.is_hidden)
        if not account.is_verified:
            queries.delete(tx, account_id)


def to_change(member: str, before: object, after: object) -> MemberChange:
    """Return a changed member with both values as lines of text."""
    return MemberChange(member=member, before=list(_lines(before)), after=list(_lines(after)))


def _lines(value: object) -> Iterator[str]:
    """Yield a value as lines of text: one for each item of a list or member of an object."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield f"{name}: {', '.join(_lines(part))}"
    elif isinstance(value, list):
        for item in value:
            yield ", ".join(_parts(item))
    elif value not in (None, ""):
        yield str(value)


def _parts(item: object) -> Iterator[str]:
    """Yield what an item of a list states, as parts of one line."""
    if not isinstance(item, Mapping):
        yield from _lines(item)
        return
    for value in item.values():
        yield from _lines(value)


def _note(
    tx: Tx,
    now: datetime,
    kind: ChangeKindName,
    record: tuple[Id, Id],
    before: Values,
    after: Values,
) -> None:
    """Add to the change of a record; `record` is its ID and that of its owner."""
    changed = _differences(before, after)
    if not changed:
        return
    row = queries.find(tx, record[0])
    confirmed = {name: before.get(name) for name in changed}
    if row is not None:
        _put(tx, row, {**confirmed, **row.before}, {**row.after, **changed})
        return
    change = ChangeInReview(
        id=record[0],
        kind=kind,
        account_id=record[1],
        since=now,
        before=confirmed,
        after=changed,
        version=content_version([confirmed, changed]),
        is_hidden=False,
    )
    queries.add(tx, change)


def _put(tx: Tx, row: ChangeInReview, before: Values, after: Values) -> None:
    """Store what differs; without a difference the change ends."""
    now = _differences(before, {name: after[name] for name in before})
    then = {name: before[name] for name in now}
    if now:
        values = {"before": then, "after": now, "version": content_version([then, now])}
        queries.update(tx, row.id, values)
    else:
        queries.delete(tx, row.id)


def _differences(before: Values, after: Values) -> dict[str, object]:
    """Return the members of `after` that differ. What is empty equals what was never stated."""
    return {
        name: value
        for name, value in after.items()
        if (value or None) != (before.get(name) or None)
    }
