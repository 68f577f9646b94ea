"""The operations of vendors and ambassadors: contract section 3.10."""

from bridgework.areas.vendors import actions, rules
from bridgework.areas.vendors.shapes import (
    AdminSetVendorRequest,
    AmbassadorProfile,
    AmbassadorProfileUpdateRequest,
    DirectoryEntry,
    DirectoryEntryPage,
    ListVendorDirectoryQuery,
    VendorProfile,
    VendorProfileUpdateRequest,
    VendorsAccount,
    VendorsSelfUpdateRequest,
)
from bridgework.kit.auth import admin, member
from bridgework.kit.http.context import Call
from bridgework.kit.http.results import Versioned
from bridgework.kit.http.router import Area
from bridgework.kit.ids import Id

area = Area("Vendors")


@area.get("/vendors/me", who=member)
def get_vendors_me(call: Call) -> VendorsAccount:
    """Read one's own account as the vendors' site has it."""
    return actions.me(call, call.caller.account())


@area.patch("/vendors/me", who=member)
def update_vendors_me(call: Call, body: VendorsSelfUpdateRequest) -> VendorsAccount:
    """Change one's own account. With another role one is to be verified anew."""
    return actions.update_me(call, body)


@area.get("/vendors/me/vendor-profile", who=member, problems=(rules.NotVendor,))
def get_vendor_profile(call: Call) -> Versioned[VendorProfile]:
    """Read one's own vendor profile."""
    return Versioned(*actions.vendor_profile(call))


@area.patch("/vendors/me/vendor-profile", who=member, versioned=True, problems=(rules.NotVendor,))
def update_vendor_profile(call: Call, body: VendorProfileUpdateRequest) -> Versioned[VendorProfile]:
    """Change one's own vendor profile; null clears a member."""
    return Versioned(*actions.update_vendor_profile(call, body))


@area.get("/vendors/me/ambassador-profile", who=member, problems=(rules.NotAmbassador,))
def get_ambassador_profile(call: Call) -> Versioned[AmbassadorProfile]:
    """Read one's own ambassador profile."""
    return Versioned(*actions.ambassador_profile(call))


@area.patch(
    "/vendors/me/ambassador-profile",
    who=member,
    versioned=True,
    problems=(rules.NotAmbassador,),
)
def update_ambassador_profile(
    call: Call, body: AmbassadorProfileUpdateRequest
) -> Versioned[AmbassadorProfile]:
    """Change one's own ambassador profile; null clears a member."""
    return Versioned(*actions.update_ambassador_profile(call, body))


@area.get("/vendors/directory", who=member.or_partner("vendors:read"))
def list_vendor_directory(call: Call, query: ListVendorDirectoryQuery) -> DirectoryEntryPage:
    """List verified vendors and ambassadors, by name.

    Every word of `search` must be found, the last one as a beginning. Of `categories` any one is
    enough, and of `subcategories`. Case and accents don't matter. `videoUrl` is the address of the
    stored file where a video was uploaded, otherwise the address that the profile gives.
    """
    return actions.listed(call, query)


@area.get(
    "/vendors/directory/{userId}",
    who=member.or_partner("vendors:read"),
    missing=rules.EntryNotFound,
)
def get_vendor_directory_entry(call: Call, account_id: Id) -> DirectoryEntry:
    """Read the entry of one verified vendor or ambassador."""
    return actions.entry(call, account_id)


@area.patch("/admin/vendors/{userId}", who=admin, missing=rules.NotOnVendors)
def admin_set_vendor(call: Call, account_id: Id, body: AdminSetVendorRequest) -> VendorsAccount:
    """Set the tier of a vendor or ambassador, `pro` included, and the leads that are paid for."""
    return actions.set_vendor(call, account_id, body)
