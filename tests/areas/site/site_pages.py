"""Reads pages of the member site as a browser or a search engine does."""

import json
import re
from html.parser import HTMLParser
from typing import Any

from tests.world import Response, World


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.metas: dict[str, str] = {}
        self.canonical = ""
        self.scripts: dict[str, str] = {}
        self.texts: list[str] = []
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self._script: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        self.attributes |= named.keys()
        if tag == "meta" and ("name" in named or "property" in named):
            self.metas[named.get("name") or named["property"]] = named["content"]
        if tag == "link" and named.get("rel") == "canonical":
            self.canonical = named["href"]
        if tag == "script":
            self._script = named.get("id") or named.get("type", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._script = None

    def handle_data(self, data: str) -> None:
        if self._script is None:
            self.texts.append(data)
        else:
            self.scripts[self._script] = self.scripts.get(self._script, "") + data


class SitePage:
    """A page of the site, parsed."""

    def __init__(self, response: Response) -> None:
        self.response = response
        reader = _Reader()
        reader.feed(response.content.decode())
        self.metas, self.canonical = reader.metas, reader.canonical
        self.tags, self.attributes = reader.tags, reader.attributes
        self.text = re.sub(r"\s+", " ", " ".join(reader.texts))
        self._scripts = reader.scripts

    @property
    def linked_data(self) -> Any:
        """The schema.org data."""
        return json.loads(self._scripts["application/ld+json"])

    @property
    def preloaded(self) -> Any:
        """The data that the script starts with."""
        return json.loads(self._scripts["preloaded"])


def read(world: World, path: str, status: int = 200) -> SitePage:
    """Open a page as a browser does."""
    response = world.get(path, headers={"accept": "text/html"}).must(status)
    return SitePage(response)
