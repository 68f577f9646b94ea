"""The errors of uploads."""

from bridgework.kit.errors import Conflict, Forbidden, NotFound, Unprocessable


class UploadTicketInvalid(NotFound):
    """There is no such upload ticket, or it has expired: order another."""


class UploadTicketUsed(Conflict):
    """Something was uploaded by this ticket already; a ticket is good for one file."""


class AssetNotFound(NotFound):
    """There is no such asset, or it is not yours to see."""


class FileNotFound(NotFound):
    """There is no such file, or the link to it is not good any more."""


class NotTheUploader(Forbidden):
    """Only whoever uploaded the file may do this."""


class UploadMissing(Conflict):
    """Nothing was uploaded by this asset's ticket yet."""


class ContentMismatch(Unprocessable):
    """The file is not what was declared. It is deleted: order another ticket for it."""


class CoverMismatch(Unprocessable):
    """The picture is not of the type that its ticket was made for; the ticket stays good."""


class AssetInUse(Conflict):
    """Something needs this file: take it away there first."""


class OpenUploadsSpent(Conflict):
    """Twenty uploads of yours wait to be completed: complete or delete some, or wait an hour."""


class StorageSpent(Conflict):
    """Your files take up a gibibyte already, or would with this one: delete some first.

    What was deleted counts for a day where it is much.
    """
