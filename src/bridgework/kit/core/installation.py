"""What pages, e-mails and the API documentation tell about an installation."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Installation:
    """An installation, as its operator has named it."""

    name: str
    public_url: str
    """The URL of the API, without a final slash."""
    site_url: str
    """The URL of the front end; that of the API if there is none."""
    support_email: str
    """The contact address; empty if there is none."""
    sites: Mapping[str, str] = field(default_factory=dict)
    """The URLs of the sites for people, by the beginning of the paths of their pages: `/app` for
    the front end of members, `/console` for administrators. One that does not exist is missing."""

    def page_url(self, path: str) -> str:
        """Return the URL of a page of a site; empty if there is no such site."""
        for beginning, url in self.sites.items():
            if path.startswith(f"{beginning}/"):
                return f"{url}{path.removeprefix(beginning)}"
        return ""
