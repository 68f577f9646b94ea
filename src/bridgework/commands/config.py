"""`bridgework config`."""

import re

import click

from bridgework.commands import failing
from bridgework.kit.rate_limit.sliding_window import Rule
from bridgework.settings import PREFIX, Settings

_PASSWORD = re.compile(r"(?<=://)([^:@/]*):[^@/]*(?=@)")
"""In an address: who reads over somebody's shoulder may see all but this."""


@click.group()
def command() -> None:
    """Look at the settings."""


@command.command()
def check() -> None:
    """Name every fault in the settings at once; secrets are not shown."""
    settings = failing.settings()
    for name, member in Settings.model_fields.items():
        if member.repr:
            click.echo(f"{PREFIX}{name.upper()}={_written(getattr(settings, name))}")
    for sentence in _advice(settings):
        click.echo(f"advice: {sentence}")
    click.echo(f"the settings are good for {settings.env}")


def _advice(settings: Settings) -> list[str]:
    """What production would do well to set, and is not refused without."""
    if settings.env != "production":
        return []
    advice = []
    if not settings.refuse_common_passwords:
        advice.append(
            f"{PREFIX}REFUSE_COMMON_PASSWORDS is off: people may choose passwords like 123456"
        )
    if not settings.metrics_token:
        advice.append(f"{PREFIX}METRICS_TOKEN is not set: /metrics cannot be read")
    return advice


def _written(value: object) -> str:
    """A setting as it would be set."""
    if isinstance(value, Rule):
        return f"{value.quota}/{value.window}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return "" if value is None else _PASSWORD.sub(r"\1:***", str(value))
