"""List, write and delete templates."""

from pydantic import MISSING

from bridgework.areas.back_office.text_templates import errors, policies, queries, schemas
from bridgework.areas.back_office.text_templates.records import StoredTemplate
from bridgework.areas.history.audit import actions as audit
from bridgework.context import Context
from bridgework.kit.data.pagination import offset


def list_templates(
    context: Context, query: schemas.AdminListTemplatesQuery
) -> schemas.TemplatePage:
    """Return a page of the templates by name, and the variables that they may contain."""
    items, total = queries.list_templates(context.tx, query)
    variables = schemas.TemplateVariables(
        **{kind: list(names) for kind, names in policies.VARIABLES.items()}
    )
    return offset.to_page(query, schemas.TemplatePage, items, total, variables=variables)


def put(context: Context, name: str, body: schemas.AdminPutTemplateRequest) -> schemas.Template:
    """Create or replace a template. Raises ValidationFailed."""
    subject = None if body.subject is MISSING else body.subject
    policies.must_be_valid(name, body.kind, subject, body.body)
    template = StoredTemplate(name, body.kind, subject, body.body, context.now, context.now)
    stored = queries.put(context.tx, template)
    audit.note(context, "template.put", target=name)
    return stored


def delete(context: Context, name: str) -> None:
    """Delete a template. Raises TemplateNotFound."""
    if not queries.delete(context.tx, name):
        raise errors.TemplateNotFound
    audit.note(context, "template.delete", target=name)
