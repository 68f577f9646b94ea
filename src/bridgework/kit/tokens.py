"""Access tokens: JWTs whose algorithm, type, issuer and audience are pinned (RFC 8725, 9068).

Sessions, which can be ended, stand in the database; a token only names one.
"""

import hashlib
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta

import jwt

from bridgework.kit.clock import Clock
from bridgework.kit.ids import Id, is_id
from bridgework.kit.keyring import Keyring

_ALGORITHM = "HS256"
_TYPE = "at+jwt"
_AUDIENCE = "bridgework"
_MEMO_SIZE = 10_000
_CLAIMS = ["iss", "aud", "sub", "sid", "iat", "exp", "jti"]


@dataclass(frozen=True, slots=True)
class Claims:
    """What a good token says: whose it is and by which session."""

    account_id: Id
    session_id: Id
    is_admin: bool
    expires: float
    """Seconds since 1970."""


class AccessTokens:
    """Issues tokens and reads them back, remembering those it verified."""

    def __init__(self, keyring: Keyring, clock: Clock, *, issuer: str, lifetime: timedelta) -> None:
        keys = keyring.keys("access-token")
        self._keys = {_key_id(key): key for key in keys}
        self._newest = _key_id(keys[0])
        self._clock = clock
        self._issuer = issuer
        self._lifetime = lifetime
        # A verified token is verified for good but for its expiry and its session's end, which
        # are looked at each time.
        self._memo: OrderedDict[str, Claims] = OrderedDict()

    def issue(
        self,
        account_id: Id,
        session_id: Id,
        *,
        is_admin: bool = False,
        session_ends: datetime | None = None,
    ) -> tuple[str, datetime]:
        """A token and the moment it expires, which is no later than its session's end."""
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

    def read(self, token: str) -> Claims | None:
        """What `token` says, or None if it is not a good one of ours, or no more."""
        claims = self._memo.get(token)
        if claims is None:
            claims = self._verified(token)
            if claims is None:
                return None
            self._remember(token, claims)
        return claims if claims.expires > self._clock.now().timestamp() else None

    def _verified(self, token: str) -> Claims | None:
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
                # Our own clock tells whether it has expired, so that tests can move it.
                options={"require": _CLAIMS, "verify_exp": False, "verify_iat": False},
            )
        except (jwt.InvalidTokenError, ValueError, TypeError):
            return None
        return _claims(payload)

    def _remember(self, token: str, claims: Claims) -> None:
        self._memo[token] = claims
        if len(self._memo) > _MEMO_SIZE:
            self._memo.popitem(last=False)


def _claims(payload: dict[str, object]) -> Claims | None:
    account, session, expires = payload["sub"], payload["sid"], payload["exp"]
    named = isinstance(account, str) and isinstance(session, str)
    if not named or not is_id(str(account)) or not is_id(str(session)):
        return None
    if not isinstance(expires, int):
        return None
    return Claims(Id(str(account)), Id(str(session)), payload.get("adm") is True, expires)


def _key_id(key: bytes) -> str:
    return hashlib.sha256(b"kid" + key).hexdigest()[:16]
