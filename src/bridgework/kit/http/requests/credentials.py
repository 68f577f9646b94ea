"""The credentials of a request, before they are checked against the database."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from hmac import compare_digest

from bridgework.kit.core import KeyInvalid, OperatorsOnly, SignInNeeded, TokenInvalid, Unauthorized
from bridgework.kit.security import Claims, KeyClaims, Who


@dataclass(frozen=True, slots=True)
class PresentedCredentials:
    """A correctly signed access token or partner key; None if missing or invalid."""

    token: Claims | None
    key: KeyClaims | None
    has_token: bool = False
    """Whether the request contains a bearer token, valid or not."""
    has_key: bool = False
    """Whether the request contains a partner key, valid or not."""

    def required_by(self, who: Who, open_to_visitors: Collection[str]) -> Claims | KeyClaims | None:
        """Return the credentials that identify the caller; None for an anonymous one.

        `open_to_visitors` are the settings that open operations to them.

        Raises SignInNeeded without any, and TokenInvalid or KeyInvalid for invalid ones.

        A public operation ignores credentials, except tokens if it knows administrators. A partner
        key is returned even if the operation does not accept keys, so that an invalid key is
        reported before a missing permission.
        """
        if who.credentials == "none":
            return self.token if who.knows_admins else None
        credentials = self.token or self.key
        if credentials is not None:
            return credentials
        if not (self.has_token or self.has_key) and who.visitors_by in open_to_visitors:
            return None
        raise self._refusal

    @property
    def _refusal(self) -> type[Unauthorized]:
        if self.has_token:
            return TokenInvalid
        return KeyInvalid if self.has_key else SignInNeeded


NO_CREDENTIALS = PresentedCredentials(token=None, key=None)


def presented(
    authorization: str,
    api_key: str,
    read_token: Callable[[str], Claims | None],
    read_key: Callable[[str], KeyClaims | None],
) -> PresentedCredentials:
    """Return the credentials of the headers `Authorization` and `X-Api-Key`, empty if missing."""
    if not (authorization or api_key):
        return NO_CREDENTIALS
    scheme, _, token = authorization.partition(" ")
    is_bearer = scheme.lower() == "bearer"
    return PresentedCredentials(
        token=read_token(token.strip()) if is_bearer else None,
        key=read_key(api_key) if api_key else None,
        has_token=is_bearer,
        has_key=bool(api_key),
    )


def must_be_internal(authorization: str, metrics_token: str, *, is_local: bool) -> None:
    """Raise OperatorsOnly unless the request contains the metrics token or `is_local`.

    An unset token matches nothing.
    """
    token = authorization.partition(" ")[2].strip()
    has_token = bool(metrics_token) and compare_digest(token.encode(), metrics_token.encode())
    if not (has_token or is_local):
        raise OperatorsOnly
