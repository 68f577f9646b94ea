"""The errors of vendors and ambassadors."""

from bridgework.kit.core import Forbidden, NotFound


class NotVendor(Forbidden):
    """Your account is not a vendor."""


class NotAmbassador(Forbidden):
    """Your account is not an ambassador."""


class EntryNotFound(NotFound):
    """The directory of vendors and ambassadors has no such entry."""


class NotOnVendors(NotFound):
    """There is no such vendor or ambassador account."""
