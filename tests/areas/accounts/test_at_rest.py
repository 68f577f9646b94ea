"""What is kept of accounts: who reads every row of the database learns no secret."""

from collections.abc import Iterator

import sqlalchemy as sa

from tests import cast
from tests.world import Response, World

EVE = "eve@example.com"


def test_no_secret_is_kept_in_clear(world: World) -> None:
    cast.register(world, EVE)
    before = list(everything(world))  # the letter still waits, with its sealed code
    code = world.code(EVE)
    signed_in = world.post("/auth/verify-email", {"email": EVE, "otp": code}).must(200)
    world.post("/auth/login", {"email": EVE, "password": "wrong horse"}).must(401)
    world.post("/auth/verify-email", {"email": EVE, "otp": "314159"}).must(400)
    secrets = {
        "the password": cast.PASSWORD,
        "a wrong password": "wrong horse",
        "the code": code,
        "a wrong code": "314159",
        "the refresh token": signed_in.data["refreshToken"],
        "the access token": signed_in.data["token"],
        "the access token's signature": signed_in.data["token"].rpartition(".")[2],
    }
    assert places(before + list(everything(world)), secrets) == []


def test_logged_personal_data_would_be_found(world: World) -> None:
    cast.register(world, EVE)
    found = places(list(everything(world)), {"the address": EVE})
    assert "the address in accounts.email" in found
    assert "the address in outbox_emails.recipient" in found


def test_budgets_tell_neither_whose_they_are_nor_where_they_were_spent(world: World) -> None:
    eve = cast.register(world, EVE)
    world.post("/auth/login", {"email": EVE, "password": "wrong horse"}).must(401)
    world.post("/auth/verify-email", {"email": EVE, "otp": "314159"}).must(400)
    rows = [row for row in everything(world) if row[0].startswith("quotas.")]
    assert rows
    told = {"the client's address": "198.51.100.1", "the e-mail": EVE, "the account": str(eve.id)}
    assert places(rows, told) == []


def test_signing_up_tells_no_hash(world: World) -> None:
    made = world.post("/auth/register", {"email": EVE, "password": cast.PASSWORD}).must(201)
    proof = {"email": EVE, "otp": world.code(EVE)}
    answers: list[Response] = [made, world.post("/auth/verify-email", proof).must(200)]
    for answer in answers:
        assert b"argon2" not in answer.body
        assert cast.PASSWORD.encode() not in answer.body
        assert b"assword" not in answer.body


def everything(world: World) -> Iterator[tuple[str, str]]:
    """Every value of every table there is, by its place, as text.

    On SQLite the file and its log too, as they are, with rows that have been deleted since.
    """
    for file in world.application.app_state.settings.data_dir.glob("bridgework.db*"):
        yield file.name, _text(file.read_bytes())
    engine = world.application.app_state.database.engine
    schema = sa.MetaData()
    schema.reflect(engine)
    with engine.connect() as connection:
        for table in schema.sorted_tables:
            for row in connection.execute(sa.select(table)).mappings():
                for column, value in row.items():
                    yield f"{table.name}.{column}", _text(value)


def places(rows: list[tuple[str, str]], secrets: dict[str, str]) -> list[str]:
    return [
        f"{name} in {place}"
        for name, secret in secrets.items()
        for place, value in rows
        if secret in value
    ]


def _text(value: object) -> str:
    return bytes(value).decode("latin-1") if isinstance(value, bytes | memoryview) else str(value)
