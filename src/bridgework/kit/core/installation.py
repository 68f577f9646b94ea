"""What pages, e-mails and the API documentation tell about an installation."""

from dataclasses import dataclass


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
