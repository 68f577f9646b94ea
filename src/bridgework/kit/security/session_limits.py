"""The limits of administrators' sessions, which end earlier than those of members."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from bridgework.kit.security.last_seen import WRITE_DELAY


@dataclass(frozen=True, slots=True)
class AdminSessionLimits:
    """How long the sessions of administrators last.

    The times apply to sessions that were opened before a setting changed, too.
    """

    life: timedelta
    """From the sign-in."""
    idle: timedelta
    """Without a request."""

    def opened_after(self, now: datetime) -> datetime:
        """Return the time after which a session must have been opened to be valid."""
        return now - self.life

    def seen_after(self, now: datetime) -> datetime:
        """Return the time after which the stored last use of a valid session must be.

        The use is stored up to a minute late, so a session that is used never ends.
        """
        return now - self.idle - WRITE_DELAY

    def ends(self, opened_at: datetime, expires_at: datetime) -> datetime:
        """Return when a session ends that is used until then."""
        return min(expires_at, opened_at + self.life)

    def ends_unused(self, opened_at: datetime, seen_at: datetime, expires_at: datetime) -> datetime:
        """Return when a session ends that is not used again."""
        return min(self.ends(opened_at, expires_at), seen_at + self.idle)
