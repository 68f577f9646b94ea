"""The API documentation that a server publishes, generated on first use."""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from bridgework import __version__
from bridgework.kit.api_docs import catalog, swagger_ui
from bridgework.kit.openapi.document import generate_document
from bridgework.settings import Settings

if TYPE_CHECKING:
    from bridgework.kit.http.operation import Operation

_TITLE = "Bridgework"


class ApiDocs:
    """The OpenAPI document, the Swagger UI pages and the API catalog of one server."""

    def __init__(
        self, operations: Sequence["Operation"], settings: Settings, description: str
    ) -> None:
        """`description` describes the API in one sentence."""
        self.operations = operations
        self.settings = settings
        self.description = description

    @cached_property
    def openapi(self) -> bytes:
        """The OpenAPI 3.0 document as JSON."""
        document = generate_document(
            self.operations,
            title=_TITLE,
            version=__version__,
            description=self.description,
            base_url=self.settings.public_url,
            support_email=self.settings.support_email,
        )
        return json.dumps(document, ensure_ascii=False).encode()

    @cached_property
    def files(self) -> Mapping[str, swagger_ui.Asset]:
        """The files below `/docs/`; the page itself has the empty name."""
        return swagger_ui.load_files()

    @cached_property
    def catalog(self) -> bytes:
        """The linkset of RFC 9727 as JSON."""
        return json.dumps(catalog.linkset(self.settings.public_url)).encode()
