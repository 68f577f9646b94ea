"""The table of templates."""

import sqlalchemy as sa

from bridgework.kit.data.db import Key, UtcDateTimeColumn, metadata, no_personal_data

text_templates = sa.Table(
    "text_templates",
    metadata,
    sa.Column("name", Key, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("subject", sa.Text),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Column("updated_at", UtcDateTimeColumn, nullable=False),
    sa.CheckConstraint("kind in ('rejection', 'email')", name="kind"),
    info=no_personal_data("texts of the installation; the audit log has who changed them"),
)
"""Only a template for e-mails has a `subject`."""
