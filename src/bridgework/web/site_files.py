"""The member site: its files, its settings, and what its pages share."""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

from bridgework.kit.api_docs import SampleAccount, StaticFile
from bridgework.kit.http.operations import Operation
from bridgework.kit.storage import Storage
from bridgework.web import page_files, site_documents
from bridgework.web.site_settings import SiteSettings


class Site:
    """The member site of an installation. Its files are loaded at the first request."""

    def __init__(
        self,
        data_dir: Path,
        settings: SiteSettings,
        name: str,
        operations: Sequence[Operation],
        storage: Storage,
        url: str,
    ) -> None:
        """`url` is the URL of the site, without a final slash. Raises SiteFileInvalid."""
        self.settings = settings
        self.name = name
        self.url = url
        self.documents = site_documents.load(data_dir)
        """The pages that the operator has written, by their paths below the site."""
        self.root = f"{urlsplit(url).path}/"
        """The path of the site, with a final slash."""
        self.sample_accounts: Sequence[SampleAccount] = ()
        """The accounts that the site offers to sign in with; set before the first request."""
        self._data_dir = data_dir
        self._scripts: dict[str, Sequence[str]] = {}
        self._operations = operations
        self._storage = storage

    @property
    def files(self) -> Mapping[str, StaticFile]:
        """The files by their paths below `files/`."""
        return self._page.files

    @property
    def files_url(self) -> str:
        """The path of the folder with the files, with a final slash."""
        return f"{self.root}files/{self._page.base}/"

    @property
    def image_url(self) -> str:
        """The URL of the image of a page that has none: that of the settings, or the logo."""
        own = self.settings.image or self.settings.logo
        # Other sites show no SVG.
        name = own if own and not own.endswith(".svg") else "icon.png"
        return f"{self.url}/files/{self._page.base}/{name}"

    @property
    def origins(self) -> Sequence[str]:
        """The origins of images, besides the own one."""
        return self._storage.origins()

    def scripts_of(self, path: str) -> Sequence[str]:
        """The URLs of the modules that the screen at `path` needs, for the browser to load at once.

        A screen has the file of its name; the first page that of visitors.
        """
        screen = path.partition("/")[0].replace("-", "_") or "first_page"
        screen = "document" if screen in self.documents else screen
        if screen not in self._scripts:
            modules = self._page.with_imports("site/main.js", f"site/screens/{screen}.js")
            self._scripts[screen] = [self.files_url + module for module in modules]
        return self._scripts[screen]

    @cached_property
    def import_map(self) -> str:
        """The import map of every page."""
        return self._page.import_map_at(f"{self.root}files/")

    @cached_property
    def policy(self) -> str:
        """The Content-Security-Policy of every page."""
        policy = self._page.policy(self.origins, self.import_map)
        # Without JavaScript, the filters of a list are sent as a form.
        policy = policy.replace("form-action 'none'", "form-action 'self'")
        return f"{policy}; manifest-src 'self'"

    @cached_property
    def _page(self) -> page_files.PageFiles:
        further = {
            "theme.css": self.settings.stylesheet().encode(),
            "site.webmanifest": self._manifest().encode(),
        }
        for own in filter(None, (self.settings.logo, self.settings.image)):
            further[own] = (self._data_dir / own).read_bytes()
        return page_files.load("site", self._operations, further)

    def _manifest(self) -> str:
        """What a browser shows when the site is put on the screen of a device."""
        icons = dict.fromkeys(filter(None, (self.settings.logo, "icon.png")))
        return json.dumps(
            {
                "id": self.root,
                "name": self.name,
                "short_name": self.name,
                "start_url": self.root,
                "scope": self.root,
                "display": "minimal-ui",
                "background_color": self.settings.light.ground,
                "theme_color": self.settings.light.surface,
                "icons": [_icon(name) for name in icons],
            }
        )


def _icon(name: str) -> Mapping[str, str]:
    kind = name.rpartition(".")[2]
    sizes = {"icon.png": "512x512"}.get(name, "any")
    return {"src": name, "sizes": sizes, "type": page_files.TYPES[kind]}
