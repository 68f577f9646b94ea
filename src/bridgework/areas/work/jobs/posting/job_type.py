"""Jobs as a type of posting: how they differ from roles."""

from bridgework.areas.people.matching import actions as matching
from bridgework.areas.work.jobs import emails, errors, policies, queries
from bridgework.areas.work.jobs.profiles import actions as profiles
from bridgework.areas.work.jobs.profiles.queries import get_candidate_cards
from bridgework.areas.work.postings.matches import People
from bridgework.areas.work.postings.posting_type import PostingType

JOB = PostingType(
    kind="job",
    open_status=policies.OPEN_STATUS,
    queries=queries.postings,
    search=queries.search,
    writes=queries.posting_writes,
    not_found=errors.JobNotFound,
    already_applied=errors.JobAlreadyAppliedTo,
    application_not_found=errors.JobApplicationNotFound,
    status_of=policies.status_of,
    to_wants=matching.wants_of_job,
    posting_decided_email=emails.job_decided,
    applications=queries.job_applications,
    application_noun="job_application",
    application_moves=policies.APPLICATION_MOVES,
    applicant_name=lambda members: f"{members['first_name']} {members['last_name']}",
    decide_action="job_application.decide",
    received_email=emails.application_received,
    withdrawn_email=emails.application_withdrawn,
    decided_email=emails.application_decided,
)

CANDIDATES = People(
    "candidate", get_candidate_cards, profiles.get_evidence, profiles.why_not_matched
)
"""The people who are matched with jobs."""
