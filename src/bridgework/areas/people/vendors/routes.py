"""The operations of vendors and ambassadors."""

from bridgework.areas.identity.accounts.lifecycle.decisions import ChangedMeanwhile
from bridgework.areas.people.vendors import actions, errors, schemas
from bridgework.context import Context, RequestContext
from bridgework.kit.core import Id
from bridgework.kit.data.pagination import OffsetPage
from bridgework.kit.http.operations import PreRendered, Router, Tag, WithVersion
from bridgework.kit.security import admin, member

router = Router(
    "Vendors",
    members=Tag(
        "Vendors",
        "Your account on the vendors platform, and the directory of vendors and ambassadors.",
    ),
    administrators=Tag("Vendor administration", "Verify vendors and ambassadors."),
)


@router.get("/vendors/me", who=member)
def get_vendors_me(context: Context) -> schemas.VendorsAccount:
    """Return the caller's account on the vendors platform."""
    return actions.get_account(context, context.caller.account())


@router.patch("/vendors/me", who=member)
def update_vendors_me(
    context: Context, body: schemas.VendorsSelfUpdateRequest
) -> schemas.VendorsAccount:
    """Change the caller's account on the vendors platform.

    A changed role must be verified again.
    """
    return actions.update_me(context, body)


@router.get("/vendors/me/vendor-profile", who=member, errors=(errors.NotVendor,))
def get_vendor_profile(context: Context) -> WithVersion[schemas.VendorProfile]:
    """Return the caller's own vendor profile."""
    return WithVersion(*actions.get_vendor_profile(context))


@router.patch("/vendors/me/vendor-profile", who=member, if_match=True, errors=(errors.NotVendor,))
def update_vendor_profile(
    context: RequestContext, body: schemas.VendorProfileUpdateRequest
) -> WithVersion[schemas.VendorProfile]:
    """Change the caller's own vendor profile. Null clears a member."""
    return WithVersion(*actions.update_vendor_profile(context, body, context.check_version))


@router.get("/vendors/me/ambassador-profile", who=member, errors=(errors.NotAmbassador,))
def get_ambassador_profile(context: Context) -> WithVersion[schemas.AmbassadorProfile]:
    """Return the caller's own ambassador profile."""
    return WithVersion(*actions.get_ambassador_profile(context))


@router.patch(
    "/vendors/me/ambassador-profile",
    who=member,
    if_match=True,
    errors=(errors.NotAmbassador,),
)
def update_ambassador_profile(
    context: RequestContext, body: schemas.AmbassadorProfileUpdateRequest
) -> WithVersion[schemas.AmbassadorProfile]:
    """Change the caller's own ambassador profile. Null clears a member."""
    return WithVersion(*actions.update_ambassador_profile(context, body, context.check_version))


@router.get("/vendors/directory", who=member.or_partner("vendors:read"))
def list_vendor_directory(
    context: Context, query: schemas.ListVendorDirectoryQuery
) -> PreRendered[OffsetPage[schemas.DirectoryEntry]]:
    """List verified vendors and ambassadors by name.

    Every word of `search` must match; the last word also matches as a prefix. Any of `categories`
    and any of `subcategories` must match. Case and accents are ignored. `videoUrl` is the URL of
    the uploaded video, if there is one, otherwise the URL given in the profile.
    """
    return PreRendered(actions.list_entries(context, query))


@router.get(
    "/vendors/directory/{userId}",
    who=member.or_partner("vendors:read"),
    not_found=errors.EntryNotFound,
)
def get_vendor_directory_entry(
    context: Context, account_id: Id
) -> PreRendered[schemas.ReadDirectoryEntry]:
    """Return the directory entry of a verified vendor or ambassador.

    Administrators also read the entry of one who is hidden or whose account is disabled, with
    `hidden`.
    """
    return PreRendered(actions.read_entry(context, account_id))


@router.patch(
    "/admin/vendors/{userId}",
    who=admin,
    not_found=errors.NotOnVendors,
    if_match=True,
    errors=(ChangedMeanwhile,),
)
def admin_set_vendor(
    context: RequestContext, account_id: Id, body: schemas.AdminSetVendorRequest
) -> schemas.VendorsAccount:
    """Set the tier of a vendor or ambassador, including `pro`, and the number of paid leads.

    One who is verified by it, or not verified any more, is notified by e-mail. `If-Match` takes the
    ETag of `adminGetUser` or `adminGetProfile`.
    """
    return actions.set_vendor(context, account_id, body, context.check_version)
