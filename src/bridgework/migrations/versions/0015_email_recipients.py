"""The accounts that e-mails are to or tell of. E-mails that were sent are emptied.

The recipients of existing e-mails are found by their subject, subscription or address.
"""

import sqlalchemy as sa
from alembic import op

from bridgework.kit.db.columns import IdColumn

revision = "0015"
down_revision = "0014"
additive = False


def upgrade() -> None:
    op.add_column("outbox_emails", sa.Column("recipient_id", IdColumn))
    op.add_column("outbox_emails", sa.Column("recipient_key", sa.Text))
    op.execute(
        "UPDATE outbox_emails SET recipient_id = coalesce(subscription_account_id,"
        " (SELECT id FROM accounts WHERE id = about),"
        " (SELECT id FROM accounts WHERE email_key = lower(recipient)))"
    )
    op.execute(
        "UPDATE outbox_emails SET recipient_key = lower(recipient) WHERE recipient_id IS NULL"
    )
    op.execute("UPDATE outbox_emails SET facts = '{}' WHERE state = 'sent'")
    op.drop_index("ix_outbox_emails_about", "outbox_emails")
    op.drop_column("outbox_emails", "about")
    op.create_index("ix_outbox_emails_recipient_id", "outbox_emails", ["recipient_id"])
    op.create_index("ix_outbox_emails_recipient_key", "outbox_emails", ["recipient_key"])
    op.create_table(
        "outbox_named_accounts",
        sa.Column(
            "email_id",
            IdColumn,
            sa.ForeignKey("outbox_emails.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("account_id", IdColumn, primary_key=True),
    )
    op.create_index("ix_outbox_named_accounts_account_id", "outbox_named_accounts", ["account_id"])
