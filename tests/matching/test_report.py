"""The judged set is complete, and the figures in docs/matching.md are those of the report."""

import pytest

from bridgework.areas.people.matching.formula import JOB_WEIGHTS, ROLE_WEIGHTS
from tests.architecture.sources import ROOT
from tests.matching import judged_set, measures, report


@pytest.fixture(scope="module")
def world() -> report.World:
    return report.World(judged_set.postings(), judged_set.people())


@pytest.fixture(scope="module")
def judged(world: report.World) -> report.Report:
    return report.Report(world, judged_set.judgements())


def test_there_are_twenty_roles_and_twenty_jobs_of_which_half_are_held_out(
    world: report.World,
) -> None:
    kinds = [posting.kind for posting in world.postings]
    assert (kinds.count("role"), kinds.count("job")) == (20, 20)
    assert len({posting.key for posting in world.postings}) == 40
    held_out = [posting.kind for posting in world.postings if posting.key in world.held_out]
    assert (held_out.count("role"), held_out.count("job")) == (10, 10)


def test_each_criterion_has_near_misses() -> None:
    differing = [person["differs"].replace("-", "_") for person in judged_set.written()]
    # All postings of the set are for dentists: tests/terminology has the other professions.
    for criterion in {*ROLE_WEIGHTS, *JOB_WEIGHTS, *differing} - {"profession"}:
        assert differing.count(criterion) >= 5, criterion


def test_each_pair_has_three_grades_with_reasons(judged: report.Report) -> None:
    for one in judged.judgements:
        assert set(one.grades) <= {0, 1, 2, 3}
        assert all(one.reasons)
    assert len({(one.posting, one.person) for one in judged.judgements}) == len(judged.judgements)


def test_the_graded_texts_are_those_of_today(judged: report.Report) -> None:
    assert judged.stale() == []


@pytest.mark.slow("ranks every person for every judged posting")
def test_the_documentation_has_the_figures_of_the_report(judged: report.Report) -> None:
    page = (ROOT / "docs" / "matching.md").read_text(encoding="utf-8")
    for line in judged.text(with_held_out=True).splitlines():
        assert line in page


def test_the_ranking_is_better_than_bm25(judged: report.Report, world: report.World) -> None:
    ranking = judged.ranking(world.postings)
    more = [ranking.formula[key] - ranking.bm25[key] for key in ranking.formula]
    assert measures.interval(more).low > 0
