"""Recruiting: candidates from outside the platform, and their associations with openings.

Administrators and partners add candidates and associate them with openings. A `provider` stores
them: `builtin` in the database, with the approved job postings as openings, or `zoho` in an
account of Zoho Recruit. Depends on jobs for the postings, on accounts for who added a candidate,
and on audit.
"""
