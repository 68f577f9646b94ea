"""File storage: a folder of this machine, or a bucket with the S3 API; and a malware scanner.

Clients upload with a presigned URL and download from a public or a signed URL. The `uploads` area
knows what a file is for and who may read it.
"""

from bridgework.kit.storage.address import S3Address
from bridgework.kit.storage.bodies import (
    OCTET_STREAM,
    BodyConstraints,
    File,
    ReceivedBody,
    TemporaryRedirect,
    disposition,
)
from bridgework.kit.storage.check import StorageCheck, StorageState
from bridgework.kit.storage.clamd import (
    SCAN_SECONDS,
    Clamd,
    ClamdAddress,
    ScannerFault,
    ScannerUnavailable,
    ScanSizeExceeded,
)
from bridgework.kit.storage.local import LocalStorage
from bridgework.kit.storage.storage import (
    Storage,
    StorageFault,
    StorageUnavailable,
    UploadedObject,
    UploadSpec,
)
