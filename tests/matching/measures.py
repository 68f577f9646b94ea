"""Measures of a ranking and of the agreement of readers, for grades from 0 to 3."""

import itertools
import math
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

GRADES = range(4)
_RESAMPLES = 10_000


def ndcg(ranked: Sequence[float], judged: Sequence[float], at: int = 10) -> float:
    """Return the normalized discounted cumulative gain of the first `at` grades of a ranking.

    `judged` has all grades of the posting, in any order. The gain of a grade is `2 ** grade - 1`
    (Burges et al. 2005). A posting that nobody fits has 1.0: no order is better than another.
    """
    ideal = _dcg(sorted(judged, reverse=True)[:at])
    return _dcg(ranked[:at]) / ideal if ideal else 1.0


def _dcg(grades: Sequence[float]) -> float:
    return sum((2**grade - 1) / math.log2(place + 2) for place, grade in enumerate(grades))


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and its 95 % bootstrap interval."""

    mean: float
    low: float
    high: float


def interval(values: Sequence[float]) -> Interval:
    """Resample the values, one for each posting, and return the percentile interval of the mean."""
    draws = random.Random(0)  # noqa: S311 - the same report for the same grades
    means = sorted(_mean(draws.choices(values, k=len(values))) for _ in range(_RESAMPLES))
    return Interval(_mean(values), means[_RESAMPLES // 40], means[-_RESAMPLES // 40 - 1])


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def weighted_kappa(first: Sequence[int], second: Sequence[int]) -> float:
    """Return Cohen's kappa with quadratic weights, of two readers who graded the same pairs."""
    observed = _mean([(one - other) ** 2 for one, other in zip(first, second, strict=True)])
    expected = _mean([(one - other) ** 2 for one, other in itertools.product(first, second)])
    return 1 - observed / expected if expected else 1.0


def krippendorff_alpha(units: Sequence[Sequence[int]]) -> float:
    """Return Krippendorff's alpha for ordinal grades. `units` has the grades of each pair.

    According to Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section D. Pairs
    with one grade are omitted.
    """
    coincidences: dict[tuple[int, int], float] = defaultdict(float)
    for grades in units:
        for one, other in itertools.permutations(grades, 2):
            coincidences[one, other] += 1 / (len(grades) - 1)
    totals: dict[int, float] = defaultdict(float)
    for (grade, _), count in coincidences.items():
        totals[grade] += count
    observed = expected = 0.0
    for low, high in itertools.combinations(sorted(totals), 2):
        between = sum(count for grade, count in totals.items() if low <= grade <= high)
        distance = (between - (totals[low] + totals[high]) / 2) ** 2
        observed += coincidences[low, high] * distance
        expected += totals[low] * totals[high] * distance
    return 1 - (sum(totals.values()) - 1) * observed / expected if expected else 1.0
