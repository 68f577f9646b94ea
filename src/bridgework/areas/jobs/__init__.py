"""Jobs: clinics post them, administrators approve them, candidates apply.

`profiles` holds what the jobs platform knows of an account, `feed` the jobs as schema.org's
JobPosting. Leans on postings for what jobs share with roles, on profiles for the people, on uploads
for their CVs, on matching for the scores, and on audit.
"""
