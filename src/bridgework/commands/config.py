"""`bridgework config`."""

import re
import stat
from collections.abc import Callable

import click
import redis

from bridgework import app, providers
from bridgework.commands import errors
from bridgework.commands.migrate import schema_of, user_settings_to_change
from bridgework.kit.clock import SystemClock
from bridgework.kit.migration import SchemaMismatch
from bridgework.kit.rate_limit.sliding_window import Rule
from bridgework.kit.storage.storage import StorageUnavailable
from bridgework.settings import PREFIX, Settings
from bridgework.settings_loader import unknown_names

_PASSWORD = re.compile(r"(?<=://)([^:@/]*):[^@/]*(?=@)")
"""The password of a URL."""
_REDIS_SECONDS = 5.0
_CHECK_SECONDS = 5.0


@click.group()
def command() -> None:
    """Check the settings."""


@command.command()
@click.option("--strict", is_flag=True, help="Exit with 1 if there are warnings.")
@click.option(
    "--connect",
    is_flag=True,
    help="Connect to the database, Redis, the storage and the mail server.",
)
def check(*, strict: bool, connect: bool) -> None:
    """Print the settings without secrets, or list all invalid ones.

    Warnings name settings that are valid but probably a mistake.
    """
    settings = errors.settings()
    for name, member in Settings.model_fields.items():
        value = getattr(settings, name)
        shown = _written(value) if member.repr else "(set)" if value else "(not set)"
        click.echo(f"{PREFIX}{name.upper()}={shown}")
    warnings = _warnings(settings)
    for warning in warnings:
        click.secho(f"warning: {warning}", fg="yellow", err=True)
    for sentence in _advice(settings):
        click.echo(f"advice: {sentence}")
    failures = _connect(settings) if connect else 0
    if failures:
        raise click.ClickException(f"{failures} of the services cannot be reached")
    if strict and warnings:
        raise click.ClickException(f"{len(warnings)} warnings")
    click.echo(f"the settings are valid for {settings.env}")


def _warnings(settings: Settings) -> list[str]:
    """Settings that are valid and probably a mistake."""
    warnings = [
        f"{name} is not a setting" + (f"; did you mean {similar}?" if similar else "")
        for name, similar in unknown_names().items()
    ]
    if settings.env == "production" and settings.smtp_url is None:
        warnings.append(
            f"{PREFIX}SMTP_URL is not set: no e-mail is sent, all of them are written to "
            f"{settings.mail_dir}"
        )
    if settings.data_dir.is_dir():
        mode = stat.S_IMODE(settings.data_dir.stat().st_mode)
        if mode & 0o077:
            warnings.append(
                f"other users of this machine can access {settings.data_dir} (mode {mode:04o}): "
                f"run chmod 700 {settings.data_dir}"
            )
    return warnings


def _advice(settings: Settings) -> list[str]:
    """Settings that are recommended in production."""
    if settings.env != "production":
        return []
    advice = []
    if not settings.refuse_common_passwords:
        advice.append(
            f"{PREFIX}REFUSE_COMMON_PASSWORDS is off: users can choose passwords like 123456"
        )
    if not settings.metrics_token:
        advice.append(f"{PREFIX}METRICS_TOKEN is not set: /metrics is not available")
    return advice


def _connect(settings: Settings) -> int:
    """Connect to each service and print the result. Returns the number of failures."""
    checks: dict[str, Callable[[Settings], str]] = {
        "database": _check_database,
        "redis": _check_redis,
        "storage": _check_storage,
        "mail server": _check_mail_server,
    }
    failures = 0
    for name, run in checks.items():
        try:
            with errors.as_messages():
                result = run(settings)
        except click.ClickException as error:
            failures += 1
            click.secho(f"{name}: {error.message}", fg="red", err=True)
        else:
            click.echo(f"{name}: {result}")
    return failures


def _check_database(settings: Settings) -> str:
    errors.must_be_intact(settings, _CHECK_SECONDS)
    with schema_of(settings) as schema:
        try:
            schema.must_match()
        except SchemaMismatch as mismatch:
            return f"connected; {mismatch}"
    if statements := user_settings_to_change(settings):
        raise click.ClickException(f"connected; run in the database: {statements}")
    return f"connected; its schema is {schema.newest()}"


def _check_redis(settings: Settings) -> str:
    if not settings.redis_url:
        return "not used"
    client = redis.Redis.from_url(
        settings.redis_url, socket_timeout=_REDIS_SECONDS, socket_connect_timeout=_REDIS_SECONDS
    )
    try:
        client.ping()
    except redis.RedisError as error:
        raise click.ClickException(f"cannot connect: {error}") from None
    finally:
        client.close()
    return "connected"


def _check_storage(settings: Settings) -> str:
    storage = providers.storage(settings, app.keyring(settings), SystemClock())
    try:
        storage.open_stored("config-check")
    except StorageUnavailable as error:
        raise click.ClickException(error.message) from None
    finally:
        storage.close()
    return "connected" if settings.storage_url else f"files are stored in {settings.files_dir}"


def _check_mail_server(settings: Settings) -> str:
    if settings.smtp_url is None:
        return f"not used; e-mails are written to {settings.mail_dir}"
    transport = providers.mail_transport(settings)
    with errors.as_messages():
        transport.open()
    transport.close()
    return "connected"


def _written(value: object) -> str:
    """The value as it is written in the environment."""
    if isinstance(value, Rule):
        return f"{value.quota}/{value.window}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "" if value is None else _PASSWORD.sub(r"\1:***", str(value))
