"""The statuses of roles and role applications."""

from collections.abc import Mapping, Sequence
from typing import Final

from bridgework.areas.identity.accounts.schemas import expert
from bridgework.areas.work.postings import policies as of_postings
from bridgework.areas.work.postings.policies import (
    ApplicationFacts,
    ApplicationRule,
    PostingRule,
)
from bridgework.areas.work.roles import errors, schemas
from bridgework.kit.actions import Refusal, refuse_move
from bridgework.kit.security import Caller, admin, member

OPEN_STATUS: Final = "active"
OFFERED: Final = "accepted"
"""The status of an application with an offer, which the applicant answers."""

MOVES: Mapping[str, Mapping[str, Sequence[schemas.RoleStatus]]] = {
    "owner": {"pending": ("closed",), "active": ("filled", "closed")},
    "admin": {
        "pending": ("active", "closed"),
        "active": ("filled", "closed"),
        "filled": ("active",),
        "closed": ("active", "pending"),
    },
}
"""The transitions of the owner and of administrators."""

DECISIONS: Mapping[str, Sequence[schemas.RoleStatus]] = {"pending": ("active", "closed")}
"""The transitions of an approval and of a rejection."""

APPLICATION_STATUSES = tuple(schemas.RoleApplicationCounts.model_fields)
OPEN_APPLICATIONS: Sequence[schemas.RoleApplicationStatus] = ("submitted", "shortlisted")

APPLICATION_MOVES: Mapping[str, Mapping[str, Sequence[schemas.RoleApplicationStatus]]] = {
    "owner": {"submitted": ("shortlisted", "declined"), "shortlisted": ("accepted", "declined")},
    "applicant": dict.fromkeys(OPEN_APPLICATIONS, ("withdrawn",)),
}
"""The transitions of the role's owner and of the applicant."""

_in_charge = of_postings.of_posting_in_charge(errors.NotTheClient)


def _is_party(caller: Caller, application: ApplicationFacts) -> Refusal | None:
    """Refuse callers other than the applicant and the owner of the role."""
    is_party = caller.account_id in {application.applicant_id, application.owner_id}
    return None if is_party else errors.NotTheClient


def _may_decide(caller: Caller, application: ApplicationFacts) -> Refusal | None:
    """Refuse a decision if the applicant, or the owner, can move to no other status."""
    who = "applicant" if application.applicant_id == caller.account_id else "owner"
    return refuse_move(application.status, APPLICATION_MOVES[who].get(application.status, ()))


READ = PostingRule("getRole", member)
UPDATE = PostingRule("updateRole", member, by=_in_charge)
CLOSE = PostingRule("closeRole", member, by=_in_charge, when=of_postings.may_move(MOVES, "closed"))
DELETE = PostingRule("deleteRole", member, by=_in_charge)
APPROVE = PostingRule(
    "approveRole", admin, when=of_postings.may_decide(DECISIONS, "active", MOVES["admin"])
)
REJECT = PostingRule(
    "rejectRole", admin, when=of_postings.may_decide(DECISIONS, "closed", MOVES["admin"])
)
REOPEN = PostingRule("reopenRole", admin, when=of_postings.may_decide(MOVES["admin"], "pending"))
APPLY = PostingRule(
    "applyToRole",
    expert,
    when=of_postings.may_apply(
        OPEN_STATUS,
        own_posting=errors.OwnRole,
        not_open=errors.RoleNotOpen,
        already_applied=errors.AlreadyApplied,
    ),
)
LIST_APPLICATIONS = PostingRule("listRoleApplications", member, by=_in_charge)
DECIDE_APPLICATIONS = PostingRule("decideRoleApplications", member, by=_in_charge)
LIST_MATCHES = PostingRule("listRoleMatches", member, by=_in_charge)
READ_MY_MATCH = PostingRule("getMyRoleMatch", expert)
RULES: Sequence[PostingRule] = (
    *(READ, UPDATE, CLOSE, DELETE, APPROVE, REJECT, REOPEN),
    *(APPLY, LIST_APPLICATIONS, DECIDE_APPLICATIONS, LIST_MATCHES, READ_MY_MATCH),
)
"""The rules of the operations on a role."""

READ_APPLICATION = ApplicationRule("getRoleApplication", member)
DECIDE_APPLICATION = ApplicationRule(
    "decideRoleApplication", member, by=_is_party, when=_may_decide
)
WITHDRAW_APPLICATION = ApplicationRule(
    "withdrawRoleApplication",
    member,
    by=of_postings.is_applicant,
    when=of_postings.may_withdraw(APPLICATION_MOVES["applicant"]),
)
ANSWER_OFFER = ApplicationRule(
    "answerRoleOffer", member, by=of_postings.is_applicant, when=of_postings.may_answer(OFFERED)
)
APPLICATION_RULES: Sequence[ApplicationRule] = (
    *(READ_APPLICATION, DECIDE_APPLICATION, WITHDRAW_APPLICATION, ANSWER_OFFER),
)
"""The rules of the operations on an application to a role."""
