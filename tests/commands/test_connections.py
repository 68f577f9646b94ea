"""`config check --connect` tells a service that is unreachable from a setting that is wrong."""

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
import sqlalchemy as sa
from click.testing import CliRunner, Result

from bridgework.__main__ import bridgework
from bridgework.commands import connections
from tests.servers import luma, s3, siteverify, valkey, zoho
from tests.servers.ports import free_port
from tests.servers.smtp import running_smtp

SECRET = "a-secret-that-must-not-appear-on-a-screen"


@pytest.fixture(autouse=True)
def _empty_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No `.env` of the developer is read."""
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, **settings: str) -> Result:
    environment = {f"BRIDGEWORK_{name.upper()}": value for name, value in settings.items()}
    return CliRunner().invoke(
        bridgework, arguments, env={"BRIDGEWORK_ENV": "development"} | environment
    )


def checked(**settings: str) -> str:
    """The line of the one service that fails, after `migrate` of an SQLite database."""
    if "database_url" not in settings:
        assert run("migrate", **settings).exit_code == 0
    result = run("config", "check", "--connect", **settings)
    assert "Traceback" not in result.output
    assert SECRET not in result.output
    assert result.exit_code == 1, result.output
    [line, last] = result.stderr.splitlines()
    assert last == "Error: 1 of the services cannot be used"
    return line


def connected(**settings: str) -> str:
    assert run("migrate", **settings).exit_code == 0
    result = run("config", "check", "--connect", **settings)
    assert result.exit_code == 0, result.output
    return result.stdout


@contextlib.contextmanager
def silent_port() -> Iterator[int]:
    """A port at which connections are accepted and no byte is sent."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_an_old_schema_is_not_valid(tmp_path: Path) -> None:
    line = checked(database_url=f"sqlite:///{tmp_path}/new.db")
    assert line.startswith("database: connected; the database's schema is older")
    assert "bridgework migrate" in line


def test_the_version_of_the_database_is_shown(postgres_url: str) -> None:
    assert "; SQLite 3." in connected()
    with database_of(postgres_url) as url:
        assert "; PostgreSQL " in connected(database_url=url)


@contextlib.contextmanager
def database_of(postgres_url: str) -> Iterator[str]:
    """A new database of the server."""
    name = "config_check_new"
    engine = sa.create_engine(postgres_url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"DROP DATABASE IF EXISTS {name}"))
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
        yield sa.make_url(postgres_url).set(database=name).render_as_string(hide_password=False)
        connection.execute(sa.text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


def test_postgresql_is_unreachable_has_no_such_database_or_no_such_role(postgres_url: str) -> None:
    server = sa.make_url(postgres_url)
    port = free_port()
    line = checked(database_url=f"postgresql://bridgework@127.0.0.1:{port}/bridgework")
    assert line == f"database: cannot be reached at 127.0.0.1:{port}: connection refused"
    place = f"127.0.0.1:{server.port}"
    line = checked(database_url=f"postgresql://bridgework@{place}/missing")
    assert line.startswith(f"database: {place} has no database named missing")
    line = checked(database_url=f"postgresql://stranger:{SECRET}@{place}/postgres")
    assert line.startswith(f"database: {place} refuses the credentials")
    assert "BRIDGEWORK_DATABASE_URL" in line


def test_an_unknown_host_is_named() -> None:
    line = checked(database_url="postgresql://bridgework@db.invalid/bridgework")
    assert line.startswith("database: cannot be reached at db.invalid:5432: the host name")


def test_an_sqlite_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "folder.db").mkdir()
    line = checked(database_url=f"sqlite:///{tmp_path}/folder.db")
    assert line.startswith(f"database: {tmp_path}/folder.db cannot be opened")


def test_redis_is_unreachable_or_refuses_the_credentials() -> None:
    port = free_port()
    line = checked(redis_url=f"redis://127.0.0.1:{port}")
    assert line == f"redis: cannot be reached at 127.0.0.1:{port}: connection refused"
    with valkey.running_valkey() as url:
        assert "redis: connected\n" in connected(redis_url=url)
        place = url.removeprefix("redis://").partition("/")[0]
        line = checked(redis_url=f"redis://stranger:{SECRET}@{place}/0")
        assert line.startswith(f"redis: {place} refuses the credentials")
        line = checked(redis_url=f"redis://{place}/9999")
        assert line.startswith(f"redis: {place} refuses the connection: check BRIDGEWORK_REDIS_URL")
        with redis.Redis.from_url(url) as client:
            client.config_set("requirepass", SECRET)
        line = checked(redis_url=url)
        assert line.startswith(f"redis: {place} refuses the credentials")


def test_a_server_that_does_not_respond_is_reported_within_its_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "_SECONDS", 0.5)
    with silent_port() as port:
        line = checked(redis_url=f"redis://127.0.0.1:{port}")
    assert line == f"redis: cannot be reached at 127.0.0.1:{port}: no response within 0.5 seconds"


def test_one_node_without_redis_is_complete() -> None:
    assert "redis: not used; each process counts requests itself" in connected()


def test_the_mail_server_is_unreachable_or_refuses_the_credentials_or_the_sender() -> None:
    port = free_port()
    line = checked(smtp_url=f"smtp://127.0.0.1:{port}?starttls=off")
    assert f"cannot be reached at 127.0.0.1:{port}" in line
    with running_smtp(auth=True) as server:
        place = f"127.0.0.1:{server.port}"
        line = checked(smtp_url=f"smtp://postmaster:{SECRET}@{place}?starttls=off")
        assert f"the mail server {place} refuses the credentials: 535" in line
    with running_smtp() as server:
        url = server.url
        sender = "office@clinic.example"
        assert f"it accepts the sender {sender}" in connected(smtp_url=url, mail_from=sender)
        server.faults["MAIL"] = ["553 5.7.1 not owned by user"] * 2
        line = checked(smtp_url=url, mail_from=sender)
        assert f"refuses the sender {sender}: 553 5.7.1 not owned by user" in line
        assert "set BRIDGEWORK_MAIL_FROM" in line
        result = run("mail", "test", "ops@clinic.example", smtp_url=url, mail_from=sender)
        assert result.exit_code == 1
        assert f"refuses the sender {sender}: 553 5.7.1 not owned by user" in result.stderr
        assert "set BRIDGEWORK_MAIL_FROM" in result.stderr
    assert server.received == []


def test_the_storage_is_unreachable_or_has_no_such_bucket_or_refuses_the_credentials(
    s3_url: str,
) -> None:
    place = s3_url.removeprefix("http://").rstrip("/")
    key = f"{s3.KEY}:{quoted(s3.SECRET)}"
    port = free_port()
    line = checked(storage_url=f"s3://{key}@127.0.0.1:{port}/files?tls=off")
    assert line.startswith(f"storage: cannot be reached at 127.0.0.1:{port}: connection refused")
    line = checked(storage_url=f"s3://{key}@{place}/no-such-bucket?tls=off")
    assert line.startswith(f"storage: {place} has no bucket named no-such-bucket")
    s3.create_bucket(s3_url, "config-check")
    assert "storage: a file was written to the bucket, read and deleted\n" in connected(
        storage_url=f"s3://{key}@{place}/config-check?tls=off"
    )
    line = checked(storage_url=f"s3://{s3.KEY}:{SECRET}@{place}/config-check?tls=off")
    assert line.startswith(f"storage: {place} refuses the credentials")


def quoted(text: str) -> str:
    """Percent-encode all of a text."""
    return "".join(f"%{byte:02X}" for byte in text.encode())


def test_luma_is_unreachable_or_refuses_the_key() -> None:
    port = free_port()
    line = checked(luma_api_key=SECRET, luma_url=f"http://127.0.0.1:{port}")
    assert line == f"Luma: cannot be reached at 127.0.0.1:{port}: connection refused"
    with luma.running() as server:
        assert "Luma: connected\n" in connected(luma_api_key=luma.KEY, luma_url=server.url)
        line = checked(luma_api_key=SECRET, luma_url=server.url)
        assert "Luma refuses the key, check BRIDGEWORK_LUMA_API_KEY" in line


def test_zoho_is_unreachable_or_refuses_the_credentials_or_the_module() -> None:
    port = free_port()
    unreachable = f"http://127.0.0.1:{port}"
    with zoho.running() as server:
        settings = zoho_settings(server)
        assert "Zoho Recruit: connected\n" in connected(**settings)
        line = checked(**settings | {"zoho_accounts_url": unreachable})
        reason = f"Zoho Recruit: cannot be reached at 127.0.0.1:{port}: connection refused"
        assert line == reason
        line = checked(**settings | {"zoho_client_secret": SECRET})
        assert "refuses the credentials" in line
        assert "BRIDGEWORK_ZOHO_CLIENT_ID" in line
        line = checked(**settings | {"zoho_job_openings_module": "NoSuchModule"})
        assert "refuses to list NoSuchModule" in line


def zoho_settings(server: zoho.StandIn) -> dict[str, str]:
    return {
        "zoho_client_id": zoho.CLIENT,
        "zoho_client_secret": zoho.SECRET,
        "zoho_refresh_token": zoho.REFRESH,
        "zoho_accounts_url": server.url,
        "zoho_api_url": server.url,
    }


@pytest.mark.parametrize("provider", ["turnstile", "hcaptcha", "recaptcha"])
def test_the_captcha_provider_is_unreachable_or_refuses_the_secret(provider: str) -> None:
    port = free_port()
    settings = {"captcha": provider, "captcha_secret": SECRET}
    line = checked(**settings, captcha_url=f"http://127.0.0.1:{port}")
    assert line == f"captcha: cannot be reached at 127.0.0.1:{port}: connection refused"
    with siteverify.running(provider) as server:
        line = checked(**settings, captcha_url=server.url)
        assert "the provider refuses the secret: check BRIDGEWORK_CAPTCHA_SECRET" in line
        good = settings | {"captcha_secret": siteverify.SECRET}
        assert "captcha: connected\n" in connected(**good, captcha_url=server.url)
