"""The error of exports."""

from bridgework.kit.core import NotFound


class ExportNotFound(NotFound):
    """There is no export with this name."""
