"""The files below `/.well-known/` that are about security."""

from datetime import datetime, timedelta

from bridgework.kit.text import email_addresses
from bridgework.settings import Settings

SECURITY_TXT = "/.well-known/security.txt"
CHANGE_PASSWORD = "/.well-known/change-password"  # noqa: S105
_VALIDITY = timedelta(days=180)
"""RFC 9116 recommends less than a year."""


def security_txt(settings: Settings, now: datetime) -> bytes:
    """Return the text of RFC 9116, which expires half a year after today."""
    contact = settings.security_contact
    if not contact.startswith("https://"):
        contact = f"mailto:{email_addresses.parse_header(contact)[0]}"
    expires = now.replace(hour=0, minute=0, second=0, microsecond=0) + _VALIDITY
    lines = {
        "Contact": contact,
        "Expires": expires.isoformat(),
        "Preferred-Languages": "en",
        "Canonical": settings.public_url + SECURITY_TXT,
    }
    return "".join(f"{name}: {value}\n" for name, value in lines.items()).encode()


def change_password_url(settings: Settings) -> str:
    """Return the URL of the screen that changes a password; empty without a front end."""
    return f"{settings.effective_site_url}/settings" if settings.site or settings.site_url else ""
