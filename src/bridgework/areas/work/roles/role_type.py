"""Roles as a type of posting: how they differ from jobs."""

from datetime import datetime

from typing_extensions import override

from bridgework.areas.people.directory import actions as directory
from bridgework.areas.people.matching import actions as matching
from bridgework.areas.people.matching.actions import Wants
from bridgework.areas.work.postings.matches import People
from bridgework.areas.work.postings.notifications import Addressee
from bridgework.areas.work.postings.posting_type import ApplicationType, PostingType
from bridgework.areas.work.postings.records import ApplicantColumns
from bridgework.areas.work.postings.schemas import OfferReply
from bridgework.areas.work.roles import emails, errors, policies
from bridgework.areas.work.roles import queries as statements
from bridgework.areas.work.roles.records import Application, Role
from bridgework.areas.work.roles.schemas import RoleApplication, RolePosting
from bridgework.kit.delivery.outbox import Email

_UNNAMED = "An expert"


class _Roles(PostingType[Role, RolePosting]):
    kind = "role"
    open_status = policies.OPEN_STATUS
    queries = statements.postings
    search = statements.search
    writes = statements.posting_writes
    endings = statements.endings
    not_found = errors.RoleNotFound

    @override
    def status_of(self, posting: Role, now: datetime) -> str:
        return posting.status

    @override
    def wants(self, posting: Role) -> Wants:
        return matching.wants_of_role(posting.fields)

    @override
    def decided_email(self, to: Addressee, title: str, status: str, reason: str | None) -> Email:
        return emails.role_decided(to, title, status, reason)


ROLE = _Roles()


class _RoleApplications(ApplicationType[Role, Application, RoleApplication]):
    postings = ROLE
    queries = statements.role_applications
    noun = "role_application"
    moves = policies.APPLICATION_MOVES
    answer_rule = policies.ANSWER_OFFER
    decide_action = "role.decide_application"
    not_found = errors.RoleApplicationNotFound
    already_applied = errors.AlreadyApplied

    @override
    def applicant_name(self, application: Application, applicant: ApplicantColumns) -> str:
        names = (applicant.first_name, applicant.last_name)
        return " ".join(name for name in names if name) or _UNNAMED

    @override
    def received_email(self, to: Addressee, title: str, applicant: str) -> Email:
        return emails.application_received(to, title, applicant)

    @override
    def withdrawn_email(self, to: Addressee, title: str, applicant: str) -> Email:
        return emails.application_withdrawn(to, title, applicant)

    @override
    def answered_email(
        self, to: Addressee, title: str, applicant: str, answer: OfferReply, note: str
    ) -> Email:
        return emails.offer_answered(to, title, applicant, answer, note)

    @override
    def decided_email(self, to: Addressee, posting: Role, status: str, reason: str | None) -> Email:
        return emails.application_decided(to, posting.fields, status, reason)


ROLE_APPLICATIONS = _RoleApplications()

EXPERTS = People("expert", directory.get_cards, directory.get_evidence, directory.why_not_matched)
"""Who is matched with roles."""
