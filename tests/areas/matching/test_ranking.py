"""The index gives the same matches in the same order as scoring every subject."""

import itertools
import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
import sqlalchemy as sa

from bridgework.areas.people.matching import actions, formula
from bridgework.areas.people.matching.formula import (
    ANY_RECORD,
    JOB_WEIGHTS,
    PARTLY,
    ROLE_WEIGHTS,
    WHOLLY,
    Offer,
    Requirement,
    Rule,
    Stated,
    Wants,
)
from bridgework.areas.people.matching.queries import PersonKind
from bridgework.areas.people.matching.ranking import Ranked
from bridgework.areas.people.matching.tables import people, postings
from bridgework.kit.core import Id, new_id
from bridgework.kit.data.db import Database, Tx
from bridgework.kit.data.pagination import PageRequest, PageSlice
from tests import make
from tests.world import World

PEOPLE = 120
POSTINGS = 40
CRITERIA = sorted({*ROLE_WEIGHTS, *JOB_WEIGHTS})


class Generator:
    """Random people and postings, the same in each run."""

    def __init__(self) -> None:
        self._random = random.Random(7)  # noqa: S311 - a fixed seed, and no secret

    def offer(self) -> Offer:
        traits = {f"{name}:{number}" for name in CRITERIA for number in self._numbers()}
        return Offer(frozenset(traits), frozenset(trait.split(":")[0] for trait in traits))

    def wants(self, weights: dict[str, int]) -> Wants:
        names = self._random.sample(sorted(weights), self._random.randint(1, len(weights)))
        return formula.wants(weights, {name: self._stated(name) for name in names})

    def _stated(self, name: str) -> Stated:
        if name == "place" and self._random.random() < 0.2:
            return Stated([Requirement("remote", {ANY_RECORD: WHOLLY})])
        requirements = [self._requirement(name) for _ in range(self._random.randint(1, 4))]
        enough = self._random.choice([None, 1, 2])
        rules: Sequence[Rule] = ("share", "share", "must", "must", "gate")
        return Stated(requirements, enough, self._random.choice(rules))

    def _requirement(self, name: str) -> Requirement:
        met_by = {f"{name}:{self._random.randrange(8)}": WHOLLY}
        if self._random.random() < 0.5:
            met_by = {f"{name}:{self._random.randrange(8)}": PARTLY, **met_by}
        return Requirement(name, met_by)

    def _numbers(self) -> Sequence[int]:
        return self._random.sample(range(8), self._random.choice([0, 0, 1, 2, 3]))


@pytest.fixture
def database(world: World) -> Database:
    return world.application.app_state.database


def meets_something(wants: Wants, offer: Offer) -> bool:
    """Return whether any trait of the offer meets a requirement, which every match must."""
    return any(
        trait in offer.traits
        for criterion in wants.criteria
        for requirement in criterion.requirements
        for trait in requirement.met_by
    )


def rank_all(
    subjects: Sequence[tuple[int, Id, Wants, Offer]], first: int
) -> list[tuple[Id, int | None]]:
    """Return all matches, best first, by scoring every subject. Equal ones begin at `first`."""
    scored = [
        (-breakdown.order, (number < first, number), subject, breakdown.score)
        for number, subject, wants, offer in subjects
        if meets_something(wants, offer) and (breakdown := formula.score(wants, offer)).score
    ]
    return [(subject, score) for _, _, subject, score in sorted(scored)]


def page_by_page(
    database: Database, read: Callable[[Tx, PageRequest], PageSlice[Ranked]], limit: int
) -> tuple[list[tuple[Id, int | None]], int]:
    """Return all pages that the index gives, and the number at which equal subjects begin."""
    ranked, page_request, first = [], PageRequest(None, limit), 0
    while True:
        with database.reading() as tx:
            page = read(tx, page_request)
        ranked += [(match.subject_id, match.breakdown.score) for match in page.items]
        if page.last is None:
            return ranked, first
        first = int(page.last.id.partition(".")[2])
        page_request = PageRequest(page.last, limit)


@pytest.mark.parametrize("kind", ["expert", "candidate"])
def test_the_index_ranks_people_as_scoring_all_of_them_does(
    world: World, database: Database, kind: PersonKind
) -> None:
    generator = Generator()
    offers = {make.account(world, "Ada Lovell"): generator.offer() for _ in range(PEOPLE)}
    with database.writing() as tx:
        for account_id, offer in offers.items():
            actions.put_person(tx, kind, account_id, offer)
    numbers = _numbers(database, people.c.account_id, people.c.number)
    for _, limit in zip(range(25), itertools.cycle([1, 7, 20, 100]), strict=False):
        wants = generator.wants(dict(ROLE_WEIGHTS if kind == "expert" else JOB_WEIGHTS))
        subjects = [(numbers[subject], subject, wants, offer) for subject, offer in offers.items()]
        limit = limit if len(rank_all(subjects, 0)) < 30 * limit else 20  # noqa: PLW2901
        reading = partial(_people, kind, new_id(), wants)
        ranked, first = page_by_page(database, reading, limit)
        # A single page does not say where equal subjects begin.
        first = first or page_by_page(database, reading, 1)[1]
        assert ranked == rank_all(subjects, first)


def test_the_index_ranks_postings_as_scoring_all_of_them_does(
    world: World, database: Database
) -> None:
    del world
    generator = Generator()
    postings_wants = {new_id(): generator.wants(dict(ROLE_WEIGHTS)) for _ in range(POSTINGS)}
    with database.writing() as tx:
        for posting_id, wants in postings_wants.items():
            actions.put_posting(tx, "role", posting_id, wants)
    numbers = _numbers(database, postings.c.posting_id, postings.c.number)
    for limit in (1, 3, 20, 100) * 5:
        reading = partial(_postings, new_id(), generator.offer())
        ranked, first = page_by_page(database, reading, limit)
        first = first or page_by_page(database, reading, 1)[1]
        offer = reading.args[1]
        subjects = [
            (numbers[subject], subject, wants, offer) for subject, wants in postings_wants.items()
        ]
        assert ranked == rank_all(subjects, first)


def test_equal_people_begin_with_another_one_for_each_posting(
    world: World, database: Database
) -> None:
    equal = [make.account(world, "Ada Lovell") for _ in range(PEOPLE)]
    with database.writing() as tx:
        for account_id in equal:
            actions.put_person(tx, "expert", account_id, skilled("bone"))
    leading = set()
    for _ in range(40):
        ranked, _ = page_by_page(database, partial(_people, "expert", new_id(), WANTS_BONE), 7)
        assert len({subject for subject, _ in ranked}) == len(ranked) == PEOPLE
        leading.add(ranked[0][0])
    assert len(leading) > 10


def test_new_people_between_two_pages_neither_repeat_nor_hide_others(
    world: World, database: Database
) -> None:
    equal = [make.account(world, "Ada Lovell") for _ in range(40)]
    with database.writing() as tx:
        for account_id in equal[:20]:
            actions.put_person(tx, "expert", account_id, skilled("bone"))
    reading = partial(_people, "expert", new_id(), WANTS_BONE)
    seen: list[Id] = []
    page_request = PageRequest(None, 3)
    while True:
        with database.writing() as tx:
            page = reading(tx, page_request)
            seen += [match.subject_id for match in page.items]
            if page.last is None:
                break
            actions.put_person(tx, "expert", equal[20 + len(seen) // 3], skilled("bone"))
        page_request = PageRequest(page.last, 3)
    assert len(set(seen)) == len(seen)
    assert set(equal[:20]) <= set(seen)


def _people(
    kind: PersonKind, posting_id: Id, wants: Wants, tx: Tx, page_request: PageRequest
) -> PageSlice[Ranked]:
    return actions.people_for(tx, kind, posting_id, wants, page_request)


def _postings(account_id: Id, offer: Offer, tx: Tx, page_request: PageRequest) -> PageSlice[Ranked]:
    return actions.postings_for(tx, "role", account_id, offer, page_request)


def _numbers(database: Database, subject: sa.Column[str], number: sa.Column[int]) -> dict[Id, int]:
    with database.reading() as tx:
        rows = tx.rows(sa.select(subject.label("subject"), number.label("place")))
        return {row.subject: row.place for row in rows}


def skilled(*skills: str) -> Offer:
    return Offer(frozenset(f"can:{skill}" for skill in skills), frozenset({"skills"}))


WANTS_BONE = formula.wants(
    {"skills": 100}, {"skills": Stated([Requirement("bone", {"can:bone": WHOLLY})])}
)


def matched(database: Database, kind: PersonKind = "expert", limit: int = 20) -> list[Id]:
    with database.reading() as tx:
        page = actions.people_for(tx, kind, new_id(), WANTS_BONE, PageRequest(None, limit))
    return [match.subject_id for match in page.items]


def test_changed_and_removed_people_are_matched_accordingly_at_once(
    world: World, database: Database
) -> None:
    account_id = make.account(world)
    steps: Sequence[tuple[Offer | None, list[Id]]] = [
        (skilled("bone"), [account_id]),
        (skilled("wire"), []),
        (skilled("wire", "bone"), [account_id]),
        (None, []),
        (None, []),
        (skilled("bone"), [account_id]),
    ]
    for offer, expected in steps:
        with database.writing() as tx:
            if offer is None:
                actions.drop_person(tx, "expert", account_id)
            else:
                actions.put_person(tx, "expert", account_id, offer)
        assert matched(database) == expected


def test_experts_and_candidates_are_matched_separately(world: World, database: Database) -> None:
    account_id = make.account(world)
    with database.writing() as tx:
        actions.put_person(tx, "candidate", account_id, skilled("bone"))
    assert matched(database) == []
    assert matched(database, "candidate") == [account_id]


@pytest.mark.postgresql("concurrent requests")
@pytest.mark.parametrize("kind", ["expert", "candidate"])
def test_concurrent_additions_and_removals_are_all_applied(
    world: World, database: Database, kind: PersonKind
) -> None:
    staying, leaving, coming = ([make.account(world) for _ in range(12)] for _ in range(3))
    with database.writing() as tx:
        for account_id in [*staying, *leaving]:
            actions.put_person(tx, kind, account_id, skilled("bone"))

    def add(account_id: Id) -> None:
        with database.writing() as tx:
            actions.put_person(tx, kind, account_id, skilled("bone"))

    def remove(account_id: Id) -> None:
        with database.writing() as tx:
            actions.drop_person(tx, kind, account_id)

    with ThreadPoolExecutor(6) as threads:
        futures = [
            threads.submit(act, account_id)
            for pair in zip(leaving, coming, strict=True)
            for act, account_id in zip((remove, add), pair, strict=True)
        ]
    assert [future.exception() for future in futures] == [None] * len(futures)
    assert sorted(matched(database, kind, 50)) == sorted([*staying, *coming])


def test_subjects_indexed_by_another_formula_are_listed(world: World, database: Database) -> None:
    account_id, posting_id = make.account(world), new_id()
    with database.writing() as tx:
        actions.put_person(tx, "expert", account_id, skilled("bone"))
        actions.put_posting(tx, "job", posting_id, WANTS_BONE)
        assert actions.outdated_people(tx, "expert") == []
        tx.execute(people.update().values(formula="0"))
        tx.execute(postings.update().values(formula="0"))
        assert actions.outdated_people(tx, "expert") == [account_id]
        assert actions.outdated_people(tx, "candidate") == []
        assert actions.outdated_postings(tx, "job") == [posting_id]
        assert actions.outdated_postings(tx, "role") == []
        actions.put_person(tx, "expert", account_id, skilled("bone"))
        actions.drop_posting(tx, "job", posting_id)
        assert actions.outdated_people(tx, "expert") == []
        assert actions.outdated_postings(tx, "job") == []
