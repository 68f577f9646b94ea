"""The errors of moderation."""

from bridgework.kit.core import Conflict, NotFound


class ReportNotFound(NotFound):
    """This report does not exist."""


class AlreadyReported(Conflict):
    """You have already reported this; your report is waiting for a decision."""
