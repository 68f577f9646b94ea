"""The CAPTCHA providers: where each is asked, and where they differ."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Provider:
    """Whose puzzle it is."""

    address: str
    """Where its verdicts are asked for."""
    dummy_secrets: frozenset[str]
    """The secrets it publishes for trials: with one of them, anybody's token may pass."""
    takes_idempotency_key: bool = False
    """Whether it can be asked twice about one token, under one key."""
    no_hostname: frozenset[str] = frozenset()
    """What it writes as the host where it does not know one."""
    least_score: float = 0.0
    """Where it tells a score: what a person has at least."""


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
"""By the names that the setting has for them."""

DUMMY_SECRETS = frozenset().union(*(provider.dummy_secrets for provider in PROVIDERS.values()))
