"""The keys of the recipients of e-mails, also of those to accounts."""

from alembic import op

revision = "0013"
down_revision = "0012"
additive = False


def upgrade() -> None:
    op.execute(
        "UPDATE outbox_emails SET recipient_key = lower(recipient) WHERE recipient_key IS NULL"
    )
