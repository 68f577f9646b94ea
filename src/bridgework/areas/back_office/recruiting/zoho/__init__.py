"""Zoho Recruit as the recruiting provider: candidates and openings are stored there.

No transaction is open during a request to Zoho. Every write is recorded in `recruiting_attempts`
before it is sent, so that after a crash or a lost response the next request can look up its
outcome.
"""
