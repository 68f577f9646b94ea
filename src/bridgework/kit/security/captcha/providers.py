"""The CAPTCHA providers, and their differences."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Provider:
    """A CAPTCHA provider."""

    url: str
    """The URL of its API that verifies tokens."""
    dummy_secrets: frozenset[str]
    """The secrets that it publishes for tests. With one of them, every token may be valid."""
    supports_idempotency_key: bool = False
    """Whether a token can be verified again with the same key."""
    no_hostname: frozenset[str] = frozenset()
    """Values of the host that mean that it is unknown."""
    min_score: float = 0.0
    """The lowest score that is accepted, if the response contains one."""


PROVIDERS: Mapping[str, Provider] = {
    "turnstile": Provider(
        "https://challenges.cloudflare.com/turnstile/v0/siteverify",
        frozenset(f"{digit}x{'0' * 31}AA" for digit in "123"),
        supports_idempotency_key=True,
    ),
    "hcaptcha": Provider(
        "https://api.hcaptcha.com/siteverify",
        frozenset({f"0x{'0' * 40}"}),
        no_hostname=frozenset({"not-provided"}),
    ),
    "recaptcha": Provider(
        "https://www.google.com/recaptcha/api/siteverify",
        frozenset({"6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe"}),
        min_score=0.5,  # Google's advice; in version 3 every genuine token is a success
    ),
}
"""The providers by their names in the setting."""

DUMMY_SECRETS = frozenset().union(*(provider.dummy_secrets for provider in PROVIDERS.values()))
