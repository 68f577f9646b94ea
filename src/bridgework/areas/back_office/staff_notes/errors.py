"""The errors of notes."""

from bridgework.kit.core import NotFound


class NoteNotFound(NotFound):
    """This note does not exist."""
