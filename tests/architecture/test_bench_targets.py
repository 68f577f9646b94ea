"""The targets of the benchmark are the agreed ones, and its verdicts follow from the figures."""

import pytest

from bench import targets
from bench.load import Load
from bench.peers.bridgework import Bridgework
from bench.peers.pocketbase import PocketBase
from bench.rounds import Result, Start
from bench.works import NAMES

AGREED = """\
list | ≥ 25 × PocketBase
list | ≥ 0.5 × raw ASGI
list | ≥ 20 × conventional
list, cold cache | ≥ 5 × PocketBase
list, cold cache | ≥ 7 × conventional
one | ≥ 2.5 × PocketBase
one, cold cache | ≥ 0.8 × PocketBase
search, cold cache | ≥ 10 × PocketBase's filter
signed-in GET | ≥ 1 × PocketBase's signed-in GET
signed-in GET | ≥ 6 × conventional
feed post | ≥ 1.3 × PocketBase's create with token and rule
feed post | ≥ 6 × conventional
job application | ≥ 1 × PocketBase's create with token, rule and hook
job application | ≥ 4 × conventional
list on PostgreSQL | ≥ 4 × conventional
one on PostgreSQL | ≥ 4 × conventional
signed-in GET on PostgreSQL | ≥ 4 × conventional
feed post on PostgreSQL | ≥ 4 × conventional
list on PostgreSQL, p99 | ≤ 3 × its median
one on PostgreSQL, p99 | ≤ 3 × its median
list beside 50 writes a second | ≥ 70 % of the quiet rate
list beside 50 writes a second | ≤ 3 × the quiet p99
one beside 50 writes a second | ≥ 70 % of the quiet rate
one beside 50 writes a second | ≤ 3 × the quiet p99
list of 1,000,000, cold cache | ≤ 1.3 × slower than of 10,000
one of 1,000,000, cold cache | ≤ 1.3 × slower than of 10,000
search of 1,000,000, cold cache | ≤ 4 × slower than of 10,000
list of jobs, 100,000, any filters, 50/s | ≤ 30 ms p99
list of roles, 100,000, any filters, 50/s | ≤ 30 ms p99
list of vendors, 100,000, any filters, 50/s | ≤ 30 ms p99
list of users, 100,000, any filters, 50/s | ≤ 30 ms p99
100 changes of the feed, 50/s | ≤ 30 ms p99
notifications of a member with 10,000 | ≤ 30 ms p99
2,000 notification streams, 50 notifications/s | ≤ 1000 ms p99
2,000 notification streams, 50 notifications/s | ≤ 60 MB for them
ranking 10,000 | ≤ 50 ms p99
ranking 100,000 | ≤ 300 ms p99
memory of a process, idle | ≤ 120 MB
memory of a process, under load | ≤ 250 MB
start to first response | ≤ 1.2 s
largest bodies: another caller waits | ≤ 100 ms
"""
"""Copied from the agreement, so that no change to a target goes unnoticed."""


def _result(name: str, **works: Load) -> Result:
    return Result(name, name, [Start(1.0, 1, loads=works)])


def _verdict(results: list[Result], bound: str) -> targets.Verdict:
    verdicts = targets.judge(results, sizes_fit=True)
    return next(each for each in verdicts if f"{each.work} | {each.bound}" == bound)


def _load(rate: float, p99: float = 2.0, others: float = 0.0) -> Load:
    return Load(rate, p50=1.0, p99=p99, others=others)


def test_the_targets_are_the_agreed_ones() -> None:
    assert [f"{each.work} | {each.bound}" for each in targets.TARGETS] == AGREED.splitlines()


@pytest.mark.parametrize(("rate", "is_met"), [(1000, True), (999, False)])
@pytest.mark.parametrize("work", ["account", "application"])
def test_signed_in_work_is_compared_with_the_same_of_pocketbase(
    work: str, rate: float, is_met: bool
) -> None:
    ours = _result("bridgework", **{work: _load(rate)})
    theirs = _result("pocketbase", one=_load(9000), post=_load(9000), **{work: _load(1000)})
    names = {
        "account": "signed-in GET | ≥ 1 × PocketBase's signed-in GET",
        "application": "job application | ≥ 1 × PocketBase's create with token, rule and hook",
    }
    assert _verdict([ours, theirs], names[work]).is_met is is_met


def test_the_tail_on_postgresql_is_that_of_the_worst_round() -> None:
    loads = [_load(1000, p99=2.0), _load(900, p99=3.5)]
    starts = [Start(1.0, 1, loads={"list": load}) for load in loads]
    verdict = _verdict(
        [Result("bridgework-postgresql", "", starts)], "list on PostgreSQL, p99 | ≤ 3 × its median"
    )
    assert (verdict.figure, verdict.is_met) == ("3.50 ×", False)


def test_what_does_not_exist_yet_is_not_judged() -> None:
    verdict = _verdict([], "notifications of a member with 10,000 | ≤ 30 ms p99")
    assert (verdict.is_met, verdict.note) == (None, "Bridgework has no notifications yet")


def test_pocketbase_and_bridgework_say_what_their_writes_store() -> None:
    assert set(Bridgework.stored) == {"post", "application"}
    assert PocketBase.kinds >= {"account", *Bridgework.stored}
    assert PocketBase.kinds <= set(NAMES)
