"""Reading the settings from the environment and from `.env`."""

import os
from difflib import get_close_matches

from dotenv import dotenv_values
from pydantic import ValidationError
from pydantic_settings import BaseSettings, InitSettingsSource, PydanticBaseSettingsSource

from bridgework.settings import PREFIX, Settings

_RENAMED = {
    "BODIES_PER_ADDRESS": ("MAX_BODIES_PER_ADDRESS", ""),
    "BOT_CHECK": ("CAPTCHA", ""),
    "BOT_CHECK_SECRET": ("CAPTCHA_SECRET", ""),
    "BOT_CHECK_URL": ("CAPTCHA_URL", ""),
    "DECLINED_CV_DAYS": ("CV_RETENTION_DAYS", ""),
    "DURABILITY": ("SQLITE_SYNCHRONOUS", ""),
    "MOST_BODIES": ("MAX_BODIES", ""),
    "RESPONSE_CACHE": ("RESPONSE_CACHE_BYTES", ""),
    "REVEAL_ACCOUNTS": ("PREVENT_ACCOUNT_ENUMERATION", ", with the opposite value"),
    "TOKEN_LIFETIME": ("ACCESS_TOKEN_TTL", ""),
}
"""Former names of settings. A setting under a former name is refused, not ignored."""


class InvalidSettings(Exception):
    """Some settings are invalid; the message has one line for each."""


def load(**defaults: object) -> Settings:
    """Read the settings; `defaults` apply where neither the environment nor `.env` has a value.

    Raises InvalidSettings, which lists all invalid settings at once.
    """
    messages = _renamed_settings()
    invalid: set[str] = set()

    class SettingsWithDefaults(Settings):
        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,
            file_secret_settings: PydanticBaseSettingsSource,
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            del init_settings, file_secret_settings
            values = {**defaults, **dotenv_settings(), **env_settings()}
            valid = {name: value for name, value in values.items() if name not in invalid}
            return (InitSettingsSource(settings_cls, valid),)

    try:
        settings = SettingsWithDefaults()
    except ValidationError as error:
        messages += _messages(error)
        invalid |= {str(detail["loc"][0]) for detail in error.errors() if detail["loc"]}
        # Without the invalid values, the checks that need several settings run as well.
        if invalid:
            try:
                SettingsWithDefaults()
            except ValidationError as further:
                messages += _messages(further)
        raise InvalidSettings("\n".join(messages)) from None
    if messages:
        raise InvalidSettings("\n".join(messages))
    return settings


def _messages(error: ValidationError) -> list[str]:
    """One line for each error, in the order of the settings."""
    order = [*Settings.model_fields]
    return [
        line
        for detail in sorted(
            error.errors(), key=lambda each: order.index(str((*each["loc"], order[-1])[0]))
        )
        for line in _message_lines(detail["loc"], detail["msg"])
    ]


def _renamed_settings() -> list[str]:
    """One line for each setting that is set by a name it had before."""
    names = {name.upper() for name in (*os.environ, *dotenv_values(".env"))}
    return [
        f"{PREFIX}{old}: this setting is now {PREFIX}{new}{note}"
        for old, (new, note) in _RENAMED.items()
        if PREFIX + old in names
    ]


def _message_lines(loc: tuple[int | str, ...], message: str) -> list[str]:
    message = message.removeprefix("Value error, ")
    return [f"{PREFIX}{str(loc[0]).upper()}: {message}"] if loc else message.split("; ")


def unknown_names() -> dict[str, str | None]:
    """Names with the prefix that are no settings, each with the most similar setting, if any."""
    known = [PREFIX + name.upper() for name in Settings.model_fields]
    names = {name.upper() for name in (*os.environ, *dotenv_values(".env"))}
    unknown = sorted(
        name
        for name in names.difference(known, (PREFIX + old for old in _RENAMED))
        if name.startswith(PREFIX) and not name.startswith(f"{PREFIX}TEST_")
    )
    return {name: next(iter(get_close_matches(name, known, 1)), None) for name in unknown}
