"""The statements on templates."""

import sqlalchemy as sa

from bridgework.areas.back_office.text_templates import policies, schemas
from bridgework.areas.back_office.text_templates.records import StoredTemplate
from bridgework.areas.back_office.text_templates.tables import text_templates
from bridgework.kit.data.db import Tx, insert, to_values
from bridgework.kit.data.pagination import offset

_delete = text_templates.delete().where(text_templates.c.name == sa.bindparam("this_name"))


def list_templates(
    tx: Tx, query: schemas.AdminListTemplatesQuery
) -> tuple[list[schemas.Template], int]:
    """Return a page of the matching templates by name, and their total number."""
    listed = sa.select(text_templates)
    if query.kind is not None:
        listed = listed.where(text_templates.c.kind == query.kind)
    found, total = offset.read(tx, query, StoredTemplate, listed, [text_templates.c.name])
    return [_to_schema(stored) for stored in found], total


def put(tx: Tx, template: StoredTemplate) -> schemas.Template:
    """Add a template, or replace the one with its name."""
    add = insert(tx.dialect, text_templates)
    names = [name for name in StoredTemplate._fields if name not in {"name", "created_at"}]
    changed = {name: add.excluded[name] for name in names}
    put_one = add.on_conflict_do_update(index_elements=["name"], set_=changed)
    [stored] = tx.records(StoredTemplate, put_one.returning(text_templates), to_values(template))
    return _to_schema(stored)


def delete(tx: Tx, name: str) -> bool:
    """Delete a template; False if there is none with this name."""
    return tx.execute(_delete, {"this_name": name}).rowcount == 1


def _to_schema(stored: StoredTemplate) -> schemas.Template:
    variables = policies.variables_in(stored.subject, stored.body)
    return schemas.Template.from_row(stored, variables=variables)
