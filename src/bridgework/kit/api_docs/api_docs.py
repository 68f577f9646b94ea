"""The API documentation that a server publishes, generated on first use."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from bridgework import __version__
from bridgework.kit.api_docs import catalog, swagger_ui
from bridgework.kit.api_docs.static_files import SampleAccount, StaticFile, static_file
from bridgework.kit.core import Installation
from bridgework.kit.http.openapi import Examples, Glossary, generate_document

if TYPE_CHECKING:
    from bridgework.kit.http.operations import Operation

_TITLE = "Bridgework"
_LICENSE = {"name": "MIT", "url": "https://opensource.org/license/mit"}


class ApiDocs:
    """The OpenAPI document, the Swagger UI pages and the API catalog of one server."""

    def __init__(
        self,
        operations: Sequence["Operation"],
        installation: Installation,
        description: str,
        read_glossary: Callable[[], Glossary],
        read_examples: Callable[[], Examples],
    ) -> None:
        """`description` describes the API in Markdown."""
        self.operations = operations
        self.installation = installation
        self.description = description
        self.read_glossary = read_glossary
        self.read_examples = read_examples
        self.sample_accounts: Sequence[SampleAccount] = ()
        """The accounts with which the page offers to sign in; set before the first request."""

    @cached_property
    def openapi(self) -> bytes:
        """The OpenAPI 3.0 document as JSON."""
        document = generate_document(
            self.operations,
            title=_TITLE,
            version=__version__,
            description=self.description,
            license_info=_LICENSE,
            base_url=self.installation.public_url,
            support_email=self.installation.support_email,
            glossary=self.read_glossary(),
            examples=self.read_examples(),
        )
        return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()

    @cached_property
    def openapi_file(self) -> StaticFile:
        """The document as it is served."""
        return static_file("application/json", self.openapi)

    @cached_property
    def files(self) -> Mapping[str, StaticFile]:
        """The files below `/docs/`; the page itself has the empty name."""
        return swagger_ui.load_files(self.sample_accounts)

    @cached_property
    def catalog(self) -> bytes:
        """The linkset of RFC 9727 as JSON."""
        return json.dumps(catalog.linkset(self.installation.public_url)).encode()
