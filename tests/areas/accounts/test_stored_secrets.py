"""The database stores no secret of an account in plain text."""

from collections.abc import Iterator

import sqlalchemy as sa

from tests import cast
from tests.world import Response, World

EVE = "eve@example.com"


def test_secrets_are_not_stored_in_plain_text(world: World) -> None:
    cast.register(world, EVE)
    before = list(all_values(world))  # the e-mail is still queued, with its encrypted code
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
    assert find_secrets(before + list(all_values(world)), secrets) == []


def test_stored_personal_data_is_found_by_the_search(world: World) -> None:
    cast.register(world, EVE)
    found_at = find_secrets(list(all_values(world)), {"the address": EVE})
    assert "the address in accounts.email" in found_at
    assert "the address in outbox_emails.recipient" in found_at


def test_rate_limits_store_no_address_and_no_account(world: World) -> None:
    eve = cast.register(world, EVE)
    world.post("/auth/login", {"email": EVE, "password": "wrong horse"}).must(401)
    world.post("/auth/verify-email", {"email": EVE, "otp": "314159"}).must(400)
    rows = [row for row in all_values(world) if row[0].startswith("quotas.")]
    assert rows
    searched = {
        "the client's address": "198.51.100.1",
        "the e-mail": EVE,
        "the account": str(eve.id),
    }
    assert find_secrets(rows, searched) == []


def test_signing_up_returns_no_password_hash(world: World) -> None:
    created = world.post("/auth/register", {"email": EVE, "password": cast.PASSWORD}).must(201)
    proof = {"email": EVE, "otp": world.code(EVE)}
    responses: list[Response] = [created, world.post("/auth/verify-email", proof).must(200)]
    for response in responses:
        assert b"argon2" not in response.body
        assert cast.PASSWORD.encode() not in response.body
        assert b"assword" not in response.body


def all_values(world: World) -> Iterator[tuple[str, str]]:
    """Every value of every table as text, with its column.

    With SQLite also the raw database file and its log, which contain deleted rows.
    """
    for file in world.application.app_state.settings.data_dir.glob("bridgework.db*"):
        yield file.name, _text(file.read_bytes())
    engine = world.application.app_state.database.engine
    with engine.connect() as connection:
        for table in sa.inspect(connection).get_table_names():
            rows = connection.execute(sa.select(sa.text("*")).select_from(sa.table(table)))
            for row in rows.mappings():
                for column, value in row.items():
                    yield f"{table}.{column}", _text(value)


def find_secrets(rows: list[tuple[str, str]], secrets: dict[str, str]) -> list[str]:
    return [
        f"{name} in {place}"
        for name, secret in secrets.items()
        for place, value in rows
        if secret in value
    ]


def _text(value: object) -> str:
    return bytes(value).decode("latin-1") if isinstance(value, bytes | memoryview) else str(value)
