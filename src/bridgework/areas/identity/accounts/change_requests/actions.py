"""Ask the owner of a profile for changes, and note that the owner made one.

A request is open until the owner changes one of its members, or any member if it names none. It
then stays beside the account, with what changed, until an administrator decides: it ends when the
account no longer waits on one of the platforms on which it waited at the time of the request. That
is so if it is verified or disabled, and while its erasure is scheduled.

The functions are called in the transaction of the change, with the account locked.
"""

from collections.abc import Collection, Iterator

from bridgework.areas.history.reviews import actions as reviews
from bridgework.areas.history.reviews.schemas import MemberChange
from bridgework.areas.identity.accounts.change_requests import errors, queries, schemas
from bridgework.areas.identity.accounts.change_requests.fields import ProfileMemberName
from bridgework.areas.identity.accounts.change_requests.records import ChangeRequest, Values
from bridgework.context import Context
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx
from bridgework.kit.validation import to_wire_name

REFUSALS = (errors.NotInReview,)
"""The errors of `ask`."""

forget_administrator = queries.delete_administrator


def ask(
    context: Context, account_id: Id, message: str, members: Collection[ProfileMemberName]
) -> None:
    """Ask for changes in place of what was asked before. Raises NotInReview."""
    platforms = queries.list_platforms(context.tx, account_id)
    if not platforms:
        raise errors.NotInReview
    request = ChangeRequest(
        account_id=account_id,
        message=message,
        members=list(dict.fromkeys(members)),
        asked_at=context.now,
        asked_by=context.caller.account(),
        answered_at=None,
        platforms=sorted(platforms),
        before={},
    )
    before = _relevant(request, queries.list_values(context.tx, account_id))
    queries.put(context.tx, request._replace(before=before))


def note_change(context: Context) -> None:
    """Note that the caller has written one of the own profiles; what changed is compared."""
    account_id = context.caller.account()
    request = queries.find(context.tx, account_id)
    if request is None or request.answered_at is not None:
        return
    if _relevant(request, queries.list_values(context.tx, account_id)) != request.before:
        queries.update_answered(context.tx, account_id, context.now)


def follow_account(tx: Tx, account_id: Id) -> None:
    """End the request if the account no longer waits where it waited at that time."""
    request = queries.find(tx, account_id)
    if request is not None and not queries.list_platforms(tx, account_id) >= {*request.platforms}:
        queries.delete(tx, account_id)


def find_own(context: Context) -> schemas.ChangesAsked | None:
    """Return what an administrator asked the caller to change, None if nothing."""
    request = queries.find(context.tx, context.caller.account())
    if request is None:
        return None
    return schemas.ChangesAsked.from_row(request, at=request.asked_at)


def find(tx: Tx, account_id: Id) -> schemas.AdminChangesAsked | None:
    """Return what an account was asked to change, with what changed since; None if nothing."""
    request = queries.find(tx, account_id)
    if request is None:
        return None
    now = _relevant(request, queries.list_values(tx, account_id))
    by = request.asked_by and queries.find_administrator(tx, request.asked_by)
    return schemas.AdminChangesAsked.from_row(
        request, at=request.asked_at, by=by or None, changes=list(_changes(request.before, now))
    )


def _relevant(request: ChangeRequest, values: Values) -> Values:
    """Return the values of the members that a request names, or all if it names none."""
    return {
        name: value
        for name, value in values.items()
        if not request.members or _member(name) in request.members
    }


def _changes(before: Values, after: Values) -> Iterator[MemberChange]:
    for name in dict.fromkeys([*before, *after]):
        if before.get(name) != after.get(name):
            yield reviews.to_change(_member(name), before.get(name), after.get(name))


def _member(name: str) -> str:
    """Return the name in requests of a value."""
    return to_wire_name(name.rpartition(".")[2])
