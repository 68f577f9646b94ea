"""Read and update the caller's profile."""

from collections.abc import Mapping

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.reviews import actions as reviews
from bridgework.areas.identity.accounts.change_requests import actions as change_requests
from bridgework.areas.identity.accounts.lifecycle import account_status
from bridgework.areas.people.profiles import errors, hooks, listing, policies, queries, schemas
from bridgework.areas.people.profiles.records import NO_FIELDS
from bridgework.context import Context
from bridgework.kit.actions import CheckVersion
from bridgework.kit.core import Id
from bridgework.kit.data.db import Tx, replaced
from bridgework.kit.validation import or_none, to_wire_name

searchable_fields = policies.searchable_fields
is_admitted, is_listed = listing.is_admitted, listing.is_listed
would_be_listed = listing.would_be_listed
with_verification = listing.with_verification

_NAMES = {to_wire_name(name): name for name in schemas.Profile.model_fields}
"""The Python names of the members of a profile, by their names in requests."""


def get_profile(context: Context) -> tuple[schemas.FullProfile, int]:
    """Return the caller's profile and its version."""
    stored = queries.get_profile(context.tx, context.caller.account())
    if policies.is_large(stored.fields):
        context.tx.move_to_thread()
    profile = schemas.FullProfile.from_row(
        stored.account,
        change_in_review_since=stored.change_in_review_since,
        profile=stored.fields._asdict(),
        listing=listing.listing_of(stored.account, stored.fields),
    )
    return profile, stored.version


def get_stored_profile(tx: Tx, account_id: Id) -> tuple[schemas.Profile | None, schemas.Listing]:
    """Return the profile of an account, None if it was never stored, and its listing."""
    stored = queries.get_profile(tx, account_id)
    found = listing.listing_of(stored.account, stored.fields)
    if stored.version == 0:
        return None, found
    return schemas.Profile.from_row(stored.fields), found


def restore(context: Context, account_id: Id, values: Mapping[str, object]) -> None:
    """Set the fields among `values` back, without their hooks. They are not validated again.

    A profile that was extended meanwhile can exceed its limit, which must not keep the former text.
    """
    fields = {name: values[name] for name in policies.IDENTITY_FIELDS if name in values}
    if fields:
        before = queries.lock_profile(context.tx, account_id)
        stored = replaced(before.fields, fields)
        queries.put(context.tx, account_id, stored, before.version + 1, context.now)


def get_listing(context: Context) -> schemas.Listing:
    """Return whether the directory of experts lists the caller."""
    stored = queries.get_profile(context.tx, context.caller.account())
    return listing.listing_of(stored.account, stored.fields)


def update_profile(
    context: Context, body: schemas.FullProfileUpdateRequest, check_version: CheckVersion
) -> tuple[schemas.FullProfile, int]:
    """Change the caller's profile, and the members of the account that it contains."""
    of_account, details = body.provided(), or_none(body.profile)
    of_account.pop("profile", None)
    if "avatar_url" in of_account:
        of_account["avatar_url"] = of_account["avatar_url"] or None
    of_profile = {} if details is None else _provided_fields(details, "profile.")
    return _apply(context, of_account, of_profile, "profile.", check_version)


def update_details(
    context: Context, body: schemas.AdditionalDetailUpdateRequest, check_version: CheckVersion
) -> tuple[schemas.FullProfile, int]:
    """Change some members of the caller's profile."""
    return _apply(context, {}, _provided_fields(body, ""), "", check_version)


def clear_member(
    context: Context, name: str, check_version: CheckVersion
) -> tuple[schemas.FullProfile, int]:
    """Set a member of the caller's profile to null. Raises ProfileMemberNotFound."""
    cleared = _NAMES.get(name)
    if cleared is None:
        raise errors.ProfileMemberNotFound
    return _apply(context, {}, {cleared: None}, "", check_version)


def _provided_fields(body: schemas.AdditionalDetailUpdateRequest, path: str) -> dict[str, object]:
    """The members that were sent, as they are stored."""
    policies.must_end_after_start(body, path)
    members: dict[str, object] = body.model_dump(by_alias=False, include=body.model_fields_set)
    return members


def _apply(
    context: Context,
    of_account: Mapping[str, object],
    of_profile: Mapping[str, object],
    path: str,
    check_version: CheckVersion,
) -> tuple[schemas.FullProfile, int]:
    """Merge the provided members into the locked profile, so concurrent updates are not lost.

    An update that changes no value leaves the version unchanged.
    """
    account_id = context.caller.account()
    before = queries.lock_profile(context.tx, account_id)
    check_version(before.version)
    account = before.account._asdict()
    changes = {name: value for name, value in of_account.items() if value != account[name]}
    role = str(changes.get("role", before.account.role))
    policies.must_be_self_assignable(before.account.role, role)
    fields = replaced(before.fields, of_profile)
    if not changes and fields == before.fields:
        return get_profile(context)
    policies.must_fit(fields, of_profile, path)
    queries.put(context.tx, account_id, fields, before.version + 1, context.now)
    _audit_role_change(context, account, changes)
    after = {**changes, **of_profile}
    is_noted = reviews.note_identity(
        context,
        {**account, **before.fields._asdict()},
        {name: after[name] for name in policies.IDENTITY if name in after},
    )
    if fields != NO_FIELDS and not before.account.on_matchmaker:
        changes["on_matchmaker"] = True
    if changes:
        account_status.change(context, account_id, changes)
    elif is_noted:
        account_status.notify_changed(context.tx, account_id)
    elif policies.is_visible_change(before.fields, fields):
        hooks.notify_change(context.tx, account_id)
    change_requests.note_change(context)
    return get_profile(context)


def _audit_role_change(
    context: Context, before: Mapping[str, object], changes: Mapping[str, object]
) -> None:
    if "role" in changes:
        difference = audit.changed(before, {"role": changes["role"]})
        audit.note(context, "account.change", target=context.caller.account(), changes=difference)
