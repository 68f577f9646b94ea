"""Who a caller is: passwords, tokens, keys, the CAPTCHA, and limits on requests."""

from bridgework.kit.security.access_tokens import AccessTokens, Claims
from bridgework.kit.security.api_keys import VISIBLE_LENGTH, ApiKeys, KeyClaims
from bridgework.kit.security.auth import (
    ADMIN,
    ANONYMOUS,
    PROOF_LIFE,
    Caller,
    SecondFactorRequired,
    Who,
    admin,
    holder_of,
    member,
    partner,
    public,
)
from bridgework.kit.security.ended_sessions import EndedSessions
from bridgework.kit.security.keyring import MIN_SECRET_LENGTH, Keyring, TextCipher
from bridgework.kit.security.last_seen import LastSeen, PendingTimes
from bridgework.kit.security.passwords import Passwords
from bridgework.kit.security.secret_file import UnusableSecretFile
from bridgework.kit.security.session_limits import AdminSessionLimits
