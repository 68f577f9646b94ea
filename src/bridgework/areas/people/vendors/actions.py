"""Reads and changes of accounts, profiles and directory entries."""

from collections.abc import Iterator, Mapping, Sequence

from pydantic import MISSING

from bridgework.areas.history.audit import actions as audit
from bridgework.areas.history.audit.schemas import AuditChange
from bridgework.areas.history.changes import actions as change_feed
from bridgework.areas.history.reviews import actions as reviews
from bridgework.areas.identity.accounts.change_requests import actions as change_requests
from bridgework.areas.identity.accounts.lifecycle import account_status, decisions, review
from bridgework.areas.identity.accounts.schemas import VendorsRole
from bridgework.areas.identity.uploads import actions as uploads
from bridgework.areas.people.profiles import verification
from bridgework.areas.people.profiles.verification import Decided
from bridgework.areas.people.vendors import errors, policies, queries, schemas, serializers
from bridgework.areas.people.vendors.records import NO_FIELDS, Fields
from bridgework.context import Context
from bridgework.kit.actions import CheckVersion, hidden_profile
from bridgework.kit.core import Id, ValidationFailed
from bridgework.kit.data.db import Tx, of_members, replaced
from bridgework.kit.data.pagination import offset
from bridgework.kit.security import Caller
from bridgework.kit.validation import RequestBody, or_none

_ACCOUNT_MEMBERS = ("first_name", "last_name", "vendors_onboarding_step")
_LEAD_CAP = "monthly_paid_lead_cap"


def get_account(context: Context, account_id: Id) -> schemas.VendorsAccount:
    """Return an account of the vendors platform. Raises NotOnVendors."""
    account = queries.find_account(context.tx, account_id)
    if account is None:
        raise errors.NotOnVendors
    return account


def update_me(context: Context, body: schemas.VendorsSelfUpdateRequest) -> schemas.VendorsAccount:
    """Change the caller's account. A changed role resets the verification tier."""
    account_id = context.caller.account()
    before = queries.lock_account(context.tx, account_id)
    changes = body.provided()
    role = or_none(body.vendors_role)
    if before is not None and role is not None and role != before.vendors_role:
        changes["vendors_verification_tier"] = "not-verified"
        changed_fields = audit.changed(
            {"vendors_role": before.vendors_role}, {"vendors_role": role}
        )
        audit.note(context, "account.change", target=account_id, changes=changed_fields)
    if before is not None:
        reviews.note_identity(context, before._asdict(), policies.identity_of(changes))
    account_status.change(context, account_id, changes)
    change_requests.note_change(context)
    return get_account(context, account_id)


def restore(context: Context, account_id: Id, values: Mapping[str, object]) -> None:
    """Set the vendor's company name back if it is among `values`, without the hooks."""
    if policies.COMPANY in values:
        stored = queries.find_profile(context.tx, account_id, policies.VENDOR)
        before = NO_FIELDS if stored is None else stored.fields
        fields = replaced(before, {policies.COMPANY: values[policies.COMPANY]})
        queries.put_profile(context.tx, account_id, policies.VENDOR, context.now, fields=fields)


def get_vendor_profile(context: Context) -> tuple[schemas.VendorProfile, int]:
    """Return the caller's vendor profile and its version. Raises NotVendor."""
    fields, version, _ = _get_profile(context, policies.VENDOR)
    return _to_vendor(fields), version


def get_ambassador_profile(context: Context) -> tuple[schemas.AmbassadorProfile, int]:
    """Return the caller's ambassador profile and its version. Raises NotAmbassador."""
    fields, version, cap = _get_profile(context, policies.AMBASSADOR)
    return _to_ambassador(fields, cap), version


def get_stored_profiles(
    tx: Tx, account_id: Id
) -> tuple[schemas.VendorProfile | None, schemas.AmbassadorProfile | None]:
    """Return the profiles of an account, also those of a former role; None if never stored."""
    stored = {profile.kind: profile for profile in queries.list_profiles(tx, account_id)}
    vendor, ambassador = stored.get(policies.VENDOR), stored.get(policies.AMBASSADOR)
    return (
        None if vendor is None else _to_vendor(vendor.fields),
        None
        if ambassador is None
        else _to_ambassador(
            ambassador.fields, policies.to_plain_number(ambassador.monthly_paid_lead_cap)
        ),
    )


def update_vendor_profile(
    context: Context, body: schemas.VendorProfileUpdateRequest, check_version: CheckVersion
) -> tuple[schemas.VendorProfile, int]:
    """Change the caller's vendor profile.

    Raises ValidationFailed for a path that is no upload of the caller.
    """
    _update(context, policies.VENDOR, body, check_version)
    return get_vendor_profile(context)


def update_ambassador_profile(
    context: Context, body: schemas.AmbassadorProfileUpdateRequest, check_version: CheckVersion
) -> tuple[schemas.AmbassadorProfile, int]:
    """Change the caller's ambassador profile.

    Raises ValidationFailed for a path that is no upload of the caller.
    """
    _update(context, policies.AMBASSADOR, body, check_version)
    return get_ambassador_profile(context)


def list_entries(context: Context, query: schemas.ListVendorDirectoryQuery) -> bytes:
    """Return a page of the directory as JSON."""
    listed, total = queries.list_entries(context.tx, query)
    items = [serializers.to_json(context.app.storage, entry) for entry in listed]
    return offset.join_page(query, items, total)


def export_entries(
    context: Context, query: schemas.ListVendorDirectoryQuery
) -> Iterator[Sequence[schemas.DirectoryEntry]]:
    """Return the matching entries of the directory in batches."""
    storage = context.app.storage
    for batch in queries.list_batches(context.app.database, query):
        yield [
            schemas.DirectoryEntry.model_validate_json(serializers.to_json(storage, entry))
            for entry in batch
        ]


def read_entry(context: Context, account_id: Id) -> bytes:
    """Return the entry of an account as JSON, to administrators also one that is hidden.

    Raises EntryNotFound.
    """
    stored = queries.find_entry(context.tx, account_id)
    if stored is not None:
        return serializers.to_json(context.app.storage, stored)[:-1] + b',"hidden":null}'
    entry = _find_hidden(context, account_id) if context.caller.is_admin else None
    if entry is None:
        raise errors.EntryNotFound
    return entry.model_dump_json(by_alias=True).encode()


def set_vendor(
    context: Context,
    account_id: Id,
    body: schemas.AdminSetVendorRequest,
    check_version: CheckVersion,
) -> schemas.VendorsAccount:
    """Set the verification tier and the number of paid leads, as an administrator."""
    before = queries.lock_account(context.tx, account_id)
    if before is None or before.vendors_role is None:
        raise errors.NotOnVendors
    with decisions.named_in_refusals(context, account_id):
        check_version(review.version(context.tx, account_id))
    changes = body.provided()
    changed_fields = audit.changed(
        before._asdict(), {name: value for name, value in changes.items() if name != _LEAD_CAP}
    )
    if body.monthly_paid_lead_cap is not MISSING:
        del changes[_LEAD_CAP]
        cap = body.monthly_paid_lead_cap or policies.NO_PAID_LEADS
        changed_fields += _change_lead_cap(context, account_id, before.vendors_role, cap)
    account_status.change(context, account_id, changes)
    audit.note(context, "vendor.set", target=account_id, changes=changed_fields)
    after = get_account(context, account_id)
    tiers = before.vendors_verification_tier, after.vendors_verification_tier
    verification.notify(context, account_id, Decided(after.vendors_role, *tiers))
    return after


def find_stale(tx: Tx) -> Sequence[Id]:
    """Return some accounts whose entries an earlier version of the software indexed."""
    return queries.list_stale(tx)


def reindex_stale(tx: Tx, account_id: Id) -> None:
    """Update the directory entry of an account that is not locked."""
    queries.lock_entries(tx)  # before the account is read, so that no later change is lost
    reindex(tx, account_id)


def reindex(tx: Tx, account_id: Id) -> None:
    """Add, update or remove the directory entry of an account according to its current state."""
    member, before = queries.get_member(tx, account_id), queries.find_entry(tx, account_id)
    if policies.is_listed(member.account):
        rendered = serializers.render(member)
        queries.put_entry(tx, rendered)
        if before is None:
            change_feed.announce(tx, "vendor.listed", account_id)
        elif before.entry != rendered.values.entry:
            change_feed.announce(tx, "vendor.changed", account_id)
    elif before is not None:
        queries.delete_entry(tx, account_id)
        change_feed.announce(tx, "vendor.unlisted", account_id)


def is_visible(tx: Tx, _: Caller, account_id: Id) -> bool:
    """Whether the account is listed in the directory, which all members may read."""
    return queries.has_entry(tx, account_id)


def references_file(tx: Tx, object_path: str) -> bool:
    """Whether a profile of the uploader contains the upload."""
    owner_id = uploads.find_owner(tx, object_path)
    return owner_id is not None and any(
        object_path in policies.object_paths(profile.fields)
        for profile in queries.list_profiles(tx, owner_id)
    )


def may_read(tx: Tx, caller: Caller, object_path: str) -> bool:
    """Whether the caller may read an upload of a profile: administrators may, to verify vendors."""
    return caller.is_admin and references_file(tx, object_path)


def _change_lead_cap(
    context: Context, account_id: Id, kind: VendorsRole, cap: float
) -> list[AuditChange]:
    """Set the number of paid leads per month, and return the change for the audit log."""
    profile = queries.find_profile(context.tx, account_id, kind)
    before = policies.NO_PAID_LEADS if profile is None else profile.monthly_paid_lead_cap
    queries.put_profile(context.tx, account_id, kind, context.now, monthly_paid_lead_cap=cap)
    return audit.changed(
        {_LEAD_CAP: policies.to_audit_value(before)}, {_LEAD_CAP: policies.to_audit_value(cap)}
    )


def _get_profile(context: Context, kind: VendorsRole) -> tuple[Fields, int, float]:
    """Return the fields, the version and the paid leads of the caller's profile."""
    policies.must_have_role(context.caller, kind)
    stored = queries.find_profile(context.tx, context.caller.account(), kind)
    if stored is None:
        return NO_FIELDS, 0, policies.NO_PAID_LEADS
    return stored.fields, stored.version, policies.to_plain_number(stored.monthly_paid_lead_cap)


def _to_vendor(fields: Fields) -> schemas.VendorProfile:
    return schemas.VendorProfile.from_row(fields)


def _to_ambassador(fields: Fields, lead_cap: float) -> schemas.AmbassadorProfile:
    return schemas.AmbassadorProfile.from_row(fields, monthly_paid_lead_cap=lead_cap)


def _update(
    context: Context, kind: VendorsRole, body: RequestBody, check_version: CheckVersion
) -> None:
    policies.must_have_role(context.caller, kind)
    provided: dict[str, object] = body.model_dump(mode="json", by_alias=False, exclude_unset=True)
    account_id = context.caller.account()
    account = queries.lock_account(context.tx, account_id)
    before = queries.find_profile(context.tx, account_id, kind)
    check_version(0 if before is None else before.version)
    identity = policies.identity_of(provided)
    of_account = {name: provided.pop(name) for name in _ACCOUNT_MEMBERS if name in provided}
    _must_own_paths(context, of_members(Fields, provided))
    fields = NO_FIELDS if before is None else before.fields
    names = {} if account is None else account._asdict()
    is_noted = reviews.note_identity(context, {**names, **fields._asdict()}, identity)
    if provided:
        fields = replaced(fields, provided)
        queries.put_profile(context.tx, account_id, kind, context.now, fields=fields)
    account_status.change(context, account_id, of_account)
    if is_noted and not of_account:
        account_status.notify_changed(context.tx, account_id)
    reindex(context.tx, account_id)
    change_requests.note_change(context)


def _find_hidden(context: Context, account_id: Id) -> schemas.ReadDirectoryEntry | None:
    """Return an entry that is not listed only because the account is hidden or disabled."""
    member = queries.find_member(context.tx, account_id)
    if member is None or not policies.would_be_listed(member.account):
        return None
    hidden = hidden_profile(context.tx, context.caller, member.account)
    members = {**dict(serializers.to_entry(member)), "hidden": hidden}
    video = member.profile.video_object_path
    if video is not None:
        members["video_url"] = context.app.storage.public_url(video)
    return schemas.ReadDirectoryEntry(**members)


def _must_own_paths(context: Context, provided: Fields) -> None:
    """Raise ValidationFailed unless each path is a complete upload of the caller."""
    account_id = context.caller.account()
    video = provided.video_object_path
    attachments = enumerate(provided.attachment_paths or ())
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
