"""The errors of applications to postings of every type."""

from bridgework.kit.core import Forbidden


class NotTheApplicant(Forbidden):
    """Only the applicant may withdraw the application."""
