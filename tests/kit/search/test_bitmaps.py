"""Bitmaps, compared with sets of numbers."""

from collections import Counter

import hypothesis
from hypothesis import strategies as st

from bridgework.kit.data.search import bitmaps

SIZE = 1 << bitmaps.PART_BITS
NUMBERS = st.one_of(st.integers(-3 * SIZE, 3 * SIZE), st.integers(SIZE - 200, SIZE + 200))
SETS = st.sets(NUMBERS, max_size=120)
FARTHEST = {-(1 << 63), (1 << 63) - 1}


def stored(graded: list[set[int]]) -> dict[tuple[int, int], bytes]:
    """Graded sets in parts, with consecutive numbers."""
    parts: dict[tuple[int, int], bytes] = {}
    for grade, some in enumerate(graded):
        for number in sorted(some):
            place = (bitmaps.part_of(number), grade)
            parts[place] = bitmaps.apply_changes(parts.get(place, b""), [number], [])
    return parts


def read(parts: dict[tuple[int, int], bytes]) -> bitmaps.Graded:
    return bitmaps.merge_by_grade((grade, held) for (_, grade), held in parts.items())


@hypothesis.given(graded=st.lists(SETS, min_size=bitmaps.GRADES, max_size=bitmaps.GRADES))
def test_added_numbers_are_in_the_set(graded: list[set[int]]) -> None:
    for some, numbers in zip(read(stored(graded)), graded, strict=True):
        assert bitmaps.to_list(some) == sorted(numbers)
        assert len(some) == len(numbers)
        looked_up = [*sorted(set().union(*graded), reverse=True), 10 * SIZE, -10 * SIZE]
        assert bitmaps.filter_members(looked_up, some) == sorted(numbers, reverse=True)


@hypothesis.given(first=SETS, more=SETS, removed=SETS)
def test_many_numbers_are_added_and_removed(
    first: set[int], more: set[int], removed: set[int]
) -> None:
    parts = {
        grade: bitmaps.apply_changes(b"", some, []) for grade, some in enumerate((first, more))
    }
    held = bitmaps.apply_changes(parts[0], more, removed)
    left = (first - removed) | more
    assert bool(held) == bool(left)
    assert bitmaps.to_list(bitmaps.merge_by_grade([(2, held)] if held else [])[2]) == sorted(left)
    assert bitmaps.apply_changes(held, [], left) == b""


def test_the_smallest_and_largest_numbers_are_supported() -> None:
    held = bitmaps.apply_changes(b"", FARTHEST, [])
    assert set(bitmaps.to_list(bitmaps.merge_by_grade([(0, held)])[0])) == FARTHEST


def test_the_size_of_a_full_part_is_bounded() -> None:
    every_other = bitmaps.apply_changes(b"", range(0, SIZE, 2), [])
    assert len(every_other) <= SIZE // 8 + 64
    assert len(bitmaps.apply_changes(b"", range(SIZE), [])) <= SIZE // 8 + 64


@hypothesis.given(some=SETS, skipped=st.integers(0, 130), most=st.integers(0, 130))
def test_the_highest_numbers_are_first(some: set[int], skipped: int, most: int) -> None:
    held = bitmaps.merge_by_grade([(0, bitmaps.apply_changes(b"", some, []))] if some else [])[0]
    expected = sorted(some, reverse=True)[skipped : skipped + most]
    assert bitmaps.highest(held, skipped, most) == expected


@hypothesis.given(st.lists(st.dictionaries(st.integers(0, 30), st.integers(0, 15)), max_size=6))
def test_points_add_up_and_the_highest_sums_are_first(words: list[dict[int, int]]) -> None:
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
def test_batches_contain_the_whole_set_in_order(some: set[int], most: int) -> None:
    stretches = list(bitmaps.batches(bitmaps.from_ids(some), most))
    assert [number for each in stretches for number in each] == sorted(some)
    assert all(len(each) == most for each in stretches[:-1])
    assert all(stretches)


@hypothesis.given(there=SETS, come=SETS, removed=SETS)
def test_rewrite_returns_the_changed_sets(
    there: set[int], come: set[int], removed: set[int]
) -> None:
    before = {"there": bitmaps.apply_changes(b"", there, []), "untouched": b"of no set at all"}
    after = bitmaps.rewrite(before, {"there": come, "new": come}, {"there": removed})
    assert list(after) == ["new", "there"]
    remaining = {
        place: bitmaps.merge_shards([held] if held else []) for place, held in after.items()
    }
    assert bitmaps.to_list(remaining["there"]) == sorted((there - removed) | come)
    assert bitmaps.to_list(remaining["new"]) == sorted(come)
    assert (
        bitmaps.merge_shards(held for held in after.values() if held)
        == remaining["there"] | remaining["new"]
    )
