"""Moderation: members report content, administrators decide on the reports.

Members report posts, comments, jobs, profiles and events that they can see. All open reports of
the same content are decided together: keep it, hide it from every reader, or restore it. The owner
is notified by e-mail with the reason, but never learns who reported the content.

The content belongs to other areas: each declares a `ContentType` (`kit/actions/moderation.py`),
which `event_handlers.py` registers. Depends on accounts and audit.
"""
