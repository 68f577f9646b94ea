"""Moderation: what members report, and what administrators decide.

Members report a post, a comment, a job, a profile or an event that they can see. All reports of
one thing are decided together: it is kept, hidden from everybody at once, or, once hidden,
restored. Whoever owns it is told why by letter, and never by whom it was reported.

What is moderated is other areas' own: each declares a `ContentType` (`kit/moderation.py`), and
`wiring.py` registers it. Leans on accounts and audit.
"""
