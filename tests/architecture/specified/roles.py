"""Limits of roles and consultations."""

from collections.abc import Mapping
from dataclasses import replace

from tests.architecture.specified.members import (
    EMAIL,
    Member,
    array,
    either,
    number,
    one_of,
    required,
    text,
)

ROLE_POSTING = {
    **required(
        companyName=text(most=200),
        healthcareVertical=text(most=100),
        contactPerson=text(most=100),
        contactEmail=EMAIL,
        roleNeeded=text(most=200),
        workingPreference=text(most=100),
        challenge=text(most=5000),
        timeline=text(most=100),
        budgetRange=text(most=100),
    ),
    "hoursPerWeek": text(most=50),
    "location": text(most=200),
    "tags": array(text(most=50)),
    "status": one_of("pending", "active", "filled", "closed"),
}

SHAPES: Mapping[str, Mapping[str, Member]] = {
    "RolePostingRequest": ROLE_POSTING,
    "AdminRolePostingRequest": {**ROLE_POSTING, **required(userId=text(form="uuid"))},
    "RoleUpdateRequest": {
        name: replace(member, required=False) for name, member in ROLE_POSTING.items()
    },
    "Expertise": {
        **required(id=text(most=100), name=text(most=200)),
        "category": text(most=100),
    },
    "CreateConsultationRequest": {
        **required(
            roleTitle=text(most=200),
            organizationName=text(most=200),
            organizationLocation=text(most=200),
            matchScore=number(0, 100),
            curatedBy=text(most=100),
            challenge=text(most=5000),
            primaryExpertise=either(text(most=200), Member("object", of="Expertise")),
            engagementDuration=text(most=100),
            hourlyRate=text(most=100),
            availability=text(most=100),
            timeline=either(text(most=500), Member("object")),
            matchInsights=text(most=5000),
        ),
        "expertId": text(form="uuid"),
    },
    "RoleApplicationRequest": {"message": text(most=2000)},
}
