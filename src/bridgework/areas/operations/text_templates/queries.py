"""The statements on templates."""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from bridgework.areas.operations.text_templates import policies, schemas
from bridgework.areas.operations.text_templates.tables import text_templates
from bridgework.kit.data.db import Tx, insert
from bridgework.kit.data.pagination import offset

_delete = text_templates.delete().where(text_templates.c.name == sa.bindparam("this_name"))


def list_templates(
    tx: Tx, query: schemas.AdminListTemplatesQuery
) -> tuple[list[schemas.Template], int]:
    """Return a page of the matching templates by name, and their total number."""
    listed = sa.select(text_templates)
    if query.kind is not None:
        listed = listed.where(text_templates.c.kind == query.kind)
    rows, total = offset.read(tx, query, listed, [text_templates.c.name])
    return [_to_schema(row) for row in rows], total


def put(tx: Tx, values: Mapping[str, object]) -> schemas.Template:
    """Add a template, or replace the one with its name."""
    add = insert(tx.dialect, text_templates)
    changed = {name: add.excluded[name] for name in values if name not in {"name", "created_at"}}
    statement = add.on_conflict_do_update(index_elements=["name"], set_=changed)
    return _to_schema(tx.one(statement.returning(text_templates), values))


def delete(tx: Tx, name: str) -> bool:
    """Delete a template; False if there is none with this name."""
    return tx.execute(_delete, {"this_name": name}).rowcount == 1


def _to_schema(row: sa.Row[Any]) -> schemas.Template:
    return schemas.Template.from_row(row, variables=policies.variables_in(row.subject, row.body))
