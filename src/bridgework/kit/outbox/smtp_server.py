"""The address of a mail server, as the settings give it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, Self, get_args
from urllib.parse import SplitResult, parse_qs, quote, unquote, urlsplit

from bridgework.kit import urls

Starttls = Literal["required", "optional", "off"]

_PORTS = {"smtp": 587, "smtps": 465}


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """A mail server, and how to speak to it."""

    host: str
    port: int
    starttls: Starttls | None
    """None where the line is encrypted from its first byte."""
    user: str = ""
    password: str = field(default="", repr=False)

    @classmethod
    def parse(cls, url: str) -> Self:
        """The server at `smtp://user:password@host:587?starttls=required` or `smtps://…`.

        Raises ValueError that names every fault, and nothing of what it was given: any part of
        it could be the password.
        """
        try:
            parts = urlsplit(url)
        except ValueError:
            raise ValueError("the host is not well-formed") from None
        faults = [*_faults(parts)] if _is_plain(url) else [_NOT_PLAIN]
        if faults:
            raise ValueError("; ".join(faults))
        starttls: Starttls = parse_qs(parts.query).get("starttls", ["required"])[0]  # type: ignore[assignment]
        return cls(
            host=parts.hostname or "",
            port=parts.port or _PORTS[parts.scheme],
            starttls=starttls if parts.scheme == "smtp" else None,
            user=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
        )

    def __str__(self) -> str:
        """The address without its password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        user = f"{quote(self.user, safe='')}:***@" if self.user else ""
        if self.starttls is None:
            return f"smtps://{user}{host}:{self.port}"
        return f"smtp://{user}{host}:{self.port}?starttls={self.starttls}"


_NOT_PLAIN = "must be ASCII without blanks: percent-encode all else"


def _faults(parts: SplitResult) -> Iterator[str]:
    if parts.scheme not in _PORTS:
        yield "must begin with smtp:// or smtps://"
    if not parts.hostname:
        yield "must name a host"
    if not urls.has_valid_port(parts):
        yield "the port must be a number from 1 to 65535"
    if parts.path not in {"", "/"} or parts.fragment:
        yield "nothing but ?starttls=… may follow the host: percent-encode / ? # in a password"
    yield from _faults_of_starttls(parts)
    yield from _faults_of_credentials(parts)


def _faults_of_starttls(parts: SplitResult) -> Iterator[str]:
    given = parse_qs(parts.query, keep_blank_values=True)
    if given.keys() - {"starttls"}:
        yield "starttls is the only parameter"
    values = given.get("starttls", [])
    if values and parts.scheme == "smtps":
        yield "smtps:// is encrypted from the start, so starttls does not go with it"
    elif len(values) > 1 or not set(values) <= {*get_args(Starttls)}:
        yield "starttls must be required, optional or off"


def _faults_of_credentials(parts: SplitResult) -> Iterator[str]:
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if bool(user) != bool(password):
        yield "a user needs a password, and a password a user"
    if not (_is_plain(user) and password.isascii() and password.isprintable()):
        yield "user and password must be ASCII, and no control characters"


def _is_plain(text: str) -> bool:
    return all("!" <= char <= "~" for char in text)
