"""Sets of numbers as bits: they are what sets of numbers are."""

from collections import Counter
from collections.abc import Iterable

import hypothesis
from hypothesis import strategies as st

from bridgework.kit import bitmaps

SIZE = 1 << bitmaps.PART_BITS
NUMBERS = st.one_of(st.integers(-3 * SIZE, 3 * SIZE), st.integers(SIZE - 200, SIZE + 200))
SETS = st.sets(NUMBERS, max_size=120)


def stored(graded: list[set[int]]) -> dict[int, bytes]:
    """Graded sets as parts; the numbers come one after another, as experts do."""
    parts: dict[int, bytes] = {}
    for grade, some in enumerate(graded):
        for number in sorted(some):
            part, more = bitmaps.part_of(number), [0] * bitmaps.GRADES
            more[grade] = 1
            there = parts.get(part, b"")
            parts[part] = bitmaps.added(there, more, bitmaps.place_of(number))
    return parts


def slots(parts: Iterable[int]) -> dict[int, int]:
    return {part: slot for slot, part in enumerate(parts)}


def apart(first: set[int], second: set[int], third: set[int]) -> list[set[int]]:
    return [first, second - first, third - first - second]


@hypothesis.given(first=SETS, second=SETS, third=SETS, more=st.sets(st.integers(-9, 9), max_size=3))
def test_what_was_added_is_there(
    first: set[int], second: set[int], third: set[int], more: set[int]
) -> None:
    graded = apart(first, second, third)
    parts = stored(graded)
    order = sorted(parts.keys() | more)
    read = bitmaps.union(parts.items(), slots(order))
    assert [set(bitmaps.numbers(bits, order)) for bits in read] == graded
    for bits, some in zip(read, graded, strict=True):
        assert list(bitmaps.numbers(bits, order)) == sorted(some, reverse=True)
        looked_up = [*sorted(first | second | third), 10 * SIZE, -10 * SIZE]
        met = bitmaps.among(looked_up, bitmaps.as_bytes(bits), order)
        assert met == sorted(some)


@hypothesis.given(first=SETS, second=SETS, gone=SETS)
def test_what_was_taken_out_is_gone(first: set[int], second: set[int], gone: set[int]) -> None:
    graded = apart(first, second, set())
    parts = stored(graded)
    for number in gone:
        part = bitmaps.part_of(number)
        if part in parts:
            parts[part] = bitmaps.without(parts[part], bitmaps.place_of(number))
    order = sorted(parts)
    read = bitmaps.union(parts.items(), slots(order))
    left = [set(bitmaps.numbers(bits, order)) for bits in read]
    assert left == [some - gone for some in graded]
    assert all(
        bool(held) == any(bitmaps.part_of(n) == part for some in left for n in some)
        for part, held in parts.items()
    )


def test_many_are_added_at_once_and_as_bits() -> None:
    everybody = (1 << SIZE) - 1
    held = bitmaps.added(b"", [everybody, 0, 0], 0)
    assert len(held) <= SIZE // 8 + 3
    held = bitmaps.without(held, 5)
    assert [*bitmaps.numbers(bitmaps.union([(0, held)], {0: 0})[0], [0])] == [
        number for number in range(SIZE - 1, -1, -1) if number != 5
    ]


def test_a_union_of_many_parts_is_them_end_to_end() -> None:
    parts = [(part, bitmaps.added(b"", [0, 1, 0], part)) for part in range(40)]
    assert [*bitmaps.numbers(bitmaps.union(parts, slots(range(40)))[1], range(40))] == [
        part * SIZE + part for part in range(39, -1, -1)
    ]


@hypothesis.given(st.lists(st.dictionaries(st.integers(0, 30), st.integers(0, 15)), max_size=6))
def test_points_add_up_and_the_most_come_first(words: list[dict[int, int]]) -> None:
    sums: list[int] = []
    expected: Counter[int] = Counter()
    for points in words:
        expected.update(points)
        digits = [
            sum(1 << number for number, some in points.items() if some >> digit & 1)
            for digit in range(4)
        ]
        bitmaps.add(sums, digits)
    members = (1 << 31) - 1
    classes = [set(bitmaps.numbers(some, [0])) for some in bitmaps.descending(members, sums)]
    by_points: dict[int, set[int]] = {}
    for number in range(31):
        by_points.setdefault(expected[number], set()).add(number)
    assert classes == [by_points[points] for points in sorted(by_points, reverse=True)]
