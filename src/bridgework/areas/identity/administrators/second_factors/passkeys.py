"""Passkeys (WebAuthn Level 3): the options for the browser, and the verification of its answers.

A passkey belongs to the host of BRIDGEWORK_PUBLIC_URL, and works on pages of that origin. The
library is imported at its first use: it takes 40 ms and 5 MB, and few processes need it.
"""

import ipaddress
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from bridgework.kit.core import Id
from bridgework.kit.validation import JsonObject
from bridgework.settings import Settings

if TYPE_CHECKING:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

_TIMEOUT = 5 * 60 * 1000
"""Milliseconds."""
_DEFAULT_PORTS = {"http": 80, "https": 443}
_SHAPE_ERRORS = (ValueError, TypeError, KeyError, AttributeError)
"""Raised for answers of a wrong shape, which the library does not check."""


class VerificationFailed(Exception):
    """The answer of the browser is invalid, or for another challenge, origin or passkey."""


@dataclass(frozen=True, slots=True)
class NewPasskey:
    """A verified new passkey, with credential id and public key in base64url."""

    credential_id: str
    public_key: str
    sign_count: int


def is_possible(settings: Settings) -> bool:
    """Whether the public URL has a host name: passkeys do not work with IP addresses."""
    try:
        ipaddress.ip_address(settings.public_host)
    except ValueError:
        return True
    return False


def creation_options(
    settings: Settings, account_id: Id, email: str, challenge: str, existing: Sequence[str]
) -> JsonObject:
    """Return the options for `navigator.credentials.create`, without the `existing` passkeys."""
    import webauthn  # see above
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = webauthn.generate_registration_options(
        rp_id=settings.public_host,
        rp_name=settings.installation_name,
        user_id=account_id.encode(),
        user_name=email,
        user_display_name=email,
        challenge=base64url_to_bytes(challenge),
        timeout=_TIMEOUT,
        exclude_credentials=_descriptors(existing),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.PREFERRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
    )
    return _to_json(webauthn.options_to_json(options))


def request_options(settings: Settings, challenge: str, allowed: Sequence[str]) -> JsonObject:
    """Return the options for `navigator.credentials.get`, for the `allowed` passkeys."""
    import webauthn  # see above
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.structs import UserVerificationRequirement

    options = webauthn.generate_authentication_options(
        rp_id=settings.public_host,
        challenge=base64url_to_bytes(challenge),
        timeout=_TIMEOUT,
        allow_credentials=_descriptors(allowed),
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return _to_json(webauthn.options_to_json(options))


def verify_new(settings: Settings, challenge: str, answer: JsonObject) -> NewPasskey:
    """Verify the answer of `navigator.credentials.create`. Raises VerificationFailed."""
    import webauthn  # see above
    from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        verified = webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=settings.public_host,
            expected_origin=_origin(settings),
            require_user_verification=True,
        )
    except (WebAuthnException, *_SHAPE_ERRORS) as error:
        raise VerificationFailed from error
    return NewPasskey(
        bytes_to_base64url(verified.credential_id),
        bytes_to_base64url(verified.credential_public_key),
        verified.sign_count,
    )


def verify(settings: Settings, challenge: str, answer: JsonObject, public_key: str) -> int:
    """Verify the answer of `navigator.credentials.get`; return the passkey's counter.

    Raises VerificationFailed. The caller compares the counter with the stored one.
    """
    import webauthn  # see above
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        verified = webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=base64url_to_bytes(challenge),
            expected_rp_id=settings.public_host,
            expected_origin=_origin(settings),
            credential_public_key=base64url_to_bytes(public_key),
            credential_current_sign_count=0,
            require_user_verification=True,
        )
    except (WebAuthnException, *_SHAPE_ERRORS) as error:
        raise VerificationFailed from error
    return verified.new_sign_count


def _origin(settings: Settings) -> str:
    """The origin of the public URL, as browsers write it."""
    parts = urlsplit(settings.public_url.lower())
    is_default = parts.port in {None, _DEFAULT_PORTS[parts.scheme]}
    return f"{parts.scheme}://{parts.hostname}" + ("" if is_default else f":{parts.port}")


def _descriptors(credential_ids: Sequence[str]) -> "list[PublicKeyCredentialDescriptor]":
    from webauthn.helpers import base64url_to_bytes  # see above
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    return [PublicKeyCredentialDescriptor(id=base64url_to_bytes(text)) for text in credential_ids]


def _to_json(text: str) -> JsonObject:
    options: JsonObject = json.loads(text)
    return options
