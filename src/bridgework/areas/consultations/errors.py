"""The errors of consultations."""

from bridgework.kit.errors import Forbidden, NotFound


class ConsultationNotFound(NotFound):
    """There is no such consultation, or it is not yours to see."""


class NotTheAsker(Forbidden):
    """Only whoever asked for the consultation may cancel it."""


class ConsultationCapReached(Forbidden):
    """You have as many open consultations as your account may have: wait for one to end."""
