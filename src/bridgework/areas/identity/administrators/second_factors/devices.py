"""Known devices: the failures of strangers do not block the owner's own device.

A device token is no credential. It only selects which failures are counted: those of a known device
are counted on their own, all others together by account and by address.
"""

from dataclasses import dataclass

from bridgework.areas.identity.accounts.sign_in import login_limits
from bridgework.areas.identity.accounts.sign_in.login_limits import FailureLimit
from bridgework.areas.identity.administrators import policies
from bridgework.areas.identity.administrators.second_factors import queries, secret_tokens
from bridgework.context import Context
from bridgework.kit.core import Id

_BY_DEVICE = FailureLimit("admin.sign_in", policies.FAILED_SIGN_INS_BY_DEVICE)


@dataclass(frozen=True, slots=True)
class FailureCount:
    """The limit that applies to a client, and the key that its failures are counted under."""

    limit: FailureLimit
    key: str
    account_id: Id | None

    def must_allow(self, context: Context) -> None:
        """Raise TooManySignIns after too many failures."""
        self.limit.must_allow(context, self.key, self.account_id)

    def count_failure(self, context: Context) -> None:
        """Count and audit a failure. Raises TooManySignIns if it exceeds the limit."""
        self.limit.count_failure(context, self.key, self.account_id)

    def reset(self, context: Context) -> None:
        """Reset the failures after a success."""
        self.limit.reset(context, self.key)


def failure_count(
    context: Context, account_id: Id | None, email_key: str, device_token: str
) -> FailureCount:
    """Return the limit for the client: its own for a known device, else that of the account."""
    known = None if account_id is None else _known(context, account_id, device_token)
    if known is not None:
        return FailureCount(_BY_DEVICE, known, account_id)
    return FailureCount(login_limits.ADMINISTRATORS, email_key, account_id)


def remember(context: Context, account_id: Id, device_token: str) -> str:
    """Make the client's device known, or extend that; return its token."""
    known = _known(context, account_id, device_token)
    token = secret_tokens.generate_token() if known is None else device_token
    expires = context.now + policies.DEVICE_LIFE
    queries.put_device(context.tx, account_id, secret_tokens.digest(token), expires)
    return token


def _known(context: Context, account_id: Id, device_token: str) -> str | None:
    """Return the digest of the client's device token if it belongs to the account."""
    if not device_token:
        return None
    digest = secret_tokens.digest(device_token)
    is_known = queries.is_known_device(context.tx, account_id, digest, context.now)
    return digest if is_known else None
