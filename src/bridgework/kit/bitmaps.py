"""Sets of numbers as bits, kept in parts of a fixed size, graded by how good a hit each number is.

A set of a million numbers meets another in microseconds, and how many are left is counted by the
processor. A part is a row of the database, so that a number that comes or goes rewrites one
part, and a set that is asked for is its parts put end to end.
"""

import re
import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence

PART_BITS = 16
"""2¹⁶ numbers a part, 8 KiB at most: smaller ones make a million slow to find, larger to change."""
GRADES = 3
"""How good a hit may be: 0 is the best."""

Graded = list[int]
"""One set of bits for each grade; in a part, a number is in one of them at most."""

_SIZE = 1 << PART_BITS
_BYTES = _SIZE // 8
_FEW = 32
"""So many numbers are listed in any case, two bytes each, and more where bits take far more."""
_SPARSE = 32
"""As bits, a set may take so many bytes a number."""
_HEAD = 3
_IS_LISTED = 0x80
_FEW_PARTS = 3
_IN_BYTE = [[bit for bit in range(7, -1, -1) if byte >> bit & 1] for byte in range(256)]
_NOT_EMPTY = re.compile(rb"[^\0]")


def part_of(number: int) -> int:
    """The part that a number belongs to."""
    return number >> PART_BITS


def place_of(number: int) -> int:
    """The place of a number in its part."""
    return number & (_SIZE - 1)


def added(stored: bytes, more: Graded, first: int) -> bytes:
    """A stored part with more in it: bits from the place `first` on, of who is not there yet."""
    left = dict(enumerate(more))
    kept = [
        _packed(grade, is_listed, payload, left.pop(grade), first)
        for grade, is_listed, payload in _sets(stored)
    ]
    kept += [_packed(grade, True, b"", bits, first) for grade, bits in left.items() if bits]
    return b"".join(kept)


def without(stored: bytes, place: int) -> bytes:
    """A stored part without the one at a place; nothing if nobody is left."""
    kept = []
    for grade, is_listed, payload in _sets(stored):
        bits = _bits(is_listed, payload)
        bits ^= bits & 1 << place
        if bits:
            kept.append(_packed(grade, True, b"", bits, 0))
    return b"".join(kept)


def union(parts: Iterable[tuple[int, bytes]], slots: Mapping[int, int]) -> Graded:
    """The sets that stored parts make up; `slots` says which stands where, end to end.

    A number may be in several: unlike in a part, it then counts for more than one grade.
    """
    held: list[list[tuple[int, bool, bytes]]] = [[] for _ in range(GRADES)]
    for part, stored in parts:
        for grade, is_listed, payload in _sets(stored):
            held[grade].append((slots[part], is_listed, payload))
    put_together = _of_few if len(slots) <= _FEW_PARTS else _of_many
    return [put_together(sets) if sets else 0 for sets in held]


def numbers(bits: int, parts: Sequence[int]) -> Iterator[int]:
    """The numbers of a set, the highest first; `parts` are those of its slots, ascending."""
    data = bits.to_bytes((bits.bit_length() + 7) // 8, "big")
    for match in _NOT_EMPTY.finditer(data):
        at = match.start()
        eight = (len(data) - 1 - at) * 8
        first = (parts[eight >> PART_BITS] << PART_BITS) + (eight & (_SIZE - 1))
        for bit in _IN_BYTE[data[at]]:
            yield first + bit


def as_bytes(bits: int) -> bytes:
    """A set for `among`, which looks up many numbers in it."""
    return bits.to_bytes((bits.bit_length() + 7) // 8, "little")


def among(some: Iterable[int], data: bytes, parts: Sequence[int]) -> list[int]:
    """Those of the numbers that are in the set, in their order."""
    size = len(data)
    starts = {part: slot * _BYTES for slot, part in enumerate(parts)}
    met = []
    for number in some:
        at = starts.get(number >> PART_BITS, size) + ((number & (_SIZE - 1)) >> 3)
        if at < size and data[at] >> (number & 7) & 1:
            met.append(number)
    return met


def add(sums: list[int], points: Sequence[int]) -> None:
    """Add to each number's sum its points; both are binary, a set of bits for each digit."""
    carry = 0
    for digit in range(max(len(sums), len(points))):
        mine = sums[digit] if digit < len(sums) else 0
        more = points[digit] if digit < len(points) else 0
        either = mine ^ more
        total = either ^ carry
        carry = (mine & more) | (either & carry)
        if digit < len(sums):
            sums[digit] = total
        else:
            sums.append(total)
    if carry:
        sums.append(carry)


def descending(members: int, sums: Sequence[int]) -> Iterator[int]:
    """`members` by their sums: the set of those with the highest first, each set not empty."""
    waiting = [(members, len(sums) - 1)]
    while waiting:
        some, digit = waiting.pop()
        if some and digit < 0:
            yield some
        elif some:
            high = some & sums[digit]
            waiting += [(some ^ high, digit - 1), (high, digit - 1)]


def _sets(stored: bytes) -> list[tuple[int, bool, bytes]]:
    """Of each set of a stored part its grade, whether its places are listed, and the rest."""
    sets = []
    at, end = 0, len(stored)
    while at < end:
        kind, start = stored[at], at + _HEAD
        at = start + stored[at + 1] + (stored[at + 2] << 8)
        sets.append((kind & ~_IS_LISTED, kind >= _IS_LISTED, stored[start:at]))
    return sets


def _packed(grade: int, is_listed: bool, payload: bytes, more: int, first: int) -> bytes:
    """One set as it is stored, with more in it: bits from the place `first` on."""
    if more and not is_listed:
        payload = _patched(payload, more, first)
    elif more and len(payload) // 2 + more.bit_count() <= _FEW:
        payload += struct.pack(f"<{more.bit_count()}H", *_places(more, first))
    elif more:
        bits = _bits(is_listed, payload) | more << first
        count, payload = bits.bit_count(), as_bytes(bits)
        is_listed = count <= _FEW or count * _SPARSE < len(payload)
        if is_listed:
            payload = struct.pack(f"<{count}H", *_places(bits, 0))
    return struct.pack("<BH", grade | _IS_LISTED * is_listed, len(payload)) + payload


def _patched(payload: bytes, more: int, first: int) -> bytes:
    """Bits with more in them, of which only the bytes that change are looked at."""
    more <<= first & 7
    start = first >> 3
    stop = start + (more.bit_length() + 7) // 8
    there = int.from_bytes(payload[start:stop], "little")
    before = payload[:start].ljust(start, b"\0")
    return before + (there | more).to_bytes(stop - start, "little") + payload[stop:]


def _places(bits: int, first: int) -> Iterator[int]:
    data = as_bytes(bits)
    for match in _NOT_EMPTY.finditer(data):
        at = match.start()
        for bit in _IN_BYTE[data[at]]:
            yield first + at * 8 + bit


def _bits(is_listed: bool, payload: bytes) -> int:
    if not is_listed:
        return int.from_bytes(payload, "little")
    places = _listed(payload)
    bits = bytearray((max(places, default=0) >> 3) + 1)
    for place in places:
        bits[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(bits, "little")


def _of_few(sets: Sequence[tuple[int, bool, bytes]]) -> int:
    """Sets in few slots, put together."""
    whole = 0
    for slot, is_listed, payload in sets:
        bits = _bits(is_listed, payload)
        whole |= bits << slot * _SIZE if slot else bits
    return whole


def _of_many(sets: Sequence[tuple[int, bool, bytes]]) -> int:
    """The same in many slots: bits are read by the whole row of slots, since to read is slow."""
    listed = bytearray()
    layers: list[dict[int, bytes]] = []
    depth: dict[int, int] = {}
    for slot, is_listed, payload in sets:
        if is_listed:
            start = slot * _BYTES
            listed.extend(bytes(max(0, start + _BYTES - len(listed))))
            for place in _listed(payload):
                listed[start + (place >> 3)] |= 1 << (place & 7)
        else:
            layer = depth[slot] = depth.get(slot, -1) + 1
            if layer == len(layers):
                layers.append({})
            layers[layer][slot] = payload
    whole = int.from_bytes(listed, "little")
    for by_slot in layers:
        row = (by_slot.get(slot, b"").ljust(_BYTES, b"\0") for slot in range(max(by_slot) + 1))
        whole |= int.from_bytes(b"".join(row), "little")
    return whole


def _listed(payload: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(payload) // 2}H", payload)
