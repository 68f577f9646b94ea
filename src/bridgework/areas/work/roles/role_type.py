"""Roles as a type of posting: how they differ from jobs."""

from collections.abc import Mapping
from typing import Any

from bridgework.areas.people.directory import actions as directory
from bridgework.areas.people.matching import actions as matching
from bridgework.areas.work.postings.matches import People
from bridgework.areas.work.postings.posting_type import PostingType
from bridgework.areas.work.roles import emails, errors, policies, queries

_UNNAMED = "An expert"


def _applicant_name(members: Mapping[str, Any]) -> str:
    names = (members["card_first_name"], members["card_last_name"])
    return " ".join(name for name in names if name) or _UNNAMED


ROLE = PostingType(
    kind="role",
    open_status=policies.OPEN_STATUS,
    queries=queries.postings,
    search=queries.search,
    writes=queries.posting_writes,
    not_found=errors.RoleNotFound,
    already_applied=errors.AlreadyApplied,
    application_not_found=errors.RoleApplicationNotFound,
    status_of=lambda row, _: str(row.status),
    to_wants=matching.wants_of_role,
    posting_decided_email=emails.role_decided,
    applications=queries.role_applications,
    application_noun="role_application",
    application_moves=policies.APPLICATION_MOVES,
    applicant_name=_applicant_name,
    decide_action="role.decide_application",
    received_email=emails.application_received,
    withdrawn_email=emails.application_withdrawn,
    decided_email=emails.application_decided,
)

EXPERTS = People("expert", directory.get_cards, directory.get_evidence, directory.why_not_matched)
"""Who is matched with roles."""
