"""The requests and responses of vendors and ambassadors."""

from typing import Literal

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.areas.identity.accounts.schemas import Role, VendorsRole, VerificationTier
from bridgework.areas.people.vendors.fields import (
    AttachmentPaths,
    LeadCap,
    Lines3,
    Lines4,
    Lines7,
    Lines8,
    Lines9,
    Lines15,
    Lines40,
    Months600,
    SocialUrls,
    TailMonths600,
    UpToBillion,
    UpToHundred,
)
from bridgework.kit.actions import Hidden
from bridgework.kit.data.pagination import OffsetQuery
from bridgework.kit.validation import (
    Address500,
    AtMost10,
    Email,
    Filters,
    Line,
    Line100,
    Line200,
    Line500,
    Number,
    PersonName,
    RequestBody,
    ResponseModel,
    Schema,
    Search,
    Text2000,
    Text4000,
    Text10000,
    UpToMillion,
    Url2048,
    Uuid,
)

AmbassadorClassification = TypeAliasType(
    "AmbassadorClassification", Literal["1099", "w2", "based_on_discussion"]
)
CommissionOffer = TypeAliasType("CommissionOffer", Literal["yes", "no", "based_on_discussion"])
CommissionBasis = TypeAliasType("CommissionBasis", Literal["fixed_fee", "percentage"])
CommissionRecurrence = TypeAliasType("CommissionRecurrence", Literal["one_time", "ongoing"])
PaymentCadence = TypeAliasType(
    "PaymentCadence", Literal["annual", "semi_annual", "quarterly", "monthly", "upon_transaction"]
)
WorkArrangement = TypeAliasType("WorkArrangement", Literal["prefers_1099", "open_to_w2"])
AmbassadorAvailability = TypeAliasType(
    "AmbassadorAvailability", Literal["part_time", "full_time", "hourly", "fractional"]
)
PaymentMethod = TypeAliasType("PaymentMethod", Literal["payments_app", "cheque"])


class VendorsAccount(ResponseModel):
    """The account on the vendors platform."""

    id: Uuid
    """The ID of the account."""
    email: str
    first_name: str | None
    last_name: str | None
    avatar_url: str | None
    role: Role | None
    vendors_role: VendorsRole | None
    vendors_verification_tier: VerificationTier
    vendors_onboarding_step: str | None
    is_email_verified: bool


class VendorsSelfUpdateRequest(RequestBody):
    """Changes of the caller's account on the vendors platform. Omitted members are unchanged."""

    first_name: PersonName | MISSING = MISSING
    last_name: PersonName | MISSING = MISSING
    vendors_role: VendorsRole | MISSING = MISSING
    """Another role resets the tier on the vendors platform."""
    vendors_onboarding_step: Line100 | None | MISSING = MISSING


class CommissionTier(Schema):
    """A rate that applies from a threshold on."""

    threshold: UpToBillion
    percentage: UpToHundred


class VendorProfile(ResponseModel):
    """The profile of a vendor. Members that were never set are null."""

    company_name: str | None
    legal_address: str | None
    signatory_name: str | None
    signatory_title: str | None
    signatory_email: str | None
    offering: str | None
    business_model: str | None
    sells_type: str | None
    sells_detail: str | None
    pain_point: str | None
    usp: str | None
    video_url: str | None
    video_object_path: str | None
    social_urls: list[str] | None
    professional_network_url: str | None
    social_page_url: str | None
    scheduling_url: str | None
    runs_own_events: bool | None
    wants_social_amplification: bool | None
    wants_ambassadors: bool | None
    commission_includes_ambassador_comp: bool | None
    support_model: str | None
    categories: list[str] | None
    subcategories: list[str] | None
    category_suggestion: str | None
    ambassador_preferences: list[str] | None
    ambassador_classification: AmbassadorClassification | None
    ambassador_attributes: list[str] | None
    ambassador_types: list[str] | None
    rep_types: list[str] | None
    commission_offer: CommissionOffer | None
    commission_basis: CommissionBasis | None
    commission_rate: Number | None
    ambassador_offer_details: str | None
    commission_recurrence: CommissionRecurrence | None
    payout_expiration: str | None
    payout_expiration_months: int | None
    commission_tail_end_months: int | None
    commission_tiers: list[CommissionTier] | None
    payment_cadence: PaymentCadence | None
    intro_email_template: str | None
    success_metric_type: str | None
    success_metric_value: Number | None
    success_metric_period: str | None
    attachment_paths: list[str] | None


class VendorProfileUpdateRequest(RequestBody):
    """Changes of the caller's vendor profile.

    Omitted members are unchanged; null clears a member.
    """

    first_name: PersonName | MISSING = MISSING
    last_name: PersonName | MISSING = MISSING
    vendors_onboarding_step: Line100 | None | MISSING = MISSING
    company_name: Line200 | None | MISSING = MISSING
    legal_address: Address500 | None | MISSING = MISSING
    signatory_name: Line200 | None | MISSING = MISSING
    signatory_title: Line200 | None | MISSING = MISSING
    signatory_email: Email | None | MISSING = MISSING
    offering: Text2000 | None | MISSING = MISSING
    business_model: Text2000 | None | MISSING = MISSING
    sells_type: Line | None | MISSING = MISSING
    sells_detail: Text2000 | None | MISSING = MISSING
    pain_point: Text2000 | None | MISSING = MISSING
    usp: Text2000 | None | MISSING = MISSING
    video_url: Url2048 | None | MISSING = MISSING
    video_object_path: Line500 | None | MISSING = MISSING
    social_urls: SocialUrls | None | MISSING = MISSING
    professional_network_url: Url2048 | None | MISSING = MISSING
    social_page_url: Url2048 | None | MISSING = MISSING
    scheduling_url: Url2048 | None | MISSING = MISSING
    runs_own_events: bool | None | MISSING = MISSING
    wants_social_amplification: bool | None | MISSING = MISSING
    wants_ambassadors: bool | None | MISSING = MISSING
    commission_includes_ambassador_comp: bool | None | MISSING = MISSING
    support_model: Line | None | MISSING = MISSING
    categories: Lines15 | None | MISSING = MISSING
    subcategories: Lines40 | None | MISSING = MISSING
    category_suggestion: Line200 | None | MISSING = MISSING
    ambassador_preferences: Lines9 | None | MISSING = MISSING
    ambassador_classification: AmbassadorClassification | None | MISSING = MISSING
    ambassador_attributes: Lines8 | None | MISSING = MISSING
    ambassador_types: Lines8 | None | MISSING = MISSING
    rep_types: Lines4 | None | MISSING = MISSING
    commission_offer: CommissionOffer | None | MISSING = MISSING
    commission_basis: CommissionBasis | None | MISSING = MISSING
    commission_rate: UpToMillion | None | MISSING = MISSING
    ambassador_offer_details: Text4000 | None | MISSING = MISSING
    commission_recurrence: CommissionRecurrence | None | MISSING = MISSING
    payout_expiration: Line | None | MISSING = MISSING
    payout_expiration_months: Months600 | None | MISSING = MISSING
    commission_tail_end_months: TailMonths600 | None | MISSING = MISSING
    commission_tiers: AtMost10[CommissionTier] | None | MISSING = MISSING
    payment_cadence: PaymentCadence | None | MISSING = MISSING
    intro_email_template: Text10000 | None | MISSING = MISSING
    success_metric_type: Line | None | MISSING = MISSING
    success_metric_value: UpToBillion | None | MISSING = MISSING
    success_metric_period: Line | None | MISSING = MISSING
    attachment_paths: AttachmentPaths | None | MISSING = MISSING


class AmbassadorProfile(ResponseModel):
    """The profile of an ambassador. Members that were never set are null."""

    location: str | None
    bio: str | None
    video_url: str | None
    video_object_path: str | None
    social_urls: list[str] | None
    professional_network_url: str | None
    scheduling_url: str | None
    categories: list[str] | None
    subcategories: list[str] | None
    available_virtual: bool | None
    available_field: bool | None
    available_trade_shows: bool | None
    is_kol_or_speaker: bool | None
    owns_social_group: bool | None
    is_social_influencer: bool | None
    available_co_travel: bool | None
    co_travel_days: list[str] | None
    co_travel_hours: str | None
    co_travel_formats: list[str] | None
    work_arrangement: WorkArrangement | None
    availability: AmbassadorAvailability | None
    """How much the ambassador works."""
    territory: str | None
    payment_method: PaymentMethod | None
    monthly_paid_lead_cap: Number


class AmbassadorProfileUpdateRequest(RequestBody):
    """Changes of the caller's ambassador profile.

    Omitted members are unchanged; null clears a member.
    """

    first_name: PersonName | MISSING = MISSING
    last_name: PersonName | MISSING = MISSING
    vendors_onboarding_step: Line100 | None | MISSING = MISSING
    location: Line200 | None | MISSING = MISSING
    bio: Text4000 | None | MISSING = MISSING
    video_url: Url2048 | None | MISSING = MISSING
    video_object_path: Line500 | None | MISSING = MISSING
    social_urls: SocialUrls | None | MISSING = MISSING
    professional_network_url: Url2048 | None | MISSING = MISSING
    scheduling_url: Url2048 | None | MISSING = MISSING
    categories: Lines15 | None | MISSING = MISSING
    subcategories: Lines40 | None | MISSING = MISSING
    available_virtual: bool | None | MISSING = MISSING
    available_field: bool | None | MISSING = MISSING
    available_trade_shows: bool | None | MISSING = MISSING
    is_kol_or_speaker: bool | None | MISSING = MISSING
    owns_social_group: bool | None | MISSING = MISSING
    is_social_influencer: bool | None | MISSING = MISSING
    available_co_travel: bool | None | MISSING = MISSING
    co_travel_days: Lines7 | None | MISSING = MISSING
    co_travel_hours: Line100 | None | MISSING = MISSING
    co_travel_formats: Lines3 | None | MISSING = MISSING
    work_arrangement: WorkArrangement | None | MISSING = MISSING
    availability: AmbassadorAvailability | None | MISSING = MISSING
    """How much the ambassador works."""
    territory: Line200 | None | MISSING = MISSING
    payment_method: PaymentMethod | None | MISSING = MISSING


class DirectoryEntry(ResponseModel):
    """The members after `commissionTiers` are those of ambassadors, null for vendors."""

    user_id: Uuid
    """The ID of the account."""
    kind: VendorsRole
    """Whether the entry is that of a vendor or of an ambassador."""
    first_name: str | None
    last_name: str | None
    is_verified: bool
    categories: list[str] | None
    subcategories: list[str] | None
    video_url: str | None
    social_urls: list[str] | None
    professional_network_url: str | None
    company_name: str | None
    offering: str | None
    business_model: str | None
    sells_type: str | None
    sells_detail: str | None
    pain_point: str | None
    usp: str | None
    social_page_url: str | None
    runs_own_events: bool | None
    support_model: str | None
    wants_social_amplification: bool | None
    ambassador_preferences: list[str] | None
    ambassador_attributes: list[str] | None
    ambassador_types: list[str] | None
    rep_types: list[str] | None
    ambassador_classification: AmbassadorClassification | None
    commission_offer: CommissionOffer | None
    commission_includes_ambassador_comp: bool | None
    ambassador_offer_details: str | None
    commission_basis: CommissionBasis | None
    commission_rate: Number | None
    commission_recurrence: CommissionRecurrence | None
    payout_expiration: str | None
    payout_expiration_months: int | None
    commission_tail_end_months: int | None
    commission_tiers: list[CommissionTier] | None
    location: str | None
    bio: str | None
    available_virtual: bool | None
    available_field: bool | None
    available_trade_shows: bool | None
    is_kol_or_speaker: bool | None
    owns_social_group: bool | None
    is_social_influencer: bool | None
    available_co_travel: bool | None
    work_arrangement: WorkArrangement | None
    availability: AmbassadorAvailability | None
    """How much the ambassador works. Null for vendors."""
    territory: str | None


class ReadDirectoryEntry(DirectoryEntry):
    """A directory entry, as read by ID."""

    hidden: Hidden | None
    """Set for administrators if the profile is hidden or its account disabled."""


class ListVendorDirectoryQuery(OffsetQuery):
    kind: VendorsRole | None = None
    search: Search | None = None
    categories: Filters
    subcategories: Filters


class AdminSetVendorRequest(RequestBody):
    """The tier and the paid leads of a vendor or ambassador. Omitted members are unchanged."""

    monthly_paid_lead_cap: LeadCap | None | MISSING = MISSING
    vendors_verification_tier: VerificationTier | MISSING = MISSING
