"""Recruiting: candidates who were found elsewhere, and the openings they are put forward for.

Administrators and partners bring candidates in, one or a few at a time, and associate them with
openings. What is done stands in `actions`; where it is kept is the affair of a `system`: the
embedded one has tables of its own and takes the approved job postings for its openings, the one in
`zoho` is an account of Zoho Recruit. Leans on jobs for those postings, on accounts for who brought
a candidate in, and on audit.
"""
