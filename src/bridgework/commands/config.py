"""`bridgework config`."""

import re
import stat

import click

from bridgework.areas.history.audit import known_secrets
from bridgework.areas.identity.administrators.second_factors import queries as second_factors
from bridgework.backup.secrets import REMEDY, current_secrets, describe_fault
from bridgework.commands import connections, errors
from bridgework.doctor.connection import reading
from bridgework.doctor.result import NotChecked
from bridgework.kit.core import HashingUnavailable
from bridgework.kit.data.db.engines import sqlite_library
from bridgework.kit.security import Passwords
from bridgework.kit.security.rate_limit import Rule
from bridgework.kit.text import urls
from bridgework.settings import PREFIX, Settings
from bridgework.settings_loader import unknown_names
from bridgework.web import site_documents, site_settings

_PASSWORD = re.compile(r"(?<=://)([^:@/]*):[^@/]*(?=@)")
"""The password of a URL."""


@click.group()
def command() -> None:
    """Check the settings."""


@command.command()
@click.option("--strict", is_flag=True, help="Exit with 1 if there are warnings.")
@click.option(
    "--connect",
    is_flag=True,
    help="Connect to the database, whose schema must be up to date, and to all other services.",
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
    warnings = [*_warnings(settings), *_administrator_warnings(settings, connect=connect)]
    for warning in warnings:
        click.secho(f"warning: {warning}", fg="yellow", err=True)
    for sentence in _advice(settings):
        click.echo(f"advice: {sentence}")
    if settings.on_sqlite:
        click.echo(f"SQLite {sqlite_library.describe()}")
    _check_hashing()
    if settings.site:
        _check_site(settings)
    failures = _connect(settings) if connect else 0
    if failures:
        raise click.ClickException(f"{failures} of the services cannot be used")
    if strict and warnings:
        raise click.ClickException(f"{len(warnings)} warnings")
    click.echo(f"the settings are valid for {settings.env}")


def _check_hashing() -> None:
    """Hash a password, as a sign-in does."""
    try:
        Passwords().check()
    except HashingUnavailable as error:
        raise click.ClickException(error.message) from None
    click.echo("passwords: can be hashed")


def _check_site(settings: Settings) -> None:
    """Read the file of the member site."""
    try:
        site_settings.load(settings.data_dir)
        documents = site_documents.load(settings.data_dir)
    except site_settings.SiteFileInvalid as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"member site: {site_settings.FILE_NAME} is valid")
    for name in documents:
        click.echo(f"member site: {name}.md is valid")


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
    return [*warnings, *_secret_warnings(settings)]


def _secret_warnings(settings: Settings) -> list[str]:
    """A secret that is not that of the SQLite file. `--connect` compares it on PostgreSQL too."""
    if not settings.on_sqlite or not settings.sqlite_file.is_file():
        return []
    try:
        with reading(settings) as tx:
            fault = known_secrets.find_fault(tx, current_secrets(settings))
    except NotChecked:
        return []  # `serve` and `doctor` say why
    return [f"{describe_fault(settings, fault)}. {REMEDY}"] if fault else []


def _administrator_warnings(settings: Settings, *, connect: bool) -> list[str]:
    """The number of administrators who sign in without a second factor, in production."""
    has_file = settings.on_sqlite and settings.sqlite_file.is_file()
    if settings.env != "production" or not (has_file or connect):
        return []
    try:
        with reading(settings) as tx:
            count = second_factors.count_without_second_factor(tx)
    except NotChecked:
        return []  # `--connect` and `doctor` say why
    if count == 0:
        return []
    if settings.admin_second_factor == "required":
        remedy = "each of them can only enroll one"
    else:
        remedy = f"{PREFIX}ADMIN_SECOND_FACTOR=required makes it necessary"
    return [f"administrators without a second factor: {count}; {remedy}"]


def _advice(settings: Settings) -> list[str]:
    """Settings that are recommended in production."""
    if settings.env != "production":
        return []
    advice = []
    origin = urls.origin(settings.effective_site_url)
    if origin not in {urls.origin(settings.public_url), *settings.cors_origins}:
        advice.append(
            f"{PREFIX}CORS_ORIGINS lacks {origin}, the origin of {PREFIX}SITE_URL: browsers refuse "
            "the requests of this front end to the API"
        )
    if not settings.refuse_common_passwords:
        advice.append(
            f"{PREFIX}REFUSE_COMMON_PASSWORDS is off: users can choose passwords like 123456"
        )
    if settings.site and "public_jobs" not in settings.model_fields_set:
        advice.append(
            f"{PREFIX}PUBLIC_JOBS is not set: on shows approved jobs to visitors and search "
            "engines, without their contacts; off asks everybody to sign in first"
        )
    if not settings.metrics_token:
        advice.append(f"{PREFIX}METRICS_TOKEN is not set: /metrics is not available")
    if settings.on_sqlite and sqlite_library.has_wal_reset_fault():
        advice.append(
            f"SQLite {sqlite_library.describe()}: a commit during a checkpoint of another process "
            "can be lost, in rare cases. Servers, workers and commands prevent this by a lock; "
            "stop them before another program, such as sqlite3, writes to the file. "
            f"SQLite {sqlite_library.REPAIRED} and newer do not have the fault"
        )
    return advice


def _connect(settings: Settings) -> int:
    """Connect to each service and print the result. Returns the number of failures."""
    failures = 0
    for name, run in connections.CHECKS.items():
        try:
            with errors.as_messages():
                result = run(settings)
        except click.ClickException as error:
            failures += 1
            click.secho(f"{name}: {error.message}", fg="red", err=True)
        else:
            click.echo(f"{name}: {result}")
    return failures


def _written(value: object) -> str:
    """The value as it is written in the environment."""
    if isinstance(value, Rule):
        return f"{value.quota}/{value.window}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "" if value is None else _PASSWORD.sub(r"\1:***", str(value))
