"""How a command fails: one line on what is wrong and what to do, and exit code 1."""

from collections.abc import Iterator
from contextlib import contextmanager

import click
import sqlalchemy as sa

from bridgework.kit.db.schema import SchemaUnfit
from bridgework.settings import Settings, SettingsFaulty, load


@contextmanager
def told() -> Iterator[None]:
    """Turn what an operator can mend into a line; a defect keeps its trace."""
    try:
        yield
    except (SchemaUnfit, SettingsFaulty) as error:
        raise click.ClickException(str(error)) from None
    except sa.exc.OperationalError as error:
        reason = str(error.orig).strip().splitlines()[0]
        raise click.ClickException(f"the database can't be reached: {reason}") from None


def settings(**defaults: object) -> Settings:
    """The settings, `defaults` where nothing is said; a fault among them ends the command."""
    with told():
        return load(**defaults)
