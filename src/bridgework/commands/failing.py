"""How a command fails: one line on what is wrong and what to do, and exit code 1."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
import sqlalchemy as sa
from pydantic import TypeAdapter, ValidationError

from bridgework.kit.errors import Unavailable
from bridgework.kit.migration import SchemaMismatch
from bridgework.settings import Settings, SettingsFaulty, load

UNREACHABLE = (sa.exc.OperationalError, Unavailable)
"""What is raised where the database can't be reached."""


@contextmanager
def told() -> Iterator[None]:
    """Turn what an operator can mend into a line; a defect keeps its trace."""
    try:
        yield
    except (SchemaMismatch, SettingsFaulty) as error:
        raise click.ClickException(str(error)) from None
    except Unavailable as error:
        raise click.ClickException(error.message) from None
    except sa.exc.OperationalError as error:
        reason = str(error.orig).strip().splitlines()[0]
        raise click.ClickException(f"the database can't be reached: {reason}") from None


def fitting(kind: Any, text: str, sentence: str) -> Any:
    """`text` as a value of the type `kind`; where it can't be one, `sentence` ends the command."""
    try:
        return TypeAdapter(kind).validate_python(text)
    except ValidationError:
        raise click.ClickException(sentence) from None


def settings(**defaults: object) -> Settings:
    """The settings, `defaults` where nothing is said; a fault among them ends the command."""
    with told():
        return load(**defaults)
