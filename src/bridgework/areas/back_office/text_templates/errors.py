"""The errors of templates."""

from bridgework.kit.core import NotFound


class TemplateNotFound(NotFound):
    """This template does not exist."""
