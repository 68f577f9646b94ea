"""The errors of uploads."""

from bridgework.kit.core import Conflict, Forbidden, NotFound, Unprocessable


class UploadTicketInvalid(NotFound):
    """The upload ticket does not exist or has expired: request a new one."""


class UploadTicketUsed(Conflict):
    """This ticket was already used: a ticket is valid for one file."""


class AssetNotFound(NotFound):
    """The asset does not exist, or you may not read it."""


class FileNotFound(NotFound):
    """The file does not exist, or the link to it is no longer valid."""


class NotTheUploader(Forbidden):
    """Only the account that uploaded the file may do this."""


class UploadMissing(Conflict):
    """No file has been uploaded with this asset's ticket yet."""


class ContentMismatch(Unprocessable):
    """The file is damaged or does not match its declared type or size, and was deleted.

    Request a new ticket.
    """


class FileEncrypted(Unprocessable):
    """The file does not open without a password, and was deleted.

    Save it without a password, and request a new ticket.
    """


class FileInfected(Unprocessable):
    """The malware scanner found malware in the file, which was deleted."""


class FileNotScannable(Unprocessable):
    """The file is larger than the malware scanner of this installation accepts, and was deleted."""


class CoverMismatch(Unprocessable):
    """The image is damaged or not of the declared type; the ticket remains valid."""


class AssetInUse(Conflict):
    """The file is in use: remove the reference to it first."""


class OpenUploadsSpent(Conflict):
    """You have 20 incomplete uploads: complete or delete some, or wait an hour."""


class StorageSpent(Conflict):
    """This file would exceed your storage limit of 1 GiB: delete some files first.

    Files deleted in the last 24 hours count as well, towards a limit of 2 GiB for all files.
    """
