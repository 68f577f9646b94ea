"""The member site: its files, its settings, and what its pages share."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from urllib.parse import urlsplit

from bridgework.kit.api_docs import SampleAccount, StaticFile
from bridgework.kit.http.operations import Operation
from bridgework.kit.storage import Storage
from bridgework.web import page_files, site_settings


class Site:
    """The member site of an installation. Its files are loaded at the first request."""

    def __init__(
        self, data_dir: Path, operations: Sequence[Operation], storage: Storage, url: str
    ) -> None:
        """`url` is the URL of the site, without a final slash. Raises SiteFileInvalid."""
        self.settings = site_settings.load(data_dir)
        self.url = url
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
    def origins(self) -> Sequence[str]:
        """The origins of images, besides the own one."""
        return self._storage.origins()

    def scripts_of(self, path: str) -> Sequence[str]:
        """The URLs of the modules that the screen at `path` needs, for the browser to load at once.

        A screen has the file of its name; the first page that of visitors.
        """
        screen = path.partition("/")[0].replace("-", "_") or "first_page"
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
        return policy.replace("form-action 'none'", "form-action 'self'")

    @cached_property
    def _page(self) -> page_files.PageFiles:
        further = {"theme.css": self.settings.stylesheet().encode()}
        if self.settings.logo is not None:
            further[self.settings.logo] = (self._data_dir / self.settings.logo).read_bytes()
        return page_files.load("site", self._operations, further)
