"""Zoho Recruit: where it is connected, candidates and openings are kept there and not with us.

Everything goes over the network, so nothing here is called within a transaction, and every step
that changes something there is noted in `recruiting_attempts` before it is taken: after a crash,
or an answer that never came, whoever comes again looks up what was done.
"""
