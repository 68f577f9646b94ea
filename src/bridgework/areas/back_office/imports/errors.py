"""The errors of imports."""

from bridgework.kit.core import Conflict, NotFound, Unprocessable


class ImportNotFound(NotFound):
    """There is no such import."""


class SampleNotFound(NotFound):
    """There is no sample with this name."""


class ImportEnded(Conflict):
    """The import has ended already."""


class ImportRunning(Conflict):
    """Another import is running. Wait until it is done, then send the file again."""


class EmptyFile(Unprocessable):
    """The file is empty."""
