"""Checks of the certificates of outside services: how long they are valid."""

from collections.abc import Mapping
from datetime import timedelta

from bridgework.doctor.result import NotChecked, Result, failed, ok, warning
from bridgework.kit.core import SystemClock
from bridgework.kit.core.net.certificates import SOON, Endpoint, find_end

NAMES: Mapping[str, str] = {
    "mail": "the mail server",
    "storage": "the storage",
    "redis": "Redis",
    "database": "PostgreSQL",
}
"""What the report calls the services of `providers.encrypted_endpoints`."""
_RENEW = "renew the certificate: connections are refused once it has expired"


def check(endpoint: Endpoint) -> Result:
    """The certificate is valid for more than two weeks."""
    where = f"{endpoint.host}:{endpoint.port}"
    try:
        end = find_end(endpoint)
    except OSError as error:
        raise NotChecked(f"no encrypted connection to {where} ({type(error).__name__})") from None
    left = end - SystemClock().now()
    if left < timedelta(0):
        return failed(f"that of {where} expired on {end:%Y-%m-%d}", _RENEW)
    message = f"that of {where} is valid for {left.days} days, until {end:%Y-%m-%d}"
    return warning(message, _RENEW) if left < SOON else ok(message)
