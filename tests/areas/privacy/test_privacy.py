"""Export of personal data, and erasure after a grace period of 14 days."""

import sqlalchemy as sa

from bridgework import app  # noqa: F401 - every table is defined once it is imported
from bridgework.areas.identity.accounts.tables import accounts
from bridgework.kit.data.db import data_ownership, metadata
from tests import cast
from tests.world import World


def test_every_table_declares_whose_data_it_contains() -> None:
    assert [
        table.name for table in metadata.sorted_tables if data_ownership.ownership_of(table) is None
    ] == []


def test_an_export_contains_only_rows_of_the_caller(world: World) -> None:
    ada, ben = cast.ada(world), cast.ben(world)
    world.get("/users/me/export").must(401)
    result = world.get("/users/me/export", as_=ada).must(200)
    tables = result.data["tables"]
    assert [row["email"] for row in tables["accounts"]] == [ada.email]
    assert len(tables["sessions"]) == 1
    assert {row["recipient"] for row in tables["outbox_emails"]} == {ada.email}
    text = result.body.decode()
    for foreign in (ben.email, str(ben.id), "password_hash", "sealed", "argon2"):
        assert foreign not in text


def test_erasure_requires_the_password_and_has_a_grace_period(world: World) -> None:
    ben = cast.ben(world)
    world.post("/users/me/erase", {"password": cast.PASSWORD}).must(401)
    world.post("/users/me/erase", {"password": "not this one"}, as_=ben).must(403)
    result = world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ben).must(202).data
    assert result == {"erasesAt": "2026-12-05T12:00:00.000Z"}
    world.get("/users/me", as_=ben).must(401)
    subject = world.mail(ben.email)[-1]["Subject"]
    assert subject == "Your Bridgework account will be deleted on 5 December 2026"
    world.clock.advance(days=13, hours=23)
    world.run_periodic_tasks()
    ben = cast.sign_in(world, ben.email)  # cancels the erasure
    world.clock.advance(days=2)
    world.run_periodic_tasks()
    assert cast.sign_in(world, ben.email).id == ben.id


def test_no_row_identifies_an_erased_account(world: World) -> None:
    ben = cast.ben(world)
    world.patch("/users/me", {"firstName": "Benedict", "lastName": "Quill"}, as_=ben).must(200)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ben).must(202)
    world.mail()
    world.clock.advance(days=14)
    world.run_periodic_tasks()
    with world.application.app_state.database.reading() as tx:
        for table in metadata.sorted_tables:
            stored = repr(tx.rows(sa.select(table))).lower()
            for trace in (ben.email, "benedict", "quill", "198.51.100.1"):
                assert trace not in stored, f"{trace} is left in {table.name}"
    removed = world.post("/auth/login", {"email": ben.email, "password": cast.PASSWORD})
    removed.must(404)
    cast.register(world, ben.email)  # the address can be registered again


def test_the_last_administrator_cannot_be_erased(world: World) -> None:
    root = cast.root(world)
    sent = {"password": cast.PASSWORD}
    assert world.post("/users/me/erase", sent, as_=root).must(409).error == "last_administrator"
    with world.application.app_state.database.reading() as tx:
        assert tx.value(sa.select(accounts.c.erases_at).where(accounts.c.id == root.id)) is None
