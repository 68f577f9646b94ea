"""The context of a request (`RequestContext`), and the services of the HTTP layer."""

from dataclasses import dataclass
from datetime import datetime

from bridgework.kit.actions import Context, EventStreams, State, StateT_co
from bridgework.kit.core import Id, PreconditionFailed
from bridgework.kit.core.observability import Metrics
from bridgework.kit.data.db import DataVersion
from bridgework.kit.http.requests import etags
from bridgework.kit.http.requests.options import HttpOptions
from bridgework.kit.security import AccessTokens, ApiKeys, EndedSessions, LastSeen
from bridgework.kit.security.rate_limit import RateLimiter


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpState(State):
    """The services with which requests are answered, created once per process."""

    http_options: HttpOptions
    tokens: AccessTokens
    api_keys: ApiKeys
    last_seen: LastSeen
    rate_limiter: RateLimiter
    admin_rate_limiter: RateLimiter
    """Counts the requests of sessions created by the administrator login."""
    ended_sessions: EndedSessions
    event_streams: EventStreams
    """The streams of changes."""
    notification_streams: EventStreams
    metrics: Metrics


@dataclass(slots=True)
class RequestContext(Context[StateT_co]):
    """The context that a handler gets, with what only handlers use."""

    if_match: str | None = None
    """The header `If-Match`: the versions that may be changed. None if it was not sent."""
    device_token: str = ""
    """The header `X-Device-Token`; empty if it was not sent."""
    last_event_id: str = ""
    """The header `Last-Event-ID`; empty if it was not sent."""
    data_version: DataVersion | None = None
    """The data version of a cacheable response, which was read before any row."""
    cache_subject: Id | None = None
    """The member of the topic that the response is about; None for a list."""
    is_private: bool = False
    """Whether the response of a public read is for this caller only, so that nothing stores it."""
    cache_expires_at: datetime | None = None
    """The time at which the response changes without a write."""

    def check_version(self, version: int) -> None:
        """Raise PreconditionFailed if `If-Match` does not allow a change of this version."""
        if self.if_match is not None and not etags.allows_change(self.if_match, version):
            raise PreconditionFailed
