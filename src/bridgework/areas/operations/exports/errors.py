"""The error of exports."""

from bridgework.kit.errors import NotFound


class ExportNotFound(NotFound):
    """There is no export with this name."""
