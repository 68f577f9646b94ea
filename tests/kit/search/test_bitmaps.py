"""Sets of numbers as bitmaps: they are what sets of numbers are."""

from collections import Counter

import hypothesis
from hypothesis import strategies as st

from bridgework.kit.search import bitmaps

SIZE = 1 << bitmaps.PART_BITS
NUMBERS = st.one_of(st.integers(-3 * SIZE, 3 * SIZE), st.integers(SIZE - 200, SIZE + 200))
SETS = st.sets(NUMBERS, max_size=120)
FARTHEST = {-(1 << 63), (1 << 63) - 1}


def stored(graded: list[set[int]]) -> dict[tuple[int, int], bytes]:
    """Graded sets as parts; the numbers come one after another, as experts do."""
    parts: dict[tuple[int, int], bytes] = {}
    for grade, some in enumerate(graded):
        for number in sorted(some):
            place = (bitmaps.part_of(number), grade)
            parts[place] = bitmaps.changed(parts.get(place, b""), [number], [])
    return parts


def read(parts: dict[tuple[int, int], bytes]) -> bitmaps.Graded:
    return bitmaps.union((grade, held) for (_, grade), held in parts.items())


@hypothesis.given(graded=st.lists(SETS, min_size=bitmaps.GRADES, max_size=bitmaps.GRADES))
def test_what_was_added_is_there(graded: list[set[int]]) -> None:
    for some, numbers in zip(read(stored(graded)), graded, strict=True):
        assert bitmaps.numbers(some) == sorted(numbers)
        assert len(some) == len(numbers)
        looked_up = [*sorted(set().union(*graded), reverse=True), 10 * SIZE, -10 * SIZE]
        assert bitmaps.among(looked_up, some) == sorted(numbers, reverse=True)


@hypothesis.given(first=SETS, more=SETS, gone=SETS)
def test_many_come_and_go_at_once(first: set[int], more: set[int], gone: set[int]) -> None:
    parts = {grade: bitmaps.changed(b"", some, []) for grade, some in enumerate((first, more))}
    held = bitmaps.changed(parts[0], more, gone)
    left = (first - gone) | more
    assert bool(held) == bool(left)
    assert bitmaps.numbers(bitmaps.union([(2, held)] if held else [])[2]) == sorted(left)
    assert bitmaps.changed(held, [], left) == b""


def test_the_farthest_numbers_have_a_place() -> None:
    held = bitmaps.changed(b"", FARTHEST, [])
    assert set(bitmaps.numbers(bitmaps.union([(0, held)])[0])) == FARTHEST


def test_a_full_part_takes_no_more_than_its_bits() -> None:
    every_other = bitmaps.changed(b"", range(0, SIZE, 2), [])
    assert len(every_other) <= SIZE // 8 + 64
    assert len(bitmaps.changed(b"", range(SIZE), [])) <= SIZE // 8 + 64


@hypothesis.given(some=SETS, skipped=st.integers(0, 130), most=st.integers(0, 130))
def test_the_highest_come_first(some: set[int], skipped: int, most: int) -> None:
    held = bitmaps.union([(0, bitmaps.changed(b"", some, []))] if some else [])[0]
    expected = sorted(some, reverse=True)[skipped : skipped + most]
    assert bitmaps.highest(held, skipped, most) == expected


@hypothesis.given(st.lists(st.dictionaries(st.integers(0, 30), st.integers(0, 15)), max_size=6))
def test_points_add_up_and_the_most_come_first(words: list[dict[int, int]]) -> None:
    sums: list[bitmaps.Numbers] = []
    expected: Counter[int] = Counter()
    for points in words:
        expected.update(points)
        digits = [
            bitmaps.Numbers([number for number, some in points.items() if some >> digit & 1])
            for digit in range(4)
        ]
        bitmaps.add(sums, digits)
    members = bitmaps.Numbers(range(31))
    classes = [(points, set(some)) for points, some in bitmaps.descending(members, sums)]
    by_points: dict[int, set[int]] = {}
    for number in range(31):
        by_points.setdefault(expected[number], set()).add(number)
    assert classes == sorted(by_points.items(), reverse=True)


@hypothesis.given(some=SETS, most=st.integers(1, 130))
def test_stretches_are_all_of_a_set_in_order(some: set[int], most: int) -> None:
    stretches = list(bitmaps.stretches(bitmaps.of(some), most))
    assert [number for each in stretches for number in each] == sorted(some)
    assert all(len(each) == most for each in stretches[:-1])
    assert all(stretches)


@hypothesis.given(there=SETS, come=SETS, gone=SETS)
def test_what_is_rewritten_is_what_others_came_to_or_left(
    there: set[int], come: set[int], gone: set[int]
) -> None:
    before = {"there": bitmaps.changed(b"", there, []), "untouched": b"of no set at all"}
    after = bitmaps.rewritten(before, {"there": come, "new": come}, {"there": gone})
    assert list(after) == ["new", "there"]
    kept = {place: bitmaps.together([held] if held else []) for place, held in after.items()}
    assert bitmaps.numbers(kept["there"]) == sorted((there - gone) | come)
    assert bitmaps.numbers(kept["new"]) == sorted(come)
    assert bitmaps.together(held for held in after.values() if held) == kept["there"] | kept["new"]
