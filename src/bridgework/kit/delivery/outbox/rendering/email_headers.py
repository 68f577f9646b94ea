"""Writes the headers of e-mails: folded lines (RFC 5322), non-ASCII text as encoded words.

The standard library folds at 78 characters, but RFC 2047 allows only 76 in a line with an encoded
word.
"""

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from email.message import EmailMessage
from email.policy import EmailPolicy
from typing import Any

from bridgework.kit.text import email_addresses

_LINE_LENGTH = 76
_PREFIX, _SUFFIX = "=?utf-8?b?", "?="
_UNFOLDED = frozenset({"To", "Message-ID", "List-Unsubscribe"})
"""Headers whose value must stay on one line."""
_PLAIN = re.compile(r"[ -~]+")
_ATOMS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]+")


def new_message(sender: str, to: str) -> EmailMessage:
    """Return an empty message from a mailbox to an address.

    A local part that is not ASCII is written as UTF-8 (RFC 6532): RFC 2047 forbids encoded words in
    addresses.
    """
    address = email_addresses.to_wire(to)
    message = EmailMessage(policy=_ASCII if address.isascii() else _UTF8)
    message["From"] = sender
    message["To"] = address
    return message


def can_name(message: EmailMessage, address: str) -> bool:
    """Whether the headers of a message may hold an address.

    A message to an ASCII address is ASCII, so that every mail server accepts it.
    """
    return message.policy is _UTF8 or email_addresses.to_wire(address).isascii()


class _Policy(EmailPolicy):
    def fold_binary(self, name: str, value: Any) -> bytes:
        if name in _UNFOLDED:
            text = f"{name}: {value}"
        elif name == "Subject":
            text = _fold(name, _subject(value, _limit(name)))
        elif name in {"From", "Reply-To"}:
            text = _fold(name, _mailbox(value.addresses[0], _limit(name)))
        else:
            return super().fold_binary(name, value)
        return f"{text}\n".encode()


_ASCII = _Policy()
_UTF8 = _Policy(utf8=True)


def _limit(name: str) -> int:
    """Return how long a word may be on the first line of a header."""
    return _LINE_LENGTH - len(name) - 2


def _fold(name: str, words: Sequence[str]) -> str:
    """Return a header; where a word does not fit, a new line begins."""
    lines = [f"{name}: {words[0]}" if words else f"{name}: "]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) <= _LINE_LENGTH:
            lines[-1] += f" {word}"
        else:
            lines.append(f" {word}")
    return "\n".join(lines)


def _subject(text: str, limit: int) -> Sequence[str]:
    words = text.split()
    if _is_plain(text) and all(len(word) <= limit for word in words):
        return words
    return list(_encoded_words(" ".join(words), limit))


def _mailbox(mailbox: Any, limit: int) -> Sequence[str]:
    name = " ".join(mailbox.display_name.split())
    if not name:
        return [mailbox.addr_spec]
    address = f"<{mailbox.addr_spec}>"
    quoted = name if _ATOMS.fullmatch(name) else _quoted(name)
    if _is_plain(name) and len(quoted) <= limit:
        return [quoted, address]
    return [*_encoded_words(name, limit), address]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _is_plain(text: str) -> bool:
    """Whether a text can be written as it is: `=?` would begin an encoded word."""
    return _PLAIN.fullmatch(text) is not None and "=?" not in text


def _encoded_words(text: str, limit: int) -> Iterator[str]:
    """Split a text into encoded words of at most `limit` characters, between characters."""
    most = (limit - len(_PREFIX) - len(_SUFFIX)) // 4 * 3
    part = b""
    for char in text:
        if len(part) + len(char.encode()) > most:
            yield _encoded_word(part)
            part = b""
        part += char.encode()
    yield _encoded_word(part)


def _encoded_word(part: bytes) -> str:
    return f"{_PREFIX}{b64encode(part).decode()}{_SUFFIX}"
