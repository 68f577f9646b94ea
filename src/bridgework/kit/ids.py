"""Ids: UUID version 7 as canonical lower-case text, made by the application."""

import re
import secrets
import threading
import time
from typing import NewType

Id = NewType("Id", str)

_CANONICAL = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_COUNTER_BITS = 12
_RANDOM_BITS = 62

_lock = threading.Lock()
_last_tick = 0


def new_id() -> Id:
    """A fresh id, greater than every one this process made before.

    RFC 9562 section 5.7, method 3: 48 bits of milliseconds, 12 bits of the fraction of a
    millisecond (which also count up within one), 62 random bits.
    """
    global _last_tick  # noqa: PLW0603 - the order of ids is a property of the process
    tick = (time.time_ns() << _COUNTER_BITS) // 1_000_000
    with _lock:
        _last_tick = tick = max(tick, _last_tick + 1)
    return _formatted(tick, secrets.randbits(_RANDOM_BITS))


def is_id(text: str) -> bool:
    """Whether `text` is an id in the one form we write: no urn:, no braces, no upper case."""
    return _CANONICAL.fullmatch(text) is not None


def _formatted(tick: int, tail: int) -> Id:
    value = (tick >> _COUNTER_BITS) << 80 | 0x7 << 76
    value |= (tick & 0xFFF) << 64 | 0b10 << 62 | tail
    text = f"{value:032x}"
    return Id(f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}")
