"""Candidates of the built-in provider, their associations, and the attempts to create any."""

import sqlalchemy as sa

from bridgework.kit.data.db import (
    IdColumn,
    Key,
    Number,
    UtcDateTimeColumn,
    metadata,
    partial_index,
    personal_data,
)

_NO_ACCOUNTS = (
    "is about candidates; one with an address of an account is erased with that account; the "
    "address of the account that added a candidate is read from that account"
)

DELETABLE = sa.text("(candidate_id IS NULL OR state = 'made here')")
"""An attempt that is deleted when it is old: it created no candidate, or the built-in provider
stores its candidate."""

candidates = sa.Table(
    "recruiting_candidates",
    metadata,
    sa.Column("number", Number, primary_key=True),
    sa.Column("first_name", sa.Text, nullable=False),
    sa.Column("last_name", sa.Text, nullable=False),
    sa.Column("email", sa.Text),
    sa.Column("email_key", sa.Text, unique=True),
    sa.Column("secondary_email", sa.Text),
    sa.Column("phone", sa.Text),
    sa.Column("city", sa.Text),
    sa.Column("state", sa.Text),
    sa.Column("current_job_title", sa.Text),
    sa.Column("experience_in_years", sa.Integer),
    sa.Column("skill_set", sa.Text),
    sa.Column("professional_network_url", sa.Text),
    sa.Column("open_to_work", sa.Boolean, nullable=False),
    sa.Column("search_key", Key, nullable=False),
    sa.Column("created_by", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sqlite_autoincrement=True,  # never reuse a number that callers know
    info=personal_data(by="created_by", erase="keep", export=False, reason=_NO_ACCOUNTS),
)
"""`number` is the id of the API, there a string of digits."""

associations = sa.Table(
    "recruiting_associations",
    metadata,
    sa.Column(
        "candidate_number",
        Number,
        sa.ForeignKey("recruiting_candidates.number", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("job_id", IdColumn, sa.ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("application_status", sa.Text, nullable=False),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    sa.Index("ix_recruiting_associations_job_id", "job_id"),
    sqlite_with_rowid=False,
    info=personal_data(
        by="candidate_number",
        through="recruiting_candidates",
        erase="keep",
        export=False,
        reason=_NO_ACCOUNTS,
    ),
)
"""The postings that a candidate is associated with, and the status of each application."""

attempts = sa.Table(
    "recruiting_attempts",
    metadata,
    sa.Column("id", IdColumn, primary_key=True),
    sa.Column("person", sa.Text, unique=True),
    sa.Column("made_under", sa.Text, unique=True),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("held_until", UtcDateTimeColumn),
    sa.Column("sent_at", UtcDateTimeColumn),
    sa.Column("candidate_id", sa.Text, index=True),
    sa.Column("open_to_work", sa.Boolean),
    sa.Column("created_by", IdColumn, sa.ForeignKey("accounts.id"), nullable=False, index=True),
    sa.Column("created_at", UtcDateTimeColumn, nullable=False),
    partial_index("ix_recruiting_attempts_may_go", "created_at", where=DELETABLE),
    info=personal_data(by="created_by", erase="keep", export=False, reason=_NO_ACCOUNTS),
)
"""The attempts to create a candidate. `id` is our reference; `person` and `made_under` are keyed
digests, of the e-mail address and of a request with its Idempotency-Key. The state is `begun`,
`unknown` (it may have created a candidate), `known` (it created `candidate_id`), or `made here`
(the built-in provider created it). From `sent_at` on, the candidate may exist."""
