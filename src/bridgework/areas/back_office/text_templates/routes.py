"""The operations on templates."""

from bridgework.areas.back_office.text_templates import actions, errors, schemas
from bridgework.context import Context
from bridgework.kit.http.operations import OK, Ok, Router, Tag
from bridgework.kit.security import admin

router = Router(
    "Administration",
    administrators=Tag("Templates", "Texts for the reasons of decisions and for e-mails."),
)


@router.get("/admin/templates", who=admin)
def admin_list_templates(
    context: Context, query: schemas.AdminListTemplatesQuery
) -> schemas.TemplatePage:
    """List templates by name, with the variables that templates of each kind may contain."""
    return actions.list_templates(context, query)


@router.put("/admin/templates/{name}", who=admin)
def admin_put_template(
    context: Context, name: str, body: schemas.AdminPutTemplateRequest
) -> schemas.Template:
    """Create a template, or replace the one with this name.

    A name consists of words of a-z and 0-9, separated by single hyphens, and has at most 100
    characters. A variable is written as `{{firstName}}`. The list of templates names the variables;
    another one is refused with 422. The server does not fill them in: send the complete text with
    the decision or the e-mail.
    """
    return actions.put(context, name, body)


@router.delete("/admin/templates/{name}", who=admin, not_found=errors.TemplateNotFound)
def admin_delete_template(context: Context, name: str) -> Ok:
    """Delete a template."""
    actions.delete(context, name)
    return OK
