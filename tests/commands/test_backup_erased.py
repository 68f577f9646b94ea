"""Accounts that were erased after a backup remain erased when it is restored."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from bridgework.areas.identity.accounts.tables import accounts
from bridgework.kit.data.db import metadata
from bridgework.settings import Settings
from tests import cast
from tests.areas.audit import log
from tests.areas.uploads import upload_client
from tests.commands import backups
from tests.kit.db import another
from tests.loop import Loop
from tests.world import Person, World

pytestmark = pytest.mark.needs_session


@pytest.fixture
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("backups") / "one.tar"


@pytest.fixture
def ben(world: World) -> Person:
    """A member with a name, a file, a post and an e-mail."""
    ben = cast.ben(world)
    world.patch("/users/me", {"firstName": "Benedict", "lastName": "Quill"}, as_=ben).must(200)
    world.post("/feed/posts", {"content": "A word on molars"}, as_=ben).must(201)
    upload_client.upload(world, ben)
    return ben


def erase(world: World, person: Person) -> None:
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=person).must(202)
    world.mail()
    world.clock.advance(days=14)
    world.run_periodic_tasks()


def clear_mail(place: Settings) -> None:
    """Delete the files in `mail/`, which remain until the operator deletes them."""
    for email in place.mail_dir.glob("*.eml"):
        email.unlink()


def must_be_forgotten(settings: Settings, person: Person) -> None:
    with another.connection(settings.database_url) as connection:
        for table in metadata.sorted_tables:
            stored = repr(connection.execute(sa.select(table)).all()).lower()
            for trace in (person.email, "benedict", "quill"):
                assert trace not in stored, f"{trace} is left in {table.name}"
    assert person.id is not None
    assert not [*settings.files_dir.glob(f"*/{person.id}/*")]
    emails = b"".join(file.read_bytes() for file in settings.mail_dir.glob("*.eml"))
    assert person.email.encode() not in emails


def test_erased_accounts_are_read_from_the_replaced_database(
    world: World, ben: Person, place: Settings, archive: Path, loop: Loop
) -> None:
    origin = world.application.app_state.settings
    first = archive.with_name("first.tar")
    root = cast.root(world)
    backups.done(origin, "create", first)
    backups.take_secret(place, origin)
    backups.done(place, "restore", first)
    with backups.served(place, world, loop) as there:
        erase(there, cast.sign_in(there, ben.email))
        there.clock.advance(hours=25)
        there.run_periodic_tasks()
    clear_mail(place)
    if (noted := place.erased_list) is not None:
        assert noted.read_text() == f"{ben.id}\n"
        noted.unlink()  # only the database has the record
    output = backups.done(place, "restore", first, "--replace")
    assert "accounts erased again: 1" in output
    must_be_forgotten(place, ben)
    with backups.served(place, world, loop) as again:
        again.post("/auth/login", {"email": ben.email, "password": cast.PASSWORD}).must(404)
        root = cast.root_again(again)
        (entry,) = log.page(again, root, action="account.erase_again")["items"]
        assert entry["target"] == ben.id
        assert entry["userAgent"] == "bridgework command line"
        assert len(log.page(again, root, action="backup.restore")["items"]) == 1
        verified = log.verify(log.sealed(again))
        assert verified.exit_code == 0, verified.output
        cast.register(again, ben.email)  # the address is free again


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("lost", ["gone", "damaged"])
def test_erased_accounts_are_read_from_the_list_of_a_lost_database(
    world: World, ben: Person, place: Settings, archive: Path, loop: Loop, lost: str
) -> None:
    origin = world.application.app_state.settings
    backups.done(origin, "create", archive)
    backups.take_secret(place, origin)
    backups.done(place, "restore", archive)
    with backups.served(place, world, loop) as there:
        erase(there, cast.sign_in(there, ben.email))
    clear_mail(place)
    database = place.data_dir / "bridgework.db"
    database.unlink()
    if lost == "damaged":
        database.write_bytes(b"\0" * 8192)
    output = backups.done(place, "restore", archive, "--replace")
    assert "erased again: 1" in output
    must_be_forgotten(place, ben)


def test_erased_accounts_are_read_from_a_given_list(
    world: World, ben: Person, place: Settings, archive: Path, tmp_path: Path
) -> None:
    origin = world.application.app_state.settings
    backups.done(origin, "create", archive)
    erase(world, ben)
    kept = tmp_path / "kept.txt"
    kept.write_text(backups.done(origin, "erased"))
    assert kept.read_text() == f"{ben.id}\n"
    backups.take_secret(place, origin)
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(f"{ben.id}\nnobody\n")
    assert "line 2" in backups.refused(place, "restore", archive, "--erased", wrong)
    output = backups.done(place, "restore", archive, "--erased", kept)
    assert "erased again: 1" in output
    must_be_forgotten(place, ben)
    # The erasure is not repeated, and a backup created after it needs no list.
    again = archive.with_name("again.tar")
    backups.done(place, "create", again)
    output = backups.done(place, "restore", again, "--replace", "--erased", kept)
    assert "erased again: 0" in output


def test_without_a_list_erased_accounts_are_restored(
    world: World, ben: Person, place: Settings, archive: Path
) -> None:
    """The counterpart of the other tests: without the list the account is restored."""
    origin = world.application.app_state.settings
    backups.done(origin, "create", archive)
    erase(world, ben)
    backups.take_secret(place, origin)
    assert "erased again: 0" in backups.done(place, "restore", archive)
    with another.connection(place.database_url) as connection:
        assert ben.email in connection.execute(sa.select(accounts.c.email)).scalars().all()


def test_a_pending_erasure_survives_a_restore(
    world: World, ben: Person, place: Settings, archive: Path, loop: Loop
) -> None:
    origin = world.application.app_state.settings
    ada = cast.ada(world)
    world.post("/users/me/erase", {"password": cast.PASSWORD}, as_=ada).must(202)
    backups.done(origin, "create", archive)
    backups.take_secret(place, origin)
    backups.done(place, "restore", archive)
    with backups.served(place, world, loop) as there:
        cast.sign_in(there, ada.email)  # cancels the erasure
        later = cast.sign_in(there, ben.email)
        body = {"password": cast.PASSWORD}
        data = there.post("/users/me/erase", body, as_=later).must(202).data["erasesAt"]
    backups.done(place, "restore", archive, "--replace")
    with another.connection(place.database_url) as connection:
        leaving = sa.select(accounts.c.id, accounts.c.erases_at)
        erasure_times = {row.id: row.erases_at for row in connection.execute(leaving)}
    assert erasure_times[ben.id].isoformat().startswith(data[:19])
    # The erasure may have been cancelled, so the full grace period starts again.
    assert erasure_times[ada.id] > world.clock.now()
    with backups.served(place, world, loop) as again:
        again.get("/users/me", as_=ben).must(401)
        again.run_periodic_tasks()
        cast.sign_in(again, ada.email)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_a_truncated_list_is_repaired(world: World, ben: Person) -> None:
    file = world.application.app_state.settings.erased_list
    assert file is not None
    other = "01900000-0000-7000-8000-000000000000"
    file.write_text(f"{other}\n01900000-0000-70")
    erase(world, ben)
    assert file.read_text() == f"{other}\n{ben.id}\n"
    file.write_text(other)
    world.run_periodic_tasks()
    assert file.read_text() == f"{other}\n{ben.id}\n"
    world.run_periodic_tasks()
    assert file.read_text() == f"{other}\n{ben.id}\n"
