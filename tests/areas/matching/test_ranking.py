"""The index narrows and never decides: what it finds is what reckoning with everybody finds."""

import itertools
import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from bridgework.areas.matching import actions, formula
from bridgework.areas.matching.formula import (
    ANYBODY,
    JOB_WEIGHTS,
    PARTLY,
    ROLE_WEIGHTS,
    WHOLLY,
    Offer,
    Stated,
    Wanted,
    Wants,
)
from bridgework.areas.matching.queries import PersonKind
from bridgework.areas.matching.tables import people, postings
from bridgework.kit.db.database import Database
from bridgework.kit.ids import Id, new_id
from bridgework.kit.pagination.keyset import PageRequest
from tests import make
from tests.world import World

PEOPLE = 120
POSTINGS = 40
HEADS = sorted({*ROLE_WEIGHTS, *JOB_WEIGHTS})


class Crowd:
    """Made-up people and postings of every shape, always the same."""

    def __init__(self) -> None:
        self._dice = random.Random(7)  # noqa: S311 - the same crowd each time, and no secret

    def offer(self) -> Offer:
        traits = {f"{head}:{number}" for head in HEADS for number in self._some()}
        return Offer(frozenset(traits), frozenset(trait.split(":")[0] for trait in traits))

    def wants(self, weights: dict[str, int]) -> Wants:
        heads = self._dice.sample(sorted(weights), self._dice.randint(1, len(weights)))
        return formula.wants(weights, {head: self._stated(head) for head in heads})

    def _stated(self, head: str) -> Stated:
        if head == "place" and self._dice.random() < 0.2:
            return Stated([Wanted("remote", {ANYBODY: WHOLLY})])
        wanted = [self._wanted(head) for _ in range(self._dice.randint(1, 4))]
        enough = self._dice.choice([None, 1, 2])
        return Stated(wanted, enough, is_must=self._dice.random() < 0.4)

    def _wanted(self, head: str) -> Wanted:
        met_by = {f"{head}:{self._dice.randrange(8)}": WHOLLY}
        if self._dice.random() < 0.5:
            met_by = {f"{head}:{self._dice.randrange(8)}": PARTLY, **met_by}
        return Wanted(head, met_by)

    def _some(self) -> Sequence[int]:
        return self._dice.sample(range(8), self._dice.choice([0, 0, 1, 2, 3]))


@pytest.fixture
def database(world: World) -> Database:
    return world.application.app_state.database


def meets_something(wants: Wants, offer: Offer) -> bool:
    """Whether a trait of somebody's own meets anything: without that nobody is a match."""
    listed = [one for criterion in wants.criteria for one in criterion.wanted]
    return any(trait in offer.traits for one in listed for trait in one.met_by)


def everybody(
    numbered: Sequence[tuple[int, Id, Wants, Offer]],
) -> list[tuple[Id, int]]:
    """Who matches, the best first, by reckoning with each."""
    scored = [
        (-score, number, subject)
        for number, subject, wants, offer in numbered
        if meets_something(wants, offer) and (score := formula.reckon(wants, offer).score)
    ]
    return [(subject, -negative) for negative, _, subject in sorted(scored)]


def page_by_page(
    database: Database, kind: PersonKind, wants: Wants, limit: int
) -> list[tuple[Id, int | None]]:
    """What the index finds, all pages of it."""
    found, page_request = [], PageRequest(None, limit)
    while True:
        with database.reading() as tx:
            page = actions.people_for(tx, kind, wants, page_request)
        found += [(one.subject_id, one.reckoning.score) for one in page.items]
        if page.last is None:
            return found
        page_request = PageRequest(page.last, limit)


@pytest.mark.parametrize("kind", ["expert", "candidate"])
def test_the_index_finds_everybody_in_order(
    world: World, database: Database, kind: PersonKind
) -> None:
    crowd = Crowd()
    offers = {make.account(world, "Somebody New"): crowd.offer() for _ in range(PEOPLE)}
    with database.writing() as tx:
        for account_id, offer in offers.items():
            actions.put_person(tx, kind, account_id, offer)
    numbers = _numbers(database, people.c.account_id, people.c.number)
    for _, limit in zip(range(25), itertools.cycle([1, 7, 20, 100]), strict=False):
        wants = crowd.wants(dict(ROLE_WEIGHTS if kind == "expert" else JOB_WEIGHTS))
        expected = everybody(
            [(numbers[whose], whose, wants, offer) for whose, offer in offers.items()]
        )
        limit = limit if len(expected) < 30 * limit else 20  # noqa: PLW2901
        assert page_by_page(database, kind, wants, limit) == expected


def test_the_index_finds_every_posting_in_order(world: World, database: Database) -> None:
    del world
    crowd = Crowd()
    wanted = {new_id(): crowd.wants(dict(ROLE_WEIGHTS)) for _ in range(POSTINGS)}
    with database.writing() as tx:
        for posting_id, wants in wanted.items():
            actions.put_posting(tx, "role", posting_id, wants)
    numbers = _numbers(database, postings.c.posting_id, postings.c.number)
    for limit in (1, 3, 20, 100) * 5:
        offer = crowd.offer()
        found, page_request = [], PageRequest(None, limit)
        while True:
            with database.reading() as tx:
                page = actions.postings_for(tx, "role", offer, page_request)
            found += [(one.subject_id, one.reckoning.score) for one in page.items]
            if page.last is None:
                break
            page_request = PageRequest(page.last, limit)
        assert found == everybody(
            [(numbers[which], which, wants, offer) for which, wants in wanted.items()]
        )


def _numbers(database: Database, subject: sa.Column[str], number: sa.Column[int]) -> dict[Id, int]:
    with database.reading() as tx:
        rows = tx.rows(sa.select(subject.label("subject"), number.label("place")))
        return {row.subject: row.place for row in rows}


def skilled(*skills: str) -> Offer:
    return Offer(frozenset(f"can:{skill}" for skill in skills), frozenset({"skills"}))


WANTS_BONE = formula.wants(
    {"skills": 100}, {"skills": Stated([Wanted("bone", {"can:bone": WHOLLY})])}
)


def matched(database: Database, kind: PersonKind = "expert", most: int = 20) -> list[Id]:
    with database.reading() as tx:
        found = actions.people_for(tx, kind, WANTS_BONE, PageRequest(None, most))
    return [one.subject_id for one in found.items]


def test_a_change_and_a_departure_show_in_the_next_answer(world: World, database: Database) -> None:
    whose = make.account(world)
    steps: Sequence[tuple[Offer | None, list[Id]]] = [
        (skilled("bone"), [whose]),
        (skilled("wire"), []),
        (skilled("wire", "bone"), [whose]),
        (None, []),
        (None, []),
        (skilled("bone"), [whose]),
    ]
    for offer, expected in steps:
        with database.writing() as tx:
            if offer is None:
                actions.drop_person(tx, "expert", whose)
            else:
                actions.put_person(tx, "expert", whose, offer)
        assert matched(database) == expected


def test_experts_and_candidates_are_kept_apart(world: World, database: Database) -> None:
    whose = make.account(world)
    with database.writing() as tx:
        actions.put_person(tx, "candidate", whose, skilled("bone"))
    assert matched(database) == []
    assert matched(database, "candidate") == [whose]


@pytest.mark.parametrize("kind", ["expert", "candidate"])
def test_all_who_come_and_go_at_once_are_known(
    world: World, database: Database, kind: PersonKind
) -> None:
    staying, leaving, coming = ([make.account(world) for _ in range(12)] for _ in range(3))
    with database.writing() as tx:
        for whose in [*staying, *leaving]:
            actions.put_person(tx, kind, whose, skilled("bone"))

    def come(whose: Id) -> None:
        with database.writing() as tx:
            actions.put_person(tx, kind, whose, skilled("bone"))

    def go(whose: Id) -> None:
        with database.writing() as tx:
            actions.drop_person(tx, kind, whose)

    with ThreadPoolExecutor(6) as threads:
        done = [
            threads.submit(act, whose)
            for pair in zip(leaving, coming, strict=True)
            for act, whose in zip((go, come), pair, strict=True)
        ]
    assert [each.exception() for each in done] == [None] * len(done)
    assert sorted(matched(database, kind, 50)) == sorted([*staying, *coming])


def test_what_another_formula_compiled_is_known(world: World, database: Database) -> None:
    whose, which = make.account(world), new_id()
    with database.writing() as tx:
        actions.put_person(tx, "expert", whose, skilled("bone"))
        actions.put_posting(tx, "job", which, WANTS_BONE)
        assert actions.worn_people(tx, "expert") == []
        tx.execute(people.update().values(formula="0"))
        tx.execute(postings.update().values(formula="0"))
        assert actions.worn_people(tx, "expert") == [whose]
        assert actions.worn_people(tx, "candidate") == []
        assert actions.worn_postings(tx, "job") == [which]
        assert actions.worn_postings(tx, "role") == []
        actions.put_person(tx, "expert", whose, skilled("bone"))
        actions.drop_posting(tx, "job", which)
        assert actions.worn_people(tx, "expert") == []
        assert actions.worn_postings(tx, "job") == []
