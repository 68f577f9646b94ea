"""Matches of jobs and candidates: contract section 5."""

from bridgework.areas.jobs.people.shapes import CandidateCard
from bridgework.areas.jobs.postings.shapes import JobCard
from bridgework.areas.matching.shapes import MatchPage, MatchWith
from bridgework.kit.pagination.schemas import CursorQuery


class CandidateMatch(MatchWith[CandidateCard]):
    """A candidate who fits a job."""


class JobMatch(MatchWith[JobCard]):
    """A job that fits a candidate."""


class CandidateMatchPage(MatchPage[CandidateMatch]):
    """Candidates, the best match first."""


class JobMatchPage(MatchPage[JobMatch]):
    """Jobs, the best match first."""


class ListJobMatchesQuery(CursorQuery):
    """Only the page is asked for."""


class ListMyJobMatchesQuery(CursorQuery):
    """Only the page is asked for."""
