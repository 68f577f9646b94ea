"""The API documentation that the server publishes.

`api_docs.py` contains the OpenAPI document, the Swagger UI pages and the API catalog of a server.
`assets/VERSION` lists the vendored files of Swagger UI, with their origin and hashes.
"""

from bridgework.kit.api_docs.api_docs import ApiDocs
from bridgework.kit.api_docs.static_files import (
    IMMUTABLE,
    REVALIDATE,
    SampleAccount,
    StaticFile,
    StaticSite,
    static_file,
)
from bridgework.kit.api_docs.swagger_ui import FAVICON
