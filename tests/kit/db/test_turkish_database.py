"""PostgreSQL with a Turkish collation, where `lower('I')` is `ı`, changes nothing for people."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest

from bridgework import app, migrations
from bridgework.kit.data.migrations import Schema
from bridgework.settings import Settings
from tests import cast, make
from tests import world as worlds
from tests.servers import postgres
from tests.world import World

pytestmark = pytest.mark.slow("creates a database with another locale")

DATABASE = "turkish"
TURKISH = "LOCALE_PROVIDER icu ICU_LOCALE 'tr-TR' LOCALE 'C' TEMPLATE template0"


@pytest.fixture
def database_url(postgres_url: str, worker_id: str) -> Iterator[str]:
    name = f"{DATABASE}_{worker_id}"
    postgres.drop_database(postgres_url, name)
    with postgres.administering(postgres_url) as connection:
        try:
            connection.execute(f"CREATE DATABASE {name} {TURKISH}")
        except psycopg.errors.FeatureNotSupported as error:
            pytest.skip(f"this PostgreSQL has no ICU: {error}")
    yield f"{postgres_url.rpartition('/')[0]}/{name}"
    postgres.drop_database(postgres_url, name)


@pytest.fixture
def settings(tmp_path: Path, database_url: str) -> Settings:
    """The settings of a migrated database, whose collation is Turkish."""
    settings = worlds.settings(tmp_path, database_url=database_url)
    database = app.database(settings)
    schema = Schema(database.engine, migrations.FOLDER)
    schema.migrate()
    schema.must_match()
    with database.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT lower('I'), upper('i')").one() == ("ı", "İ")
    database.close()
    return settings


def test_people_sign_in_whatever_case_their_address_is_written_in(world: World) -> None:
    cast.sign_up(world, "Ingrid.Iyigun@Dishekimi.example")
    for email in ("INGRID.IYIGUN@DISHEKIMI.EXAMPLE", "ingrid.iyigun@dishekimi.example"):
        cast.sign_in(world, email)
    again = {"email": "INGRID.iyigun@dishekimi.example", "password": cast.PASSWORD}
    world.post("/auth/register", again).must(409)


@pytest.mark.parametrize("spelling", ["Işıl", "IŞIL", "isil", "ISIL", "ışıl", "İŞİL"])
def test_experts_are_found_with_and_without_dots_in_any_case(world: World, spelling: str) -> None:
    make.expert(world, "Işıl İnce")
    make.expert(world, "Ada Lovell")
    found = world.get(f"/experts?search={quote(spelling)}").must(200).data
    assert [(one["firstName"], one["lastName"]) for one in found] == [("Işıl", "İnce")]


def test_the_pages_of_a_list_are_complete(world: World) -> None:
    names = ["Ilgaz Ay", "ilgaz Bey", "Ida Can", "İdil Dal", "Çağ Efe", "cem Fer", "Zoe Gul"]
    for name in names:
        make.expert(world, name)
    pages = [world.get(f"/experts?limit=1&page={page}").must(200).data for page in range(1, 8)]
    listed = [f"{one['firstName']} {one['lastName']}" for page in pages for one in page]
    assert sorted(listed) == sorted(names)
