"""Access tokens: JWTs whose algorithm, type, issuer and audience are pinned (RFC 8725, 9068).

A token names a session. Sessions are stored in the database and can be ended.
"""

import hashlib
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta

import jwt

from bridgework.kit.core import Clock, Id, is_id
from bridgework.kit.security.keyring import Keyring

_ALGORITHM = "HS256"
_TYPE = "at+jwt"
_AUDIENCE = "bridgework"
_CACHE_SIZE = 10_000
_CLAIMS = ["iss", "aud", "sub", "sid", "iat", "exp", "jti"]


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of a valid token."""

    account_id: Id
    session_id: Id
    is_admin: bool
    expires: float
    """Seconds since 1970."""


class AccessTokens:
    """Issues and verifies tokens. Verified tokens are cached."""

    def __init__(self, keyring: Keyring, clock: Clock, *, issuer: str, lifetime: timedelta) -> None:
        keys = keyring.keys("access-token")
        self._keys = {_key_id(key): key for key in keys}
        self._newest = _key_id(keys[0])
        self._clock = clock
        self._issuer = issuer
        self._lifetime = lifetime
        # The signature of a token is verified once; its expiry and session are checked each time.
        self._verified_tokens: OrderedDict[str, Claims] = OrderedDict()

    def issue(
        self,
        account_id: Id,
        session_id: Id,
        *,
        is_admin: bool = False,
        session_ends: datetime | None = None,
    ) -> tuple[str, datetime]:
        """Issue a token. Returns it and its expiry, which is not later than its session's end."""
        now = self._clock.now().replace(microsecond=0)
        expires = now + self._lifetime
        if session_ends is not None:
            expires = min(expires, session_ends.replace(microsecond=0))
        payload = {
            "iss": self._issuer,
            "aud": _AUDIENCE,
            "sub": account_id,
            "sid": session_id,
            "iat": int(now.timestamp()),
            "exp": int(expires.timestamp()),
            "jti": secrets.token_urlsafe(12),
        }
        if is_admin:
            payload["adm"] = True
        headers = {"typ": _TYPE, "kid": self._newest}
        key = self._keys[self._newest]
        return jwt.encode(payload, key, algorithm=_ALGORITHM, headers=headers), expires

    def verify(self, token: str) -> Claims | None:
        """The claims of a token; None if it is invalid or has expired."""
        claims = self._verified_tokens.get(token)
        if claims is None:
            claims = self._verify_signature(token)
            if claims is None:
                return None
            self._cache(token, claims)
        return claims if claims.expires > self._clock.now().timestamp() else None

    def _verify_signature(self, token: str) -> Claims | None:
        try:
            header = jwt.get_unverified_header(token)
            key = self._keys.get(header.get("kid", ""))
            if key is None or header.get("typ") != _TYPE:
                return None
            payload = jwt.decode(
                token,
                key,
                algorithms=[_ALGORITHM],
                audience=_AUDIENCE,
                issuer=self._issuer,
                # The expiry is checked by the injected clock, which tests can set.
                options={"require": _CLAIMS, "verify_exp": False, "verify_iat": False},
            )
        except (jwt.InvalidTokenError, ValueError, TypeError):
            return None
        return _claims(payload)

    def _cache(self, token: str, claims: Claims) -> None:
        self._verified_tokens[token] = claims
        if len(self._verified_tokens) > _CACHE_SIZE:
            self._verified_tokens.popitem(last=False)


def _claims(payload: dict[str, object]) -> Claims | None:
    account, session, expires = payload["sub"], payload["sid"], payload["exp"]
    has_ids = isinstance(account, str) and isinstance(session, str)
    if not has_ids or not is_id(str(account)) or not is_id(str(session)):
        return None
    if not isinstance(expires, int):
        return None
    return Claims(Id(str(account)), Id(str(session)), payload.get("adm") is True, expires)


def _key_id(key: bytes) -> str:
    return hashlib.sha256(b"kid" + key).hexdigest()[:16]
