"""The errors of moderation."""

from bridgework.kit.errors import (
    Conflict,
    NotFound,
)


class ReportNotFound(NotFound):
    """There is no such report."""


class AlreadyReported(Conflict):
    """You have reported this already: it waits for a decision."""
