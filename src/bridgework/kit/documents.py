"""The documents the server tells of itself, each made when it is first asked for."""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from bridgework import __version__
from bridgework.kit import catalog
from bridgework.kit.docs import page
from bridgework.kit.docs.page import Asset
from bridgework.kit.openapi import document
from bridgework.settings import Settings

if TYPE_CHECKING:
    from bridgework.kit.http.operation import Operation

_TITLE = "Bridgework"


class Documents:
    """The OpenAPI document, the interactive docs and the API catalog of one installation."""

    def __init__(
        self, operations: Sequence["Operation"], settings: Settings, description: str
    ) -> None:
        """`description` says in a sentence what the API is about."""
        self.operations = operations
        self.settings = settings
        self.description = description

    @cached_property
    def openapi(self) -> bytes:
        """The OpenAPI 3.0 description as JSON."""
        description = document.document(
            self.operations,
            title=_TITLE,
            version=__version__,
            description=self.description,
            base_url=self.settings.public_url,
            support_email=self.settings.support_email,
        )
        return json.dumps(description, ensure_ascii=False).encode()

    @cached_property
    def docs(self) -> Mapping[str, Asset]:
        """The files below `/docs/`, the page itself under the empty name."""
        return page.files("../openapi.json")

    @cached_property
    def api_catalog(self) -> bytes:
        """The linkset of RFC 9727 as JSON."""
        return json.dumps(catalog.linkset(self.settings.public_url)).encode()
