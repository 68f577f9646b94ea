"""Jobs as a type of posting: how they differ from roles."""

from datetime import datetime

from typing_extensions import override

from bridgework.areas.people.matching import actions as matching
from bridgework.areas.people.matching.actions import Wants
from bridgework.areas.work.jobs import emails, errors, policies
from bridgework.areas.work.jobs import queries as statements
from bridgework.areas.work.jobs.profiles import actions as profiles
from bridgework.areas.work.jobs.profiles.queries import get_candidate_cards
from bridgework.areas.work.jobs.records import Application, Job
from bridgework.areas.work.jobs.schemas import JobApplication, JobPosting
from bridgework.areas.work.postings.matches import People
from bridgework.areas.work.postings.notifications import Addressee
from bridgework.areas.work.postings.posting_type import ApplicationType, PostingType
from bridgework.areas.work.postings.records import ApplicantColumns
from bridgework.areas.work.postings.schemas import OfferReply
from bridgework.kit.delivery.outbox import Email


class _Jobs(PostingType[Job, JobPosting]):
    kind = "job"
    open_status = policies.OPEN_STATUS
    queries = statements.postings
    search = statements.search
    writes = statements.posting_writes
    endings = statements.endings
    not_found = errors.JobNotFound

    @override
    def status_of(self, posting: Job, now: datetime) -> str:
        return policies.status_of(posting, now)

    @override
    def wants(self, posting: Job) -> Wants:
        return matching.wants_of_job(posting.fields)

    @override
    def decided_email(self, to: Addressee, title: str, status: str, reason: str | None) -> Email:
        return emails.job_decided(to, title, status, reason)


JOB = _Jobs()


class _JobApplications(ApplicationType[Job, Application, JobApplication]):
    postings = JOB
    queries = statements.job_applications
    noun = "job_application"
    moves = policies.APPLICATION_MOVES
    answer_rule = policies.ANSWER_OFFER
    decide_action = "job_application.decide"
    not_found = errors.JobApplicationNotFound
    already_applied = errors.JobAlreadyAppliedTo

    @override
    def applicant_name(self, application: Application, applicant: ApplicantColumns) -> str:
        return f"{application.first_name} {application.last_name}"

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
    def decided_email(self, to: Addressee, posting: Job, status: str, reason: str | None) -> Email:
        return emails.application_decided(to, posting.fields, status, reason)


JOB_APPLICATIONS = _JobApplications()

CANDIDATES = People(
    "candidate", get_candidate_cards, profiles.get_evidence, profiles.why_not_matched
)
"""The people who are matched with jobs."""
