"""What jobs and roles share: lifecycle, applications, e-mails about them, and match pages.

A `PostingType` contains their differences: tables, statuses, errors and e-mails. Uses accounts,
profiles, matching and audit.
"""
