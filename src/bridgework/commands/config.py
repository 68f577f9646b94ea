"""`bridgework config`."""

import re

import click

from bridgework.commands import errors
from bridgework.kit.rate_limit.sliding_window import Rule
from bridgework.settings import PREFIX, Settings

_PASSWORD = re.compile(r"(?<=://)([^:@/]*):[^@/]*(?=@)")
"""The password of a URL."""


@click.group()
def command() -> None:
    """Check the settings."""


@command.command()
def check() -> None:
    """Print the settings without secrets, or list all invalid ones."""
    settings = errors.settings()
    for name, member in Settings.model_fields.items():
        if member.repr:
            click.echo(f"{PREFIX}{name.upper()}={_written(getattr(settings, name))}")
    for sentence in _advice(settings):
        click.echo(f"advice: {sentence}")
    click.echo(f"the settings are valid for {settings.env}")


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


def _written(value: object) -> str:
    """The value as it is written in the environment."""
    if isinstance(value, Rule):
        return f"{value.quota}/{value.window}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "" if value is None else _PASSWORD.sub(r"\1:***", str(value))
