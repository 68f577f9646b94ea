"""The request and response models of templates."""

from typing import Literal

from pydantic import MISSING
from typing_extensions import TypeAliasType

from bridgework.areas.back_office.text_templates.fields import TemplateBody10000
from bridgework.kit.data.pagination import OffsetPage, OffsetQuery
from bridgework.kit.validation import RequestBody, ResponseModel, Title200, UtcDatetime

TemplateKind = TypeAliasType("TemplateKind", Literal["rejection", "email"])


class AdminPutTemplateRequest(RequestBody):
    """The content of a template. Variables are written as `{{firstName}}`."""

    kind: TemplateKind
    """`rejection` is for the reason of a decision, `email` for a custom e-mail."""
    subject: Title200 | None | MISSING = MISSING
    """The subject line: required for `email`, and null or omitted for `rejection`."""
    body: TemplateBody10000
    """The text, without markup. For `rejection` at most 1,000 characters."""


class AdminListTemplatesQuery(OffsetQuery):
    kind: TemplateKind | None = None


class Template(ResponseModel):
    """A text for decisions or e-mails, with variables to fill in."""

    name: str
    """The name, by which the template is changed and deleted."""
    kind: TemplateKind
    """`rejection` is for the reason of a decision, `email` for a custom e-mail."""
    subject: str | None
    """The subject line. Null for `rejection`."""
    body: str
    """The text, without markup."""
    variables: list[str]
    """The names of the variables in the subject and the body, each once."""
    created_at: UtcDatetime
    updated_at: UtcDatetime


class TemplateVariables(ResponseModel):
    """The names of the variables that the templates of each kind may contain."""

    rejection: list[str]
    """The names for templates of the kind `rejection`."""
    email: list[str]
    """The names for templates of the kind `email`."""


class TemplatePage(OffsetPage[Template]):
    """Templates by name, and the variables that they may contain."""

    variables: TemplateVariables
    """The variables that are allowed, by the kind of template."""
