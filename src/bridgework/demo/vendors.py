"""Who sells to practices in the demo world, and who brings such things to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bridgework.areas.accounts.tables import ACCOUNTS, accounts
from bridgework.areas.vendors import actions, rules, store
from bridgework.demo import businesses, names, people, rows, sheets
from bridgework.demo.careers import Record
from bridgework.demo.rows import Rows
from bridgework.kit.db import cache_versions
from bridgework.kit.db.transaction import Tx
from bridgework.kit.ids import Id

_FIRST_NAME = 5_500  # nobody is a namesake of an expert or a candidate
_FIRST_AMBASSADOR = 100  # further on than there are vendors
_PAID_LEADS_OF_OMAR = 10
_UNSAID = "-"
_FLAGS = {
    "virtual": "available_virtual",
    "field": "available_field",
    "trade shows": "available_trade_shows",
    "speaker": "is_kol_or_speaker",
    "social group": "owns_social_group",
    "influencer": "is_social_influencer",
}
"""What an ambassador does, as the sheet has it."""


@dataclass(frozen=True, slots=True)
class DemoMerchant:
    """A vendor or an ambassador; `profile` has the Python names of the specification's members."""

    number: int
    kind: str
    email: str
    first_name: str
    last_name: str
    tier: str
    profile: Record
    paid_leads: int = rules.UNPAID


def merchants() -> list[DemoMerchant]:
    """All that have no name in the command line's greeting: vendors first."""
    sheet = sheets.sheet("vendors")
    return [
        *_numbered(rules.VENDOR, sheet.beginning("Vendor")),
        *_numbered(rules.AMBASSADOR, sheet.beginning("Ambassador")),
    ]


def load(tx: Tx, made: Rows, account_of: Callable[[str], Id]) -> int:
    """Write all profiles, and the accounts behind them. Returns how many stand in the directory."""
    for one in merchants():
        row = made.account(rows.VENDORS + one.number, one, _standing(one))
        tx.execute(accounts.insert(), row)
        cache_versions.bump_at_commit(tx, ACCOUNTS)
        _write(tx, made, row["id"], one.kind, one.profile, one.paid_leads)
    vera, omar = account_of(people.VERA), account_of(people.OMAR)
    _write(tx, made, vera, rules.VENDOR, businesses.VENDOR, rules.UNPAID)
    _write(tx, made, omar, rules.AMBASSADOR, businesses.AMBASSADOR, _PAID_LEADS_OF_OMAR)
    return 2 + sum(one.tier != "not-verified" for one in merchants())


def _write(tx: Tx, made: Rows, account_id: Id, kind: str, fields: Record, paid_leads: int) -> None:
    written = {"fields": fields, "monthly_paid_lead_cap": paid_leads}
    store.put_profile(tx, account_id, kind, made.now, **written)
    actions.relist(tx, account_id)


def _standing(one: DemoMerchant) -> Mapping[str, object]:
    return {
        "vendors_role": one.kind,
        "vendors_verification_tier": one.tier,
        "on_matchmaker": False,
    }


def _numbered(kind: str, told: Sequence[tuple[str, tuple[str, ...]]]) -> Iterator[DemoMerchant]:
    is_vendor = kind == rules.VENDOR
    for at, (subject, lines) in enumerate(told):
        number = at if is_vendor else _FIRST_AMBASSADOR + at
        name = names.name(_FIRST_NAME + number)
        handle = f"{name.given.plain}-{name.family.plain}-v{number}"
        tier, *head = lines[0].split(" | ")
        common = {
            "categories": lines[1].split(", "),
            "subcategories": lines[2].split(", "),
            "professional_network_url": f"https://network.example.com/in/{handle}",
            "scheduling_url": f"https://meet.example.com/{handle}",
            "social_urls": [f"https://social.example.com/{handle}"],
        }
        email = f"{name.given.plain}.{name.family.plain}.v{number}@example.com"
        if is_vendor:
            signing = {
                "signatory_name": f"{name.given.text} {name.family.text}",
                "signatory_email": email,
            }
            own = {**signing, **_of_vendor(subject, head, lines[3:])}
            paid_leads = rules.UNPAID
        else:
            *said, leads = head
            own = _of_ambassador(subject, said, lines[3:])
            paid_leads = int(leads)
        yield DemoMerchant(
            number=number,
            kind=kind,
            email=email,
            first_name=name.given.text,
            last_name=name.family.text,
            tier=tier,
            profile={**common, **own},
            paid_leads=paid_leads,
        )


def _of_vendor(company: str, head: Sequence[str], told: Sequence[str]) -> Record:
    sells, place, offer, basis, rate, recurrence, months, cadence, classed = head
    offering, model, detail, pain, usp, support, details, wanted = told
    return {
        "company_name": company,
        "legal_address": f"100 Example Street, {place}",
        "signatory_title": "Founder",
        "offering": offering,
        "business_model": model,
        "sells_type": sells,
        "sells_detail": detail,
        "pain_point": pain,
        "usp": usp,
        "support_model": support,
        "runs_own_events": sells == "education",
        "wants_social_amplification": offer == "yes",
        "wants_ambassadors": offer != "no",
        "commission_includes_ambassador_comp": None if offer == "no" else True,
        "commission_offer": offer,
        "commission_basis": _said(basis),
        "commission_rate": None if rate == _UNSAID else int(rate),
        "commission_recurrence": _said(recurrence),
        "payout_expiration_months": None if months == _UNSAID else int(months),
        "payment_cadence": _said(cadence),
        "ambassador_classification": _said(classed),
        "ambassador_offer_details": _said(details),
        "ambassador_preferences": None if wanted == _UNSAID else wanted.split(", "),
    }


def _of_ambassador(territory: str, head: Sequence[str], told: Sequence[str]) -> Record:
    place, arrangement, availability, does, payment = head
    bio, travel = told
    days, hours, formats = (
        (None, None, None) if travel == _UNSAID else map(_said, travel.split(" | "))
    )
    flags = does.split(", ")
    return {
        "location": place,
        "bio": bio,
        **{member: word in flags for word, member in _FLAGS.items()},
        "available_co_travel": days is not None,
        "co_travel_days": days and days.split(", "),
        "co_travel_hours": hours,
        "co_travel_formats": formats and formats.split(", "),
        "work_arrangement": arrangement,
        "availability": availability,
        "territory": territory,
        "payment_method": payment,
    }


def _said(cell: str) -> str | None:
    return None if cell == _UNSAID else cell
