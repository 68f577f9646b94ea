"""Recruiting: candidates who were found outside the platform, and the openings they are put to.

Administrators and partners add candidates and associate them with openings. A `provider` stores
them: `builtin` in our own tables, with the approved job postings as openings, or `zoho` in an
account of Zoho Recruit. Depends on jobs for the postings, on accounts for who added a candidate,
and on audit.
"""
