"""The errors of consultations."""

from bridgework.kit.core import Forbidden, NotFound


class ConsultationNotFound(NotFound):
    """This consultation does not exist, or you may not read it."""


class NotTheAsker(Forbidden):
    """Only the member who requested the consultation may cancel it."""


class ConsultationCapReached(Forbidden):
    """Your account has the maximum number of open consultations: wait until one has ended."""
