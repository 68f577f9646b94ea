"""Scans uploaded bytes for malware, if the installation has a scanner."""

import logging
from typing import BinaryIO

from bridgework.areas.identity.uploads import errors
from bridgework.areas.identity.uploads.records import StoredAsset
from bridgework.context import Context
from bridgework.kit.storage import ScannerUnavailable, ScanSizeExceeded

_log = logging.getLogger("bridgework.scanner")
REFUSALS = (errors.FileInfected, errors.FileNotScannable)
"""The errors of a file that must be deleted."""


def must_be_clean(context: Context, asset: StoredAsset, file: BinaryIO) -> None:
    """Scan the file of an asset. Raises FileInfected, FileNotScannable or ScannerUnavailable."""
    scanner, metrics = context.app.scanner, context.app.metrics
    if scanner is None:
        return
    try:
        malware = scanner.find_malware(file)
    except ScanSizeExceeded:
        metrics.file_scanned("too_large")
        message = "%s has more than StreamMaxLength of clamd, and is deleted"
        _log.warning(message, asset.object_path)
        raise errors.FileNotScannable from None
    except ScannerUnavailable:
        metrics.file_scanned("unavailable")
        raise
    if malware is not None:
        metrics.file_scanned("infected")
        _log.warning("%s has the malware %s, and is deleted", asset.object_path, malware)
        raise errors.FileInfected
    metrics.file_scanned("clean")
