"""Counts of posts without the comments and likes of disabled accounts; reasons of old reports."""

from alembic import op

revision = "0009"
down_revision = "0008"
additive = False


def upgrade() -> None:
    op.execute("""
        UPDATE feed_posts SET comment_count = comment_count - (
            SELECT count(*) FROM feed_comments JOIN accounts ON accounts.id = author_id
            WHERE post_id = feed_posts.id AND feed_comments.hidden_at IS NULL
            AND disabled_at IS NOT NULL
        ) WHERE id IN (
            SELECT post_id FROM feed_comments JOIN accounts ON accounts.id = author_id
            WHERE disabled_at IS NOT NULL
        )
    """)
    op.execute("""
        UPDATE feed_posts SET like_count = like_count - (
            SELECT count(*) FROM feed_likes JOIN accounts ON accounts.id = account_id
            WHERE post_id = feed_posts.id AND disabled_at IS NOT NULL
        ) WHERE id IN (
            SELECT post_id FROM feed_likes JOIN accounts ON accounts.id = account_id
            WHERE disabled_at IS NOT NULL
        )
    """)
    op.execute("""
        UPDATE reports SET reason = '', decision_reason = NULL WHERE target_id IN (
            SELECT id FROM accounts WHERE email = 'erased'
            UNION SELECT id FROM feed_posts WHERE author_id IS NULL
            UNION SELECT id FROM feed_comments WHERE author_id IS NULL
            UNION SELECT id FROM calendar_events WHERE owner_id IS NULL
        ) OR (kind = 'job' AND target_id NOT IN (SELECT id FROM jobs))
    """)
