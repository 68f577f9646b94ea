"""The URL of a mail server, from the settings."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Self, get_args
from urllib.parse import SplitResult, parse_qs, quote, unquote, urlsplit

from bridgework.kit.text import urls

Starttls = Literal["required", "optional", "off"]

_PORTS = {"smtp": 587, "smtps": 465}


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """A mail server, and how to connect to it."""

    host: str
    port: int
    starttls: Starttls | None
    """None if the connection is encrypted from its first byte."""
    user: str = ""
    password: str = field(default="", repr=False)

    @classmethod
    def parse(cls, url: str) -> Self:
        """Parse `smtp://user:password@host:587?starttls=required` or `smtps://…`.

        Raises ValueError, which names every error and quotes nothing of the URL: any part of it
        could be the password.
        """
        try:
            parts = urlsplit(url)
        except ValueError:
            raise ValueError("the host is not well-formed") from None
        if not _is_plain(url):
            raise ValueError("must be ASCII without spaces: percent-encode other characters")
        if errors := _errors(parts):
            raise ValueError("; ".join(errors))
        starttls: Starttls = parse_qs(parts.query).get("starttls", ["required"])[0]  # type: ignore[assignment]
        return cls(
            host=parts.hostname or "",
            port=parts.port or _PORTS[parts.scheme],
            starttls=starttls if parts.scheme == "smtp" else None,
            user=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
        )

    def __str__(self) -> str:
        """The URL without its password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        user = f"{quote(self.user, safe='')}:***@" if self.user else ""
        if self.starttls is None:
            return f"smtps://{user}{host}:{self.port}"
        return f"smtp://{user}{host}:{self.port}?starttls={self.starttls}"


def _errors(parts: SplitResult) -> Sequence[str]:
    query = parse_qs(parts.query, keep_blank_values=True)
    starttls = query.get("starttls", [])
    is_known = not starttls or (len(starttls) == 1 and starttls[0] in get_args(Starttls))
    is_smtps = parts.scheme == "smtps"
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    is_text = _is_plain(user) and password.isascii() and password.isprintable()
    requirements = {
        "must begin with smtp:// or smtps://": parts.scheme in _PORTS,
        "must name a host": bool(parts.hostname),
        "the port must be a number from 1 to 65535": urls.has_valid_port(parts),
        "only ?starttls=… may follow the host: percent-encode / ? # in a password": (
            parts.path in {"", "/"} and not parts.fragment
        ),
        "the only parameter is starttls": query.keys() <= {"starttls"},
        "smtps:// is encrypted from the start and does not allow starttls": (
            not (is_smtps and starttls)
        ),
        "starttls must be required, optional or off": is_smtps or is_known,
        "a user requires a password, and a password requires a user": bool(user) == bool(password),
        "user and password must be ASCII without control characters": is_text,
    }
    return [text for text, is_met in requirements.items() if not is_met]


def _is_plain(text: str) -> bool:
    return all("!" <= char <= "~" for char in text)
