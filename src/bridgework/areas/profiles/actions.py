"""What people do with their profiles."""

from typing import Any

from bridgework.areas.accounts import account_status
from bridgework.areas.audit import actions as audit
from bridgework.areas.profiles import hooks, policies, queries
from bridgework.areas.profiles.policies import Fields
from bridgework.areas.profiles.schemas import (
    AdditionalDetailUpdateRequest,
    FullProfile,
    FullProfileUpdateRequest,
    Profile,
)
from bridgework.kit.http.context import Context

in_short = policies.in_short

_NOTHING: Fields = dict.fromkeys(Profile.model_fields)


def shown(context: Context) -> tuple[FullProfile, int]:
    """The caller's own profile, and its version."""
    kept = queries.profile(context.tx, context.caller.account())
    if policies.is_long(kept.fields):
        context.tx.move_to_thread()
    return _told(kept.account._asdict(), kept.fields), kept.version


def update(context: Context, body: FullProfileUpdateRequest) -> tuple[FullProfile, int]:
    """Change the caller's profile, and what it shows of the account."""
    of_account = body.provided()
    said = of_account.pop("profile", None)
    if "avatar_url" in of_account:
        of_account["avatar_url"] = of_account["avatar_url"] or None
    given = _given(said, "profile.") if isinstance(said, AdditionalDetailUpdateRequest) else {}
    return _changed(context, of_account, given, "profile.")


def update_details(
    context: Context, body: AdditionalDetailUpdateRequest
) -> tuple[FullProfile, int]:
    """Change some of the caller's profile."""
    return _changed(context, {}, _given(body, ""), "")


def _given(said: AdditionalDetailUpdateRequest, at: str) -> dict[str, Any]:
    """The members that were sent, as they are stored."""
    policies.must_run_forward(said, at)
    return said.model_dump(by_alias=False, include=said.model_fields_set)


def _changed(
    context: Context, of_account: Fields, given: Fields, at: str
) -> tuple[FullProfile, int]:
    """Merge what was given into what is there, so that nobody's members are lost to another's.

    What is sent as it stands already changes nothing, the version included.
    """
    account_id = context.caller.account()
    before = queries.locked_profile(context.tx, account_id)
    context.check_if_match(before.version)
    was = before.account._asdict()
    changes = {name: value for name, value in of_account.items() if value != was[name]}
    policies.must_be_open(was["role"], changes.get("role", was["role"]))
    fields = {**before.fields, **given}
    if not changes and fields == before.fields:
        return _told(was, fields), before.version
    policies.must_fit(fields, given, at)
    queries.put(context.tx, account_id, fields, before.version + 1, context.now)
    _note_role(context, was, changes)
    if fields and not was["on_matchmaker"]:
        changes["on_matchmaker"] = True
    if changes:
        account_status.change(context, account_id, changes)
    elif policies.is_seen(before.fields, fields):
        hooks.tell_of_change(context.tx, account_id)
    return _told({**was, **changes}, fields), before.version + 1


def _note_role(context: Context, was: Fields, changes: Fields) -> None:
    if "role" in changes:
        told = audit.changed(was, {"role": changes["role"]})
        audit.note(context, "account.change", target=context.caller.account(), changes=told)


def _told(account: Fields, fields: Fields) -> FullProfile:
    members = {name: account[name] for name in FullProfile.model_fields if name != "profile"}
    members["profile"] = {**_NOTHING, **fields}
    return FullProfile.model_validate(members, by_name=True, by_alias=False, strict=False)
