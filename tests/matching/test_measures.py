"""The measures agree with published examples and with their definitions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.matching import measures

grades = st.lists(st.integers(0, 3), min_size=1, max_size=12)


def test_a_ranking_by_grade_has_an_ndcg_of_one() -> None:
    assert measures.ndcg([3, 2, 1], [1, 2, 3]) == 1


def test_ndcg_is_that_of_a_worked_example() -> None:
    # gains 7, 3, 7 over log2 of 2, 3, 4 against 7, 7, 3
    found = 7 / 1 + 3 / 1.5849625 + 7 / 2
    ideal = 7 / 1 + 7 / 1.5849625 + 3 / 2
    assert measures.ndcg([3, 2, 3], [2, 3, 3]) == pytest.approx(found / ideal)


def test_a_posting_without_fitting_people_has_an_ndcg_of_one() -> None:
    assert measures.ndcg([0, 0], [0, 0, 0]) == 1


@given(grades)
def test_ndcg_is_between_zero_and_one(ranked: list[int]) -> None:
    assert 0 <= measures.ndcg(ranked, ranked) <= 1


def test_alpha_is_that_of_krippendorffs_example() -> None:
    units = [
        *([1, 1, 1], [2, 2, 3, 2], [3, 3, 3, 3], [3, 3, 3, 3], [2, 2, 2, 2], [1, 2, 3, 4]),
        *([4, 4, 4, 4], [1, 1, 2, 1], [2, 2, 2, 2], [5, 5, 5], [1, 1], [3]),
    ]
    assert measures.krippendorff_alpha(units) == pytest.approx(0.815, abs=0.0005)


def test_alpha_is_one_for_equal_and_negative_for_opposite_grades() -> None:
    assert measures.krippendorff_alpha([[0, 0, 0], [1, 1, 1], [3, 3, 3]]) == 1
    assert measures.krippendorff_alpha([[0, 3], [3, 0], [0, 3], [3, 0]]) < 0


def test_kappa_is_one_for_equal_and_zero_for_constant_grades() -> None:
    assert measures.weighted_kappa([0, 1, 2, 3], [0, 1, 2, 3]) == 1
    assert measures.weighted_kappa([0, 1, 2, 3], [2, 2, 2, 2]) == pytest.approx(0)


def test_an_interval_contains_its_mean() -> None:
    found = measures.interval([0.1, 0.4, 0.5, 0.9])
    assert found.low < found.mean == pytest.approx(0.475)
    assert found.mean < found.high
    assert measures.interval([0.5] * 9) == measures.Interval(0.5, 0.5, 0.5)
