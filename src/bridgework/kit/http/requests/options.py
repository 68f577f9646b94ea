"""The options of the HTTP layer."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from bridgework.kit.core import Installation
from bridgework.kit.core.net import Network


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpOptions:
    """How the application answers requests."""

    installation: Installation
    trusted_proxies: Sequence[Network]
    """The networks whose `X-Forwarded-For` header is trusted."""
    cors_origins: Sequence[str]
    """The origins that may call the API from a browser; `*` allows all."""
    allow_local_origins: bool
    """Whether origins of this machine may call the API too."""
    hsts_subdomains: bool
    """Whether browsers must use HTTPS for the subdomains of the host too."""
    internal_token: str
    """The bearer token of internal operations; empty if none is valid."""
    trust_local_requests: bool
    """Whether internal operations answer requests of this machine without the token."""
    request_timeout_seconds: float
    max_bodies: int
    """Request bodies that are received at the same time."""
    max_bodies_per_address: int
    response_cache_bytes: int
    """The size of the response cache; 0 turns it off."""
    public_cache_control: str
    """The `Cache-Control` header of public reads."""
    hide_accounts: bool
    """Whether the time of responses must not tell if an account exists."""
    require_second_factor: bool
    """Whether administrators need a second factor."""
    open_to_visitors: frozenset[str]
    """The settings that are on and open operations to visitors, as `Who.visitors_by` names them."""

    @property
    def path_prefix(self) -> str:
        """The path of the public URL, as in `/api`; empty if it has none."""
        return urlsplit(self.installation.public_url).path
