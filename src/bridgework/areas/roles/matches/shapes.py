"""Matches of roles and experts: contract section 5."""

from bridgework.areas.directory.shapes import ExpertCard
from bridgework.areas.matching.shapes import MatchWith
from bridgework.areas.roles.postings.shapes import RoleCard
from bridgework.kit.paging.shapes import CursorPage, CursorQuery


class ExpertMatch(MatchWith[ExpertCard]):
    """An expert who fits a role."""


class RoleMatch(MatchWith[RoleCard]):
    """A role that fits an expert."""


class ExpertMatchPage(CursorPage[ExpertMatch]):
    """Experts, the best match first."""


class RoleMatchPage(CursorPage[RoleMatch]):
    """Roles, the best match first."""


class ListRoleMatchesQuery(CursorQuery):
    """Only the page is asked for."""


class ListMyRoleMatchesQuery(CursorQuery):
    """Only the page is asked for."""
