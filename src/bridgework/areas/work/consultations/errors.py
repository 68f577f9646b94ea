"""The errors of consultations."""

from bridgework.kit.core import Conflict, Forbidden, NotFound


class ConsultationNotFound(NotFound):
    """This consultation does not exist, or you may not read it."""


class NotTheAsker(Forbidden):
    """Only the member who requested the consultation may cancel it."""


class NotTheExpert(Forbidden):
    """Only the expert whom the consultation names may answer."""


class ConsultationDecided(Conflict):
    """The consultation is scheduled or has ended, so its request cannot be answered any more."""


class ConsultationCapReached(Forbidden):
    """Your account has the maximum number of open consultations: wait until one has ended."""
