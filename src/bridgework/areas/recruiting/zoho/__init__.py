"""Zoho Recruit as the recruiting provider: candidates and openings are stored there.

No transaction is open during a request to Zoho. Every step that changes something there is noted
in `recruiting_attempts` before it is taken, so that after a crash or a lost answer the next request
looks up what was done.
"""
