"""What the edge knows of a request before its operation runs, and until it is logged."""

from dataclasses import dataclass

from bridgework.kit.errors import SignInNeeded, TokenInvalid
from bridgework.kit.http.operation import Operation
from bridgework.kit.http.request import Request
from bridgework.kit.limits.window import Verdict
from bridgework.kit.partner_keys import KeyClaims
from bridgework.kit.tokens import Claims


@dataclass(slots=True)
class Visit:
    """What the edge itself keeps of a request until it is answered and logged."""

    request: Request
    request_id: bytes
    address: str
    name: str = "-"
    verdict: Verdict | None = None
    spent: Verdict | None = None
    """A further budget that refused this request."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The credentials of a request, as far as they can be told without the database."""

    token: Claims | None
    key: KeyClaims | None
    anything: bool
    """Whether there were any, good or bad."""

    def fit_for(self, operation: Operation) -> Claims | KeyClaims | None:
        """The credentials to identify the caller by. Raises SignInNeeded or TokenInvalid.

        A public operation ignores credentials, good or bad. A key is returned even where no key
        is accepted: the database has to say whether it is still valid before it is refused.
        """
        if operation.who.credentials == "none":
            return None
        credentials = self.token or self.key
        if credentials is None:
            raise TokenInvalid if self.anything else SignInNeeded
        return credentials


NOTHING_SHOWN = Shown(token=None, key=None, anything=False)
"""What a stranger shows."""


@dataclass(frozen=True, slots=True)
class Found:
    """An operation and the values of its path's parameters."""

    operation: Operation
    path_values: tuple[str, ...]
