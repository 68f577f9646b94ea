"""The errors of vendors."""

from bridgework.kit.errors import Forbidden, NotFound


class NotVendor(Forbidden):
    """A vendor profile belongs to vendors: your account is none."""


class NotAmbassador(Forbidden):
    """An ambassador profile belongs to ambassadors: your account is none."""


class EntryNotFound(NotFound):
    """There is no such entry in the directory of vendors and ambassadors."""


class NotOnVendors(NotFound):
    """There is no such account among vendors and ambassadors."""
