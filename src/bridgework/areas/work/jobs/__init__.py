"""Jobs: clinics post them, administrators approve them, candidates apply.

`profiles` contains the accounts of the jobs platform, `feed` the jobs as schema.org JobPosting.
Uses postings (which jobs share with roles), profiles, uploads (CVs), matching and audit.
"""
