"""What four of the named people run: a start-up, a clinic, a vendor's trade, an ambassador's."""

from __future__ import annotations

from bridgework.demo.careers import Record

CLIENT: Record = {
    "title": "Co-founder and head of product",
    "location": "Chicago, Illinois",
    "bio": (
        "I build software that helps orthodontic practices to follow patients between visits."
        " My background is in design, not in dentistry, so I look for clinicians who tell me"
        " early where an idea will fail in a real office."
    ),
    "phone_number": "3125550117",
    "country_code": "+1",
    "professional_network_url": "https://network.example.com/in/ben-achterberg",
    "company": "Tidegauge Dental Software",
    "tags": ["remote monitoring", "orthodontics", "product feedback"],
    "tour_progress": {"welcome": True, "profile": True, "matches": False},
}
"""Ben's profile: someone who looks for clinical help for a young company."""

CLINIC: Record = {
    "practice_name": "Orchard Gate Dental",
    "description": "A general practice of nine chairs with a periodontist and an endodontist"
    " in house two days a week. Second generation, no corporate owner, a lab down the hall.",
    "primary_location": "Austin, Texas",
    "number_of_locations": 2,
    "hires_per_quarter": "1",
    "active_operatories": 9,
    "plumbed_operatories": 11,
    "hygiene_days_per_week": 18,
    "office_manager_years": 7,
    "stay_duration_months": 36,
    "associate_ramp_up_plan": "Twelve weeks: shared cases for the first four, own column with"
    " a half schedule to week eight, weekly chart review throughout.",
    "specialist_support_experience": "Specialists in house since 2015, with a shared"
    " treatment planning hour every Wednesday.",
    "guarantee_type": "base",
    "compensation_frequency": "biweekly",
    "uses_in_house_plan": True,
    "has_in_house_specialty_program": True,
    "tiered_commission": True,
    "offers_health_insurance": True,
    "interested_in_mentoring": True,
    "considering_sale": False,
    "stay_after_sale": None,
    "daily_production_goal": 4200,
    "guaranteed_daily_amount": 750,
    "commission_percentage": 30,
    "practice_types": ["general", "multi-specialty"],
    "roles_to_hire": ["associate dentist", "hygienist"],
    "major_technology": ["Cone-beam CT", "Intraoral scanner", "CAD/CAM milling"],
    "previous_in_house_specialties": ["periodontics", "endodontics"],
    "owner_procedures": ["Implant restorations", "Full-mouth restoration"],
    "associate_procedures": ["Direct composites", "Ceramic crowns", "Bicuspid endodontics"],
    "referred_out_procedures": ["Orthognathic surgery", "IV sedation"],
    "other_benefits": ["Continuing education allowance", "Malpractice insurance"],
    "sale_stakes": [],
    "payer_mix": {"ppo": 55, "hmo": 0, "fee_for_service": 30, "medicaid": 10, "other": 5},
    "team_counts": {
        "associate_dentists": {"full_time": 2, "part_time": 1},
        "hygienists": {"full_time": 4, "part_time": 2},
        "dental_assistants": {"full_time": 8, "part_time": 1},
        "in_house_specialists": {"full_time": 0, "part_time": 2},
        "other": {"full_time": 4, "part_time": 1},
    },
    "in_house_specialist_coverage": [
        {"specialty": "periodontics", "frequency": "2 days a week"},
        {"specialty": "endodontics", "frequency": "2 days a week"},
    ],
    "commission_tiers": [
        {"threshold": 60000, "percentage": 30},
        {"threshold": 80000, "percentage": 33},
    ],
}
"""Carla's clinic profile, with every member of the specification's shape."""


VENDOR: Record = {
    "company_name": "Clearpond Water Safety",
    "legal_address": "400 Example Street, Columbus, Ohio",
    "signatory_name": "Vera Stojanović",
    "signatory_title": "Founder",
    "signatory_email": "vera.vendor@example.com",
    "offering": "Waterline treatment and testing for dental units: tablets, quarterly test"
    " kits by mail, and a log that an inspector can read.",
    "business_model": "Yearly subscription for each operatory; test kits are included.",
    "sells_type": "product",
    "sells_detail": "Consumables and a web log, sold to practices and small groups.",
    "pain_point": "Waterlines are tested late, results get lost, and nobody knows which"
    " chair was treated when.",
    "usp": "One box a quarter, one page of instructions, one log for all chairs.",
    "social_urls": ["https://social.example.com/clearpond"],
    "professional_network_url": "https://network.example.com/in/vera-stojanovic",
    "scheduling_url": "https://meet.example.com/clearpond",
    "runs_own_events": False,
    "wants_social_amplification": True,
    "wants_ambassadors": True,
    "support_model": "Phone and e-mail on working days; replacement kits within two days.",
    "categories": ["infection control", "equipment maintenance"],
    "subcategories": ["waterline treatment", "waterline testing"],
    "ambassador_classification": "1099",
    "commission_offer": "yes",
    "commission_basis": "percentage",
    "commission_rate": 12,
    "commission_recurrence": "ongoing",
    "payout_expiration_months": 24,
    "payment_cadence": "quarterly",
    "ambassador_offer_details": "Twelve percent of each subscription for two years, and a"
    " demonstration kit for visits.",
}
"""Vera's vendor profile: what a vendor fills in on the first day."""


AMBASSADOR: Record = {
    "location": "Atlanta, Georgia",
    "bio": "I was a dental assistant for nine years and an office manager for six. I visit"
    " practices in Georgia and the Carolinas with products I have used myself, and I say so"
    " when one does not fit.",
    "social_urls": ["https://social.example.com/omar-belhadj"],
    "professional_network_url": "https://network.example.com/in/omar-belhadj",
    "scheduling_url": "https://meet.example.com/omar-belhadj",
    "categories": ["infection control", "practice management"],
    "subcategories": ["waterline treatment", "patient messaging"],
    "available_virtual": True,
    "available_field": True,
    "available_trade_shows": True,
    "is_kol_or_speaker": False,
    "owns_social_group": False,
    "is_social_influencer": False,
    "available_co_travel": True,
    "co_travel_days": ["Tuesday", "Thursday"],
    "co_travel_hours": "9 am to 3 pm",
    "co_travel_formats": ["ride-along", "lunch meeting"],
    "work_arrangement": "prefers_1099",
    "availability": "part_time",
    "territory": "Georgia, South Carolina and North Carolina",
    "payment_method": "cheque",
}
"""Omar's ambassador profile."""
