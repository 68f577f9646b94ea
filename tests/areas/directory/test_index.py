"""The index follows the experts: who comes, changes and goes, also at once and after an upgrade."""

from functools import partial

import pytest
import sqlalchemy as sa

from bridgework.areas.accounts.tables import EXPERTS
from bridgework.areas.directory.tables import experts, index, records, spellings
from bridgework.kit.db import cache_versions
from bridgework.kit.db.transaction import Tx
from tests import cast, make, paging
from tests.areas.directory import reading
from tests.world import World


def vocabulary(world: World) -> tuple[set[str], set[str]]:
    """The entries of the index, and the words that slips are forgiven in."""
    with world.application.app_state.database.reading() as tx:
        kept = tx.execute(sa.select(index.bitmaps.c.token).distinct()).scalars().all()
        words = tx.execute(sa.select(spellings.table.c.word).distinct()).scalars().all()
    return set(kept), set(words)


def graded(world: World) -> set[tuple[str, int]]:
    """The entries of the index, each with the grades that somebody has it in."""
    with world.application.app_state.database.reading() as tx:
        rows = tx.execute(sa.select(index.bitmaps.c.token, index.bitmaps.c.grade).distinct()).all()
    return {(row.token, row.grade) for row in rows}


def test_the_words_of_who_has_gone_are_gone(world: World) -> None:
    make.expert(world, "Bo Bell", title="Endodontist", bio="Plays the clarinet.")
    before = vocabulary(world)
    ada = make.expert(
        world,
        "Ada Lovell",
        title="Endodontist",
        bio="Plays the theremin.",
        tags=["zither"],
        location="Reykjavík",
    )
    assert reading.found(world, "search=thermin") == {"Lovell"}
    assert reading.found(world, "search=lovel") == {"Lovell"}
    for hidden in ({"disabled_at": world.clock.now()}, {"verification_tier": "not-verified"}):
        make.change_account(world, ada, **hidden)
        for query in ("search=thermin", "search=theremin", "search=lovelll", "location=reykjavik"):
            assert reading.found(world, query) == set(), query
        assert vocabulary(world) == before
        make.change_account(world, ada, disabled_at=None, verification_tier="pro")
        assert reading.found(world, "search=thermin") == {"Lovell"}


def test_a_word_that_somebody_has_again_is_not_taken_for_a_slip(world: World) -> None:
    bell = make.expert(world, "Bo Bell", bio="calm")
    make.expert(world, "Cy Clam", bio="quiet")
    assert reading.found(world, "search=clam") == {"Clam"}
    assert reading.found(world, "search=calm") == {"Bell"}
    make.change_account(world, bell, disabled_at=world.clock.now())
    assert reading.found(world, "search=calm") == {"Clam"}
    make.change_account(world, bell, disabled_at=None)
    assert reading.found(world, "search=calm") == {"Bell"}


def test_what_changes_is_found_by_what_it_is_now(world: World) -> None:
    ada = cast.ada(world)
    make.into_expert(world, ada, "Ada Lovell", bio="Ada plays.")
    world.patch("/users/me", {"firstName": "Play"}, as_=ada).must(200)
    assert reading.found(world, "search=play") == reading.found(world, "search=ada") == {"Lovell"}
    world.patch("/users/me", {"firstName": "Ann"}, as_=ada).must(200)
    assert reading.found(world, "search=play") == {"Lovell"}
    assert reading.found(world, "search=ann+ada") == {"Lovell"}


def test_who_changes_stands_in_the_index_as_who_comes_like_that(world: World) -> None:
    ada = cast.ada(world)
    make.into_expert(world, ada, "Ada Lovell", title="Endodontist", location="Enid, OK")
    edits: list[tuple[dict[str, object], set[int]]] = [
        ({"bio": "Enamel and endless endo."}, {0}),
        ({"title": "Dentist", "specialty": ["General Dentistry"]}, {2}),
        ({"bio": "Endless enamel.", "tags": ["enamel"]}, {1}),
        ({"title": "Enamel artist"}, {0}),
        ({"title": "Artist", "location": "Elko, NV"}, {1}),
        ({"bio": "", "tags": []}, set()),
        ({"bio": "Of ö, e and 1."}, set()),
    ]
    for fields, grades in edits:
        world.patch("/users/me/profile", {"profile": fields}, as_=ada).must(200)
        changed = graded(world)
        assert {grade for token, grade in changed if token == "head:en"} == grades, fields
        make.change_account(world, ada.id, disabled_at=world.clock.now())
        assert graded(world) == set()
        make.change_account(world, ada.id, disabled_at=None)
        assert graded(world) == changed, fields


def test_experts_who_change_at_once_are_all_found(world: World) -> None:
    people = [cast.sign_up(world, f"expert{number}@example.com") for number in range(8)]
    for number, person in enumerate(people):
        make.into_expert(world, person, f"Before Lovell{number}", tags=["common"])
    world.together(
        [
            partial(world.sending, "PATCH", "/users/me", {"firstName": "Afterwards"}, as_=person)
            for person in people
        ]
    )
    everybody = {f"Lovell{number}" for number in range(8)}
    for query in ("search=afterwards", "tags=common", ""):
        assert reading.found(world, query) == everybody
    assert reading.found(world, "search=before") == set()


def test_experts_of_many_parts_are_counted_and_paged_as_one(world: World) -> None:
    made = []
    for number in range(12):
        made.append(make.expert(world, f"Ada Lovell{number}", tags=["common"]))
        world.clock.advance(minutes=1)
        with world.application.app_state.database.writing() as tx:
            _skip_numbers(tx, 40_000)
    for query in ("search=lovell", "tags=common", "tags=common&sortBy=name"):
        pages = list(paging.walk_pages(world, f"/experts?{query}&limit=5"))
        assert sorted(one for page in pages for one in page) == sorted(made)
    newest = reading.experts(world, "tags=common")
    assert [card["id"] for card in newest.data] == made[::-1]


def _skip_numbers(tx: Tx, some: int) -> None:
    """Have the next expert stand some thousands of numbers on, as after long use."""
    if tx.dialect == "sqlite":
        tx.execute(
            sa.text(
                "UPDATE sqlite_sequence SET seq = seq + :some WHERE name = 'directory_experts'"
            ),
            {"some": some},
        )
    else:
        tx.execute(
            sa.text(
                "SELECT setval('directory_experts_number_seq',"
                " nextval('directory_experts_number_seq') + :some)"
            ),
            {"some": some},
        )


@pytest.mark.parametrize("edition", ["", "0", "9-of-tomorrow"])
def test_who_was_indexed_by_other_words_is_indexed_anew(world: World, edition: str) -> None:
    for number in range(12):
        make.expert(world, f"Ada Lovell{number}", title="Endodontist", tags=["mentor"])
    queries = ("search=root+canal", "search=lovel", "tags=mentor", "search=endodntist", "")
    before = {query: reading.found(world, query) for query in queries}
    kept = vocabulary(world)
    with world.application.app_state.database.writing() as tx:
        tx.execute(index.bitmaps.delete())
        tx.execute(spellings.table.delete())
        tx.execute(experts.update().values(edition=edition))
        tx.execute(records.update().values(found_by=""))
        cache_versions.bump(tx, EXPERTS)
    assert reading.found(world, "search=lovel") == set()
    world.run_periodic_tasks()
    assert {query: reading.found(world, query) for query in queries} == before
    assert vocabulary(world) == kept
