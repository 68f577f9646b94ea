"""Matches of roles and experts: contract section 5."""

from bridgework.areas.directory.shapes import ExpertCard
from bridgework.areas.matching.shapes import MatchPage, MatchWith
from bridgework.areas.roles.postings.shapes import RoleCard
from bridgework.kit.pagination.schemas import CursorQuery


class ExpertMatch(MatchWith[ExpertCard]):
    """An expert who fits a role."""


class RoleMatch(MatchWith[RoleCard]):
    """A role that fits an expert."""


class ExpertMatchPage(MatchPage[ExpertMatch]):
    """Experts, the best match first."""


class RoleMatchPage(MatchPage[RoleMatch]):
    """Roles, the best match first."""


class ListRoleMatchesQuery(CursorQuery):
    """Only the page is asked for."""


class ListMyRoleMatchesQuery(CursorQuery):
    """Only the page is asked for."""
