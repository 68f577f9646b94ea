"""Access tokens: issued tokens are verified, all others are invalid."""

import base64
import hmac
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bridgework.kit.core import new_id
from bridgework.kit.security import AccessTokens, Keyring
from tests.clock import NOON, ManualClock

OLD = "the former secret of this installation"
NEW = "the newest secret of this installation"
ISSUER = "https://api.example.com"
ACCOUNT, SESSION = new_id(), new_id()


def tokens(*secrets: str, clock: ManualClock | None = None, issuer: str = ISSUER) -> AccessTokens:
    ring = Keyring(secrets or (NEW,))
    return AccessTokens(ring, clock or ManualClock(), issuer=issuer, lifetime=timedelta(hours=1))


def issued(of: AccessTokens, *, is_admin: bool = False) -> str:
    token, _ = of.issue(ACCOUNT, SESSION, is_admin=is_admin)
    return token


def test_an_issued_token_has_the_expected_claims() -> None:
    token, expires = tokens().issue(ACCOUNT, SESSION)
    assert expires == NOON + timedelta(hours=1)
    header = jwt.get_unverified_header(token)
    assert (header["alg"], header["typ"], len(header["kid"])) == ("HS256", "at+jwt", 16)
    payload = jwt.decode(token, options={"verify_signature": False})
    assert payload.pop("jti")
    assert payload == {
        "iss": ISSUER, "aud": "bridgework", "sub": ACCOUNT, "sid": SESSION,
        "iat": int(NOON.timestamp()), "exp": int(expires.timestamp()),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("session", "token"), [(timedelta(minutes=59, seconds=1.5), 3541), (timedelta(hours=2), 3600)]
)
def test_a_token_does_not_outlive_its_session(session: timedelta, token: int) -> None:
    _, expires = tokens().issue(ACCOUNT, SESSION, session_ends=NOON + session)
    assert expires == NOON + timedelta(seconds=token)


@pytest.mark.parametrize("is_admin", [False, True])
def test_an_issued_token_is_verified(is_admin: bool) -> None:
    ours = tokens()
    for _ in range(2):  # the second time from the cache
        claims = ours.verify(issued(ours, is_admin=is_admin))
        assert claims is not None
        assert (claims.account_id, claims.session_id) == (ACCOUNT, SESSION)
        assert claims.is_admin is is_admin


def test_tokens_are_unique() -> None:
    ours = tokens()
    assert issued(ours) != issued(ours)


def test_a_token_is_valid_until_it_expires() -> None:
    clock = ManualClock()
    ours = tokens(clock=clock)
    token = issued(ours)
    clock.advance(seconds=3599)
    assert ours.verify(token)
    clock.advance(seconds=1)
    assert ours.verify(token) is None
    assert tokens(clock=clock).verify(token) is None


def test_tokens_of_a_former_secret_are_valid() -> None:
    before, meanwhile, after = tokens(OLD), tokens(NEW, OLD), tokens(NEW)
    assert meanwhile.verify(issued(before))
    assert after.verify(issued(meanwhile))
    assert after.verify(issued(before)) is None


def test_tokens_of_another_installation_are_invalid() -> None:
    assert tokens().verify(issued(tokens(OLD))) is None
    assert tokens().verify(issued(tokens(issuer="https://other.example.com"))) is None


def test_the_cache_is_bounded_and_evicted_tokens_are_valid() -> None:
    ours = tokens()
    first = issued(ours)
    claims = ours.verify(first)
    assert claims is not None
    for number in range(10_001):
        ours._cache(f"token {number}", claims)
    assert len(ours._verified_tokens) == 10_000
    assert first not in ours._verified_tokens
    assert ours.verify(first) == claims


Header = dict[str, Any]
Payload = dict[str, Any]
Change = Callable[[Header, Payload], object]


_DIGESTS = {"HS256": "sha256", "HS384": "sha384", "HS512": "sha512"}


def forged(
    change: Change | None = None,
    *,
    key: bytes | None = None,
    algorithm: str = "HS256",
) -> str:
    """A valid token with a change; signed with our key unless another one is given."""
    ours = tokens()
    good = issued(ours)
    header = dict(jwt.get_unverified_header(good))
    payload = jwt.decode(good, options={"verify_signature": False})
    header["alg"] = algorithm
    if change is not None:
        change(header, payload)
    message = f"{part(header)}.{part(payload)}"
    secret = key if key is not None else Keyring((NEW,)).keys("access-token")[0]
    signature = hmac.digest(secret, message.encode(), _DIGESTS[algorithm])
    return f"{message}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"


def part(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def with_header(header: object) -> str:
    """A valid payload and signature with another header."""
    return f"{part(header)}.{issued(tokens()).partition('.')[2]}"


def dropped(name: str) -> Change:
    return lambda _header, payload: payload.pop(name)


def put(**claims: object) -> Change:
    return lambda _header, payload: payload.update(claims)


def headed(**members: object) -> Change:
    return lambda header, _payload: header.update(members)


def unheaded(name: str) -> Change:
    return lambda header, _payload: header.pop(name)


def under_a_public_key() -> str:
    """Signed with HMAC, using a public key as the secret."""
    public = rsa.generate_private_key(65537, 2048).public_key()
    return forged(key=public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))


def signed_by_rsa() -> str:
    header = {**jwt.get_unverified_header(forged()), "alg": "RS256"}
    payload = jwt.decode(forged(), options={"verify_signature": False})
    private = rsa.generate_private_key(65537, 2048)
    return jwt.encode(payload, private, algorithm="RS256", headers=header)


def unsigned() -> str:
    header = jwt.get_unverified_header(issued(tokens()))
    payload = issued(tokens()).split(".")[1]
    return f"{part({**header, 'alg': 'none'})}.{payload}."


def serialised() -> str:
    protected, payload, signature = issued(tokens()).split(".")
    return json.dumps({"protected": protected, "payload": payload, "signature": signature})


ZOO: dict[str, Callable[[], str]] = {
    "nothing": lambda: "",
    "a word": lambda: "token",
    "dots": lambda: "..",
    "many dots": lambda: "." * 1000,
    "not base64": lambda: "!!!.???.***",
    "letters beyond ASCII": lambda: "é.ü.ß",
    "a NUL": lambda: issued(tokens()) + "\x00",
    "blanks inside": lambda: issued(tokens()).replace(".", " ."),
    "huge": lambda: "a" * 1_000_000,
    "a huge header": lambda: f"{'a' * 500_000}.{'b' * 500_000}.c",
    "a header of 10,000 lists": lambda: with_header(json.loads("[" * 900 + "]" * 900)),
    "unsigned": unsigned,
    "alg nOnE": lambda: with_header({"alg": "nOnE", "typ": "at+jwt"}),
    "its signature cut off": lambda: issued(tokens()).rpartition(".")[0] + ".",
    "another payload behind the signature": lambda: issued(tokens()).split(".")[0]
    + "." + part({"sub": ACCOUNT}) + "." + issued(tokens()).split(".")[2],
    "HS512": lambda: forged(algorithm="HS512"),
    "HS384": lambda: forged(algorithm="HS384"),
    "RS256": signed_by_rsa,
    "a public key as the secret": under_a_public_key,
    "an empty key": lambda: forged(key=b"\0" * 32),
    "another key": lambda: forged(key=b"k" * 32),
    "a key of another purpose": lambda: forged(key=Keyring((NEW,)).keys("one-time-code")[0]),
    "another kid": lambda: forged(headed(kid="0123456789abcdef")),
    "a path as kid": lambda: forged(headed(kid="../../dev/null")),
    "no kid": lambda: forged(unheaded("kid")),
    "a list as kid": lambda: with_header({"alg": "HS256", "typ": "at+jwt", "kid": ["a"]}),
    "a key of its own": lambda: forged(headed(jwk={"kty": "oct", "k": "a"}, kid="x")),
    "typ JWT": lambda: forged(headed(typ="JWT")),
    "typ AT+JWT": lambda: forged(headed(typ="AT+JWT")),
    "no typ": lambda: with_header({"alg": "HS256"}),
    "a header that is a list": lambda: with_header([]),
    "a critical extension": lambda: forged(headed(crit=["exp"])),
    "another audience": lambda: forged(put(aud="other")),
    "many audiences without ours": lambda: forged(put(aud=["other", "another"])),
    "another issuer": lambda: forged(put(iss="https://evil.example")),
    "our issuer with a slash": lambda: forged(put(iss=ISSUER + "/")),
    "no account": lambda: forged(put(sub="")),
    "an account that is no id": lambda: forged(put(sub="1 OR 1=1")),
    "an account in capitals": lambda: forged(put(sub=ACCOUNT.upper())),
    "a number for an account": lambda: forged(put(sub=5)),
    "a session that is no id": lambda: forged(put(sid="x")),
    "a session of many": lambda: forged(put(sid=[SESSION])),
    "expired long ago": lambda: forged(put(exp=0)),
    "expired now": lambda: forged(put(exp=int(NOON.timestamp()))),
    "expires some day": lambda: forged(put(exp="tomorrow")),
    "expires at no time": lambda: forged(put(exp=None)),
    "not yet good": lambda: forged(put(nbf=4_102_444_800)),
    "JSON instead of dots": serialised,
    **{f"no {name}": lambda name=name: forged(dropped(name))  # type: ignore[misc]
       for name in ("iss", "aud", "sub", "sid", "iat", "exp", "jti")},
}  # fmt: skip


def test_an_unaltered_handmade_token_is_valid() -> None:
    assert tokens().verify(forged()) is not None


@pytest.mark.parametrize("animal", ZOO)
def test_forged_tokens_are_invalid(animal: str) -> None:
    ours = tokens()
    token = ZOO[animal]()
    for _ in range(2):  # the second time it might be cached
        assert ours.verify(token) is None


def test_invalid_tokens_are_not_cached() -> None:
    ours = tokens()
    for animal in ("another key", "another issuer", "huge", "no exp"):
        ours.verify(ZOO[animal]())
    assert len(ours._verified_tokens) == 0


@pytest.mark.parametrize("adm", ["true", 1, "yes", [True], None])
def test_only_true_makes_an_administrator(adm: object) -> None:
    claims = tokens().verify(forged(put(adm=adm)))
    assert claims is not None
    assert not claims.is_admin
