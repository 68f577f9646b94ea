"""The providers of captchas: the address of each, and where they differ."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Provider:
    """One provider of captchas."""

    address: str
    """Of its API that verifies tokens."""
    dummy_secrets: frozenset[str]
    """The secrets it publishes for tests: with one of them, any token may pass."""
    takes_idempotency_key: bool = False
    """Whether one token can be verified twice, under one key."""
    no_hostname: frozenset[str] = frozenset()
    """What it returns as the host if it does not know it."""
    least_score: float = 0.0
    """The lowest score of a person, if it returns one."""


PROVIDERS: Mapping[str, Provider] = {
    "turnstile": Provider(
        "https://challenges.cloudflare.com/turnstile/v0/siteverify",
        frozenset(f"{digit}x{'0' * 31}AA" for digit in "123"),
        takes_idempotency_key=True,
    ),
    "hcaptcha": Provider(
        "https://api.hcaptcha.com/siteverify",
        frozenset({f"0x{'0' * 40}"}),
        no_hostname=frozenset({"not-provided"}),
    ),
    "recaptcha": Provider(
        "https://www.google.com/recaptcha/api/siteverify",
        frozenset({"6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe"}),
        least_score=0.5,  # what Google advises; version 3 calls every token of its own a success
    ),
}
"""By their names in the setting."""

DUMMY_SECRETS = frozenset().union(*(provider.dummy_secrets for provider in PROVIDERS.values()))
