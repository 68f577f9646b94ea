"""What vendors and ambassadors say of themselves, and what administrators set of them."""

from collections.abc import Mapping
from typing import Any

from bridgework.areas.accounts import account_status
from bridgework.areas.audit import actions as audit
from bridgework.areas.audit.schemas import AuditChange
from bridgework.areas.uploads import actions as uploads
from bridgework.areas.vendors import errors, policies, queries, serializers
from bridgework.areas.vendors.schemas import (
    AdminSetVendorRequest,
    AmbassadorProfile,
    AmbassadorProfileUpdateRequest,
    ListVendorDirectoryQuery,
    VendorProfile,
    VendorProfileUpdateRequest,
    VendorsAccount,
    VendorsSelfUpdateRequest,
)
from bridgework.kit.auth import Caller
from bridgework.kit.db.transaction import Tx
from bridgework.kit.errors import ValidationFailed
from bridgework.kit.http.context import Context
from bridgework.kit.ids import Id
from bridgework.kit.pagination import offset
from bridgework.kit.schemas import RequestBody

_OF_ACCOUNT = ("first_name", "last_name", "vendors_onboarding_step")
_CAP = "monthly_paid_lead_cap"
_NOTHING: Mapping[str, Any] = {}


def me(context: Context, account_id: Id) -> VendorsAccount:
    """An account as the vendors' site shows it. Raises NotOnVendors."""
    found = queries.account(context.tx, account_id)
    if found is None:
        raise errors.NotOnVendors
    return found


def update_me(context: Context, body: VendorsSelfUpdateRequest) -> VendorsAccount:
    """Change one's own account; another role is to be verified anew."""
    account_id = context.caller.account()
    before = queries.locked_account(context.tx, account_id)
    changes = body.provided()
    role = changes.get("vendors_role")
    if before is not None and role is not None and role != before.vendors_role:
        changes["vendors_verification_tier"] = "not-verified"
        told = audit.changed({"vendors_role": before.vendors_role}, {"vendors_role": role})
        audit.note(context, "account.change", target=account_id, changes=told)
    account_status.change(context, account_id, changes)
    return me(context, account_id)


def vendor_profile(context: Context) -> tuple[VendorProfile, int]:
    """The caller's vendor profile, and its version."""
    fields, version, _ = _profile(context, policies.VENDOR)
    return VendorProfile.model_validate(fields, by_name=True, by_alias=False, strict=False), version


def ambassador_profile(context: Context) -> tuple[AmbassadorProfile, int]:
    """The caller's ambassador profile, and its version."""
    fields, version, cap = _profile(context, policies.AMBASSADOR)
    members = {**fields, "monthly_paid_lead_cap": cap}
    told = AmbassadorProfile.model_validate(members, by_name=True, by_alias=False, strict=False)
    return told, version


def update_vendor_profile(
    context: Context, body: VendorProfileUpdateRequest
) -> tuple[VendorProfile, int]:
    """Change the caller's vendor profile. Raises ValidationFailed for a foreign path."""
    _update(context, policies.VENDOR, body)
    return vendor_profile(context)


def update_ambassador_profile(
    context: Context, body: AmbassadorProfileUpdateRequest
) -> tuple[AmbassadorProfile, int]:
    """Change the caller's ambassador profile. Raises ValidationFailed for a foreign path."""
    _update(context, policies.AMBASSADOR, body)
    return ambassador_profile(context)


def listed(context: Context, query: ListVendorDirectoryQuery) -> bytes:
    """A page of the directory."""
    rows, total = queries.page(context.tx, query)
    items = [serializers.entry(context.app.storage, row) for row in rows]
    return offset.join_page(query, items, total)


def entry(context: Context, account_id: Id) -> bytes:
    """Somebody's entry. Raises EntryNotFound."""
    found = queries.entry(context.tx, account_id)
    if found is None:
        raise errors.EntryNotFound
    return serializers.entry(context.app.storage, found)


def set_vendor(context: Context, account_id: Id, body: AdminSetVendorRequest) -> VendorsAccount:
    """Set what only administrators set: the tier, and the leads that are paid for."""
    before = queries.locked_account(context.tx, account_id)
    if before is None or before.vendors_role is None:
        raise errors.NotOnVendors
    changes: dict[str, Any] = body.provided()
    told = audit.changed(before._asdict(), {n: v for n, v in changes.items() if n != _CAP})
    if _CAP in changes:
        cap = changes.pop(_CAP)
        paid = policies.UNPAID if cap is None else cap
        told += _change_cap(context, account_id, before.vendors_role, paid)
    account_status.change(context, account_id, changes)
    audit.note(context, "vendor.set", target=account_id, changes=told)
    return me(context, account_id)


def relist(tx: Tx, account_id: Id) -> None:
    """Make the directory follow what an account and its profile are now."""
    subject = queries.subject(tx, account_id)
    if policies.is_listed(subject):
        queries.put_entry(tx, serializers.render(subject, subject.fields or {}))
    else:
        queries.drop_entry(tx, account_id)


def shows(tx: Tx, _: Caller, account_id: Id) -> bool:
    """Whether somebody stands in the directory of vendors and ambassadors."""
    return queries.has_entry(tx, account_id)


def needs(tx: Tx, object_path: str) -> bool:
    """Whether the profile of the uploader names the upload at this path."""
    owner_id = uploads.find_owner(tx, object_path)
    return owner_id is not None and any(
        object_path in policies.paths_of(fields) for fields in queries.all_fields(tx, owner_id)
    )


def may_read(tx: Tx, caller: Caller, object_path: str) -> bool:
    """Whether the caller may read what hangs on a profile: administrators, who verify vendors."""
    return caller.is_admin and needs(tx, object_path)


def _change_cap(context: Context, account_id: Id, kind: str, paid: float) -> list[AuditChange]:
    """Write how many leads a month are paid for; what the audit log is told of it."""
    profile = queries.profile(context.tx, account_id, kind)
    was = policies.UNPAID if profile is None else profile.monthly_paid_lead_cap
    queries.put_profile(context.tx, account_id, kind, context.now, monthly_paid_lead_cap=paid)
    return audit.changed({_CAP: policies.noted(was)}, {_CAP: policies.noted(paid)})


def _profile(context: Context, kind: str) -> tuple[Mapping[str, Any], int, float]:
    """The caller's profile of a kind, which must be the kind they are."""
    policies.must_be(context.caller, kind)
    row = queries.profile(context.tx, context.caller.account(), kind)
    names = (VendorProfile if kind == policies.VENDOR else AmbassadorProfile).model_fields
    empty = dict.fromkeys(names)
    if row is None:
        return empty, 0, policies.UNPAID
    return {**empty, **row.fields}, row.version, policies.plain(row.monthly_paid_lead_cap)


def _update(context: Context, kind: str, body: RequestBody) -> None:
    policies.must_be(context.caller, kind)
    given = body.model_dump(mode="json", by_alias=False, exclude_unset=True)
    account_id = context.caller.account()
    queries.locked_account(context.tx, account_id)
    before = queries.profile(context.tx, account_id, kind)
    context.check_if_match(0 if before is None else before.version)
    _must_own_paths(context, given)
    of_account = {name: given.pop(name) for name in _OF_ACCOUNT if name in given}
    if given:
        fields = {**(before.fields if before is not None else _NOTHING), **given}
        queries.put_profile(context.tx, account_id, kind, context.now, fields=fields)
    account_status.change(context, account_id, of_account)
    relist(context.tx, account_id)


def _must_own_paths(context: Context, given: Mapping[str, Any]) -> None:
    """Raise ValidationFailed for each path that is not a ready upload of the caller's."""
    account_id = context.caller.account()
    video = given.get(policies.VIDEO)
    attachments = enumerate(given.get(policies.ATTACHMENTS) or ())
    faults = [
        *uploads.validate_paths(
            context.tx,
            account_id,
            "vendor-videos",
            [] if video is None else [("videoObjectPath", video)],
        ),
        *uploads.validate_paths(
            context.tx,
            account_id,
            "vendor-attachments",
            [(f"attachmentPaths[{number}]", path) for number, path in attachments],
        ),
    ]
    if faults:
        raise ValidationFailed(*faults)
