"""Whether a PDF asks its readers for a password (ISO 32000-2, 7.6).

Many PDFs are encrypted without asking for one: the password of their owner only limits what readers
may do. They open with the empty password, which is tried here. No object is decrypted.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import BinaryIO

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CBC

_STREAM = re.compile(rb"stream\r?\n")
_STREAM_END = b"endstream"
_ENCRYPT = re.compile(rb"/Encrypt\s{0,99}(?:([0-9]{1,10})\s{1,99}([0-9]{1,5})\s{1,99}R|(?=<<))")
_ID = re.compile(rb"/ID\s{0,99}\[\s{0,99}(?=[<(])")
_TOKEN = re.compile(rb"<<|>>|<[0-9A-Fa-f\s]*>|\(|/[^\s/()<>\[\]{}%]*|[^\s/()<>\[\]{}%]+")
_LITERAL = re.compile(rb"[()]|\\(?:[0-7]{1,3}|\r\n|.)", re.DOTALL)
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
_LINE_ENDS = {b"\n", b"\r", b"\r\n"}
_MAX_DICTIONARY = 8192
_PADDING = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")
_HASHES: tuple[Callable[[bytes], "hashlib._Hash"], ...] = (
    hashlib.sha256,
    hashlib.sha384,
    hashlib.sha512,
)

_Entries = Mapping[bytes, bytes]


def needs_password(file: BinaryIO, size: int) -> bool:
    """Whether the `size` bytes of a PDF are encrypted and the empty password does not open it."""
    file.seek(0)
    content = _without_streams(file.read(size))
    references = list(_ENCRYPT.finditer(content))
    if not references:
        return False
    try:
        return not _opens(_encryption(content, references[-1]), _file_id(content))
    except (KeyError, ValueError):
        return True  # encrypted in a way that is not specified


def _without_streams(content: bytes) -> bytes:
    """Remove the data of streams, which can contain anything."""
    parts, at = [], 0
    while start := _STREAM.search(content, at):
        end = content.find(_STREAM_END, start.end())
        if end < 0:
            break
        parts.append(content[at : start.start()])
        at = end + len(_STREAM_END)
    return b"".join([*parts, content[at:]])


def _encryption(content: bytes, reference: re.Match[bytes]) -> _Entries:
    """Return the entries of the encryption dictionary, which the trailer has or refers to."""
    number, generation = reference.groups()
    start = reference.end()
    if number is not None:
        head = re.compile(rb"(?<![0-9])%b\s{1,99}%b\s{1,99}obj" % (number, generation))
        objects = list(head.finditer(content))
        start = objects[-1].end() if objects else len(content)
    return _entries(content[start : start + _MAX_DICTIONARY])


def _entries(text: bytes) -> _Entries:
    """Return the entries of the dictionary at the start: names, numbers and strings.

    Raises ValueError for an unfinished string.
    """
    entries: dict[bytes, bytes] = {}
    name, depth, at = b"", 0, 0
    while token := _TOKEN.search(text, at):
        value, at = token[0], token.end()
        if value == b"<<":
            depth, name = depth + 1, b""
            continue
        if value == b">>":
            depth -= 1
            if depth == 0:
                break
            continue
        is_name = value.startswith(b"/")
        if value[:1] in {b"(", b"<"}:
            value, at = _string(text, token.start())
        if depth == 1 and name:
            entries.setdefault(name, value)
            name = b""
        elif depth == 1 and is_name:
            name = value
    return entries


def _string(text: bytes, at: int) -> tuple[bytes, int]:
    """Return the string at a position, which is hexadecimal or literal, and its end."""
    if text[at : at + 1] == b"<":
        end = text.index(b">", at)
        digits = b"".join(text[at + 1 : end].split()).decode()
        return bytes.fromhex(digits + "0" * (len(digits) % 2)), end + 1
    parts, depth, at = [], 1, at + 1
    while mark := _LITERAL.search(text, at):
        parts.append(text[at : mark.start()])
        at = mark.end()
        escaped = mark[0][1:]
        depth += {b"(": 1, b")": -1}.get(mark[0], 0)
        if depth == 0:
            return b"".join(parts), at
        if not escaped:
            parts.append(mark[0])
        elif escaped.isdigit():
            parts.append(bytes([int(escaped, 8) & 0xFF]) if escaped < b"8" else escaped)
        elif escaped not in _LINE_ENDS:
            parts.append(_ESCAPES.get(escaped, escaped))
    raise ValueError("an unfinished string")


def _file_id(content: bytes) -> bytes:
    found = _ID.search(content)
    return _string(content[: found.end() + _MAX_DICTIONARY], found.end())[0] if found else b""


def _opens(entries: _Entries, file_id: bytes) -> bool:
    """Whether the empty password is that of the user. Raises KeyError or ValueError."""
    if entries[b"/Filter"] != b"/Standard":
        return False
    revision, verifier = int(entries[b"/R"]), entries[b"/U"]
    if revision >= 5:
        salt = verifier[32:40]
        digest = hashlib.sha256(salt).digest() if revision == 5 else _hash_of_revision_6(salt)
        return digest == verifier[:32]
    key = _key(entries, revision, file_id)
    if revision == 2:
        return _rc4(key, _PADDING) == verifier[:32]
    expected = _rc4(key, _md5(_PADDING + file_id))
    for turn in range(1, 20):
        expected = _rc4(bytes(byte ^ turn for byte in key), expected)
    return expected == verifier[:16]


def _key(entries: _Entries, revision: int, file_id: bytes) -> bytes:
    """Return the key of the empty password, up to revision 4 (7.6.4.3.2)."""
    permissions = (int(entries[b"/P"]) & 0xFFFFFFFF).to_bytes(4, "little")
    is_plain = revision >= 4 and entries.get(b"/EncryptMetadata") == b"false"
    mark = b"\xff" * 4 if is_plain else b""
    length = 16 if revision == 4 else max(5, int(entries.get(b"/Length", b"40")) // 8)
    key = _md5(_PADDING + entries[b"/O"][:32] + permissions + file_id + mark)
    if revision == 2:
        return key[:5]
    for _ in range(50):
        key = _md5(key[:length])
    return key[:length]


def _hash_of_revision_6(salt: bytes) -> bytes:
    """Return the hash of the empty password (7.6.4.3.4)."""
    key, turn, last = hashlib.sha256(salt).digest(), 0, 0
    while turn < 64 or last > turn - 32:
        encryptor = Cipher(AES(key[:16]), CBC(key[16:32])).encryptor()
        encrypted = encryptor.update(key * 64)
        key = _HASHES[sum(encrypted[:16]) % 3](encrypted).digest()
        turn, last = turn + 1, encrypted[-1]
    return key[:32]


def _md5(data: bytes) -> bytes:
    return hashlib.md5(data, usedforsecurity=False).digest()


def _rc4(key: bytes, data: bytes) -> bytes:
    state = list(range(256))
    other = 0
    for at in range(256):
        other = (other + state[at] + key[at % len(key)]) % 256
        state[at], state[other] = state[other], state[at]
    result, other = bytearray(), 0
    for count, byte in enumerate(data, 1):
        at = count % 256
        other = (other + state[at]) % 256
        state[at], state[other] = state[other], state[at]
        result.append(byte ^ state[(state[at] + state[other]) % 256])
    return bytes(result)
