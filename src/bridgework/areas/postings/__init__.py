"""What jobs and roles share: lifecycle, applications, e-mails about them, and match pages.

A `PostingType` states what differs between them: tables, states, errors and e-mails. Leans on
accounts and profiles for owners and applicants, on matching for the scores, and on audit.
"""
