"""An administrator's second factors as a client has them: an authenticator app and a passkey."""

import hashlib
import json
from dataclasses import dataclass, field, replace
from typing import Any

import cbor2
import pyotp
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from tests import cast
from tests.world import PUBLIC_URL, Person, Response, World

PROOF = {"masterPassword": cast.MASTER_PASSWORD}
LOGIN = "/auth/admin/login"
COMPLETE = "/auth/admin/second-factor"
_PRESENT_AND_VERIFIED = 0x05
_WITH_CREDENTIAL = 0x40


@dataclass
class App:
    """An authenticator app with the secret of an account, and the account's recovery codes."""

    secret: str
    recovery_codes: list[str]

    def code(self, world: World, steps: int = 0) -> str:
        """Return the code at the server's time, or some steps of 30 seconds from it."""
        seconds = int(world.clock.now().timestamp()) + 30 * steps
        return str(pyotp.TOTP(self.secret).at(seconds))


def add_app(world: World, admin: Person) -> App:
    """Add an authenticator app to an administrator, and wait until its next code is valid."""
    app = confirm_app(world, admin)
    world.clock.advance(seconds=60)
    return app


def confirm_app(world: World, admin: Person) -> App:
    """Add an authenticator app to an administrator. Its present code is used by that."""
    secret = world.post("/admin/me/totp", PROOF, as_=admin).must(200).data["secret"]
    app = App(secret, [])
    confirmed = world.post("/admin/me/totp/confirm", {"code": app.code(world)}, as_=admin).must(200)
    app.recovery_codes = confirmed.data["recoveryCodes"]
    return app


def challenge(world: World, admin: Person, **how: Any) -> dict[str, Any]:
    """Sign in with the master password; return the body of the 403."""
    sent = {"email": admin.email, **PROOF}
    refused = world.post(LOGIN, sent, as_=replace(admin, token=None), **how).must(403).json
    assert refused["error"] == "second_factor_needed"
    body: dict[str, Any] = refused
    return body


def complete(world: World, admin: Person, token: str, **proof: Any) -> Response:
    """Complete a sign-in from the administrator's address."""
    sent = {"challenge": token, **proof}
    return world.post(COMPLETE, sent, as_=replace(admin, token=None))


def sign_in(world: World, admin: Person, **proof: Any) -> Response:
    """Sign in with the master password and a second factor."""
    return complete(world, admin, challenge(world, admin)["challenge"], **proof)


@dataclass
class SoftwarePasskey:
    """An authenticator in software, with one ES256 key (WebAuthn Level 3)."""

    origin: str = PUBLIC_URL
    count: int = 0
    flags: int = _PRESENT_AND_VERIFIED
    credential: bytes = b"a credential id of an administrator"
    _key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def create(self, options: Any) -> dict[str, Any]:
        """Answer the options of `navigator.credentials.create`."""
        numbers = self._key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        public_key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        length = len(self.credential).to_bytes(2, "big")
        attested = bytes(16) + length + self.credential + public_key
        data = self._data(options["rp"]["id"], self.flags | _WITH_CREDENTIAL) + attested
        statement = {"fmt": "none", "attStmt": {}, "authData": data}
        client_data = self._client_data("webauthn.create", options["challenge"])
        response = {
            "clientDataJSON": bytes_to_base64url(client_data),
            "attestationObject": bytes_to_base64url(cbor2.dumps(statement)),
        }
        return self._answer(response)

    def get(self, options: Any) -> dict[str, Any]:
        """Answer the options of `navigator.credentials.get`."""
        self.count += 1
        data = self._data(options["rpId"], self.flags)
        client_data = self._client_data("webauthn.get", options["challenge"])
        signed = data + hashlib.sha256(client_data).digest()
        response = {
            "clientDataJSON": bytes_to_base64url(client_data),
            "authenticatorData": bytes_to_base64url(data),
            "signature": bytes_to_base64url(self._key.sign(signed, ec.ECDSA(SHA256()))),
        }
        return self._answer(response)

    def _data(self, rp_id: str, flags: int) -> bytes:
        digest = hashlib.sha256(rp_id.encode()).digest()
        return digest + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client_data(self, kind: str, challenge_text: str) -> bytes:
        base64url_to_bytes(challenge_text)
        return json.dumps(
            {"type": kind, "challenge": challenge_text, "origin": self.origin}
        ).encode()

    def _answer(self, response: dict[str, str]) -> dict[str, Any]:
        credential_id = bytes_to_base64url(self.credential)
        return {
            "id": credential_id,
            "rawId": credential_id,
            "type": "public-key",
            "response": response,
            "clientExtensionResults": {},
        }


def begin_passkey(world: World, admin: Person) -> Any:
    """Ask for the options of a new passkey."""
    return world.post("/admin/me/passkeys/options", PROOF, as_=admin).must(200).data


def add_passkey(world: World, admin: Person, passkey: SoftwarePasskey, **more: Any) -> Any:
    """Add a passkey to an administrator."""
    begun = begin_passkey(world, admin)
    sent = {"challenge": begun["challenge"], "passkey": passkey.create(begun["passkeyOptions"])}
    return world.post("/admin/me/passkeys", {**sent, **more}, as_=admin).must(201).data
