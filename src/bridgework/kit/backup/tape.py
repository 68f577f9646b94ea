"""The tar that an archive is: every member's header is written in one way, and read in no other.

So `tar` reads an archive without us, and yet a header has no room for anything but a name and a
size: a link, an owner, a device or a flipped bit makes it another header than ours.
"""

import os
import tarfile

from bridgework.kit.backup.refusals import Damaged

BLOCK = 512
END = bytes(2 * BLOCK)
"""What stands behind the last member, and nothing behind that."""
_LONG_NAME = b"././@LongLink"
_LONGEST_NAME = 300
_BASE_256 = 0x80
_CHUNK = 256 * 1024


def header(name: str, size: int) -> bytes:
    """What stands before a member of that name and size."""
    info = tarfile.TarInfo(name)
    info.size = size
    info.mode = 0o600
    return info.tobuf(tarfile.GNU_FORMAT)


def padding(size: int) -> bytes:
    """What stands behind a member of that size, up to the next block."""
    return bytes(-size % BLOCK)


class Tape:
    """A file that is read at any place, always as if for the first time."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self.length = os.fstat(handle).st_size

    def read(self, offset: int, length: int) -> bytes:
        """Just these bytes. Raises Damaged if the file ends before them."""
        if offset + length > self.length:
            raise Damaged("it ends too soon")
        parts = bytearray()
        while len(parts) < length:
            part = os.pread(self._handle, min(_CHUNK, length - len(parts)), offset + len(parts))
            if not part:
                raise Damaged("it ends too soon")
            parts += part
        return bytes(parts)

    def header_at(self, offset: int) -> tuple[str, int, int] | None:
        """Name, size and place of the member whose header stands there; None at the end."""
        first = self.read(offset, BLOCK)
        if first == bytes(BLOCK):
            return None
        block, name = first, _text(first[:100])
        if first.startswith(_LONG_NAME):
            length = _number(first[124:136])
            if not 100 < length <= _LONGEST_NAME:
                raise Damaged("a header is not as ours are")
            name = _text(self.read(offset + BLOCK, length))
            block = self.read(offset + BLOCK + length + len(padding(length)), BLOCK)
        size = _number(block[124:136])
        written = header(name, size)
        if self.read(offset, len(written)) != written:
            raise Damaged("a header is not as ours are")
        start = offset + len(written)
        if start + size + len(padding(size)) > self.length:
            raise Damaged("it ends too soon")
        return name, size, start

    def must_be_padded(self, start: int, size: int) -> int:
        """Where the next header stands. Raises Damaged if something lies in between."""
        rest = padding(size)
        if self.read(start + size, len(rest)) != rest:
            raise Damaged("something stands between two members")
        return start + size + len(rest)

    def must_end(self, offset: int) -> None:
        """Raise Damaged unless the file ends here as it should."""
        if self.length != offset + len(END) or self.read(offset, len(END)) != END:
            raise Damaged("it does not end where it should")


def _text(field: bytes) -> str:
    try:
        return field.rstrip(b"\0").decode("ascii")
    except UnicodeDecodeError:
        raise Damaged("a header is not as ours are") from None


def _number(field: bytes) -> int:
    if field[0] == _BASE_256:
        return int.from_bytes(field[1:], "big")
    digits = field.rstrip(b"\0 ")
    if not digits.isdigit() or b"8" in digits or b"9" in digits:
        raise Damaged("a header is not as ours are")
    return int(digits, 8)
