"""What the statements on vendors and ambassadors return."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from bridgework.areas.identity.accounts.schemas import Role, VendorsRole, VerificationTier
from bridgework.areas.people.vendors.schemas import (
    AmbassadorAvailability,
    AmbassadorClassification,
    CommissionBasis,
    CommissionOffer,
    CommissionRecurrence,
    PaymentCadence,
    PaymentMethod,
    WorkArrangement,
)
from bridgework.kit.core import Id
from bridgework.kit.data.db import UNKNOWN


class Fields(NamedTuple):
    """The members of a profile, as its owner wrote them. One that is not stated is None.

    The first ones are those of vendors, the others those of ambassadors; both have some.
    """

    company_name: str | None = None
    legal_address: str | None = None
    signatory_name: str | None = None
    signatory_title: str | None = None
    signatory_email: str | None = None
    offering: str | None = None
    business_model: str | None = None
    sells_type: str | None = None
    sells_detail: str | None = None
    pain_point: str | None = None
    usp: str | None = None
    video_url: str | None = None
    video_object_path: str | None = None
    social_urls: Sequence[str] | None = None
    professional_network_url: str | None = None
    social_page_url: str | None = None
    scheduling_url: str | None = None
    runs_own_events: bool | None = None
    wants_social_amplification: bool | None = None
    wants_ambassadors: bool | None = None
    commission_includes_ambassador_comp: bool | None = None
    support_model: str | None = None
    categories: Sequence[str] | None = None
    subcategories: Sequence[str] | None = None
    category_suggestion: str | None = None
    ambassador_preferences: Sequence[str] | None = None
    ambassador_classification: AmbassadorClassification | None = None
    ambassador_attributes: Sequence[str] | None = None
    ambassador_types: Sequence[str] | None = None
    rep_types: Sequence[str] | None = None
    commission_offer: CommissionOffer | None = None
    commission_basis: CommissionBasis | None = None
    commission_rate: float | None = None
    ambassador_offer_details: str | None = None
    commission_recurrence: CommissionRecurrence | None = None
    payout_expiration: str | None = None
    payout_expiration_months: int | None = None
    commission_tail_end_months: int | None = None
    commission_tiers: Sequence[Mapping[str, object]] | None = None
    payment_cadence: PaymentCadence | None = None
    intro_email_template: str | None = None
    success_metric_type: str | None = None
    success_metric_value: float | None = None
    success_metric_period: str | None = None
    attachment_paths: Sequence[str] | None = None
    location: str | None = None
    bio: str | None = None
    available_virtual: bool | None = None
    available_field: bool | None = None
    available_trade_shows: bool | None = None
    is_kol_or_speaker: bool | None = None
    owns_social_group: bool | None = None
    is_social_influencer: bool | None = None
    available_co_travel: bool | None = None
    co_travel_days: Sequence[str] | None = None
    co_travel_hours: str | None = None
    co_travel_formats: Sequence[str] | None = None
    work_arrangement: WorkArrangement | None = None
    availability: AmbassadorAvailability | None = None
    territory: str | None = None
    payment_method: PaymentMethod | None = None
    unknown: Mapping[str, object] = UNKNOWN


NO_FIELDS = Fields()
"""The profile of an account that stored none."""


class VendorAccount(NamedTuple):
    """What the vendors platform reads of an account."""

    id: Id
    email: str
    first_name: str | None
    last_name: str | None
    avatar_url: str | None
    role: Role
    vendors_role: VendorsRole | None
    vendors_verification_tier: VerificationTier
    vendors_onboarding_step: str | None
    is_email_verified: bool
    disabled_at: datetime | None
    disabled_reason: str | None
    hidden_at: datetime | None
    erases_at: datetime | None


class StoredProfile(NamedTuple):
    """A profile (table `vendors_profiles`)."""

    account_id: Id
    kind: VendorsRole
    fields: Fields
    monthly_paid_lead_cap: float
    version: int
    updated_at: datetime


class MemberState(NamedTuple):
    """What an entry is rendered from, besides the account."""

    fields: Fields | None
    change_in_review_since: datetime | None
    """None unless a change of the identity waits."""


class Member(NamedTuple):
    """An account with the profile of its role."""

    account: VendorAccount
    state: MemberState

    @property
    def profile(self) -> Fields:
        """The fields of the profile, empty without one."""
        return self.state.fields or NO_FIELDS


class ListedEntry(NamedTuple):
    """An entry as JSON, with the path of the uploaded video."""

    account_id: Id
    entry: bytes
    video: str | None


class EntryValues(NamedTuple):
    """The columns of an entry, without its search tokens."""

    account_id: Id
    kind: VendorsRole
    name_key: str
    entry: bytes
