"""Contact settings and blocks: who may ask a member for an introduction, and who is kept apart.

A block works in both directions at once, and the blocked member is not notified.

Depends on accounts.
"""
