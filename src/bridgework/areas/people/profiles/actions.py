"""Read and update the caller's profile."""

from typing import Any

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.identity.accounts.lifecycle import account_status
from bridgework.areas.people.profiles import hooks, policies, queries, schemas
from bridgework.areas.people.profiles.policies import Fields
from bridgework.context import Context
from bridgework.kit.actions import CheckVersion

searchable_fields = policies.searchable_fields

_EMPTY: Fields = dict.fromkeys(schemas.Profile.model_fields)


def get_profile(context: Context) -> tuple[schemas.FullProfile, int]:
    """Return the caller's profile and its version."""
    profile = queries.get_profile(context.tx, context.caller.account())
    if policies.is_large(profile.fields):
        context.tx.move_to_thread()
    return _to_schema(profile.account._asdict(), profile.fields), profile.version


def update_profile(
    context: Context, body: schemas.FullProfileUpdateRequest, check_version: CheckVersion
) -> tuple[schemas.FullProfile, int]:
    """Change the caller's profile, and the members of the account that it contains."""
    of_account = body.provided()
    details = of_account.pop("profile", None)
    if "avatar_url" in of_account:
        of_account["avatar_url"] = of_account["avatar_url"] or None
    of_profile: Fields = {}
    if isinstance(details, schemas.AdditionalDetailUpdateRequest):
        of_profile = _provided_fields(details, "profile.")
    return _apply(context, of_account, of_profile, "profile.", check_version)


def update_details(
    context: Context, body: schemas.AdditionalDetailUpdateRequest, check_version: CheckVersion
) -> tuple[schemas.FullProfile, int]:
    """Change some members of the caller's profile."""
    return _apply(context, {}, _provided_fields(body, ""), "", check_version)


def _provided_fields(body: schemas.AdditionalDetailUpdateRequest, path: str) -> dict[str, Any]:
    """The members that were sent, as they are stored."""
    policies.must_end_after_start(body, path)
    return body.model_dump(by_alias=False, include=body.model_fields_set)


def _apply(
    context: Context,
    of_account: Fields,
    of_profile: Fields,
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
    policies.must_be_self_assignable(account["role"], changes.get("role", account["role"]))
    fields = {**before.fields, **of_profile}
    if not changes and fields == before.fields:
        return _to_schema(account, fields), before.version
    policies.must_fit(fields, of_profile, path)
    queries.put(context.tx, account_id, fields, before.version + 1, context.now)
    _audit_role_change(context, account, changes)
    if fields and not account["on_matchmaker"]:
        changes["on_matchmaker"] = True
    if changes:
        account_status.change(context, account_id, changes)
    elif policies.is_visible_change(before.fields, fields):
        hooks.notify_change(context.tx, account_id)
    return _to_schema({**account, **changes}, fields), before.version + 1


def _audit_role_change(context: Context, before: Fields, changes: Fields) -> None:
    if "role" in changes:
        difference = audit.changed(before, {"role": changes["role"]})
        audit.note(context, "account.change", target=context.caller.account(), changes=difference)


def _to_schema(account: Fields, fields: Fields) -> schemas.FullProfile:
    members = {
        name: account[name] for name in schemas.FullProfile.model_fields if name != "profile"
    }
    members["profile"] = {**_EMPTY, **fields}
    return schemas.FullProfile.from_row(members)
