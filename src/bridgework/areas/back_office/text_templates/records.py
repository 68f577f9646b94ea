"""What the table of templates stores."""

from datetime import datetime
from typing import NamedTuple

from bridgework.areas.back_office.text_templates.schemas import TemplateKind


class StoredTemplate(NamedTuple):
    """A template (table `text_templates`)."""

    name: str
    kind: TemplateKind
    subject: str | None
    body: str
    created_at: datetime
    updated_at: datetime
