"""Jobs: clinics post them, administrators let them into the open, candidates apply.

`postings`, `applications`, `people` (what the jobs platform knows of an account), `matches` and
`feeds` are its nouns. Leans on accounts and profiles for the people, on uploads for their CVs, on
matching for the scores, and on audit.
"""
