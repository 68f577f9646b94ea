"""Mail: which letters a member wants, and what became of those that were written.

Members choose among the optional kinds of letters; whoever holds a letter of such a kind can
refuse further ones by the link in it, without signing in. Administrators see what was sent,
what waits and what failed, and have a dead letter tried again. Letters themselves are the
outbox's, in `kit/outbox`. Leans on audit.
"""
