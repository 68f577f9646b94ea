"""The errors of applications to postings of every type."""

from bridgework.kit.core import Conflict, Forbidden


class NotTheApplicant(Forbidden):
    """Only the applicant may do this."""


class NoOffer(Conflict):
    """There is no open offer on this application."""


class OfferAnswered(Conflict):
    """The offer was answered before. Write to the contact of the posting to change the answer."""
