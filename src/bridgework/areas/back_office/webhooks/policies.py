"""Checks of URLs, the schedule of attempts, and the limits of webhooks."""

from collections.abc import Sequence
from datetime import timedelta
from urllib.parse import urlsplit

from bridgework.areas.back_office.webhooks import errors
from bridgework.areas.back_office.webhooks.fields import WebhookType
from bridgework.kit.core.net import AddressRefused, is_local_name, literal_address, must_be_allowed
from bridgework.kit.delivery import BackOff

MAX_WEBHOOKS = 250
TIMEOUT_SECONDS = 15.0
"""The timeout of an attempt in all, from the resolution of the host to the end of the response."""
LEASE = timedelta(seconds=TIMEOUT_SECONDS + 10)
"""How long a worker holds a delivery: the timeout, and a reserve for recording the outcome."""
PREVIOUS_SECRET_VALID = timedelta(hours=24)
GONE = 410
BACK_OFF = BackOff(
    (2, 10, 60, 300, 1800, *(hours * 3600 for hours in (2, 5, 10, 14, 20, 20))), jitter=0.1
)
"""The first attempt has no delay."""


def wants(types: Sequence[WebhookType], change_type: str) -> bool:
    """Whether a webhook with these types is sent changes of a type."""
    return "*" in types or change_type in types


def must_be_a_receiver(url: str, *, https_only: bool, allow_private: bool) -> None:
    """Raise ValidationFailed for a URL to which nothing may be sent.

    A host name is checked when it is resolved, at every attempt.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    if parts.fragment or "#" in url:
        raise errors.url_refused("url", "Must not have a fragment.")
    if https_only and parts.scheme.lower() != "https":
        raise errors.url_refused("https_required", "Must use https.")
    address = literal_address(host)
    if address is not None:
        try:
            must_be_allowed(address, allow_private=allow_private)
        except AddressRefused as error:
            raise errors.url_refused("address_refused", str(error)) from None
    elif not allow_private and is_local_name(host):
        raise errors.url_refused("address_refused", f"{host} is this machine, which is refused.")
