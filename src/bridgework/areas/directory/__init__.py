"""The directory: what the public sees of experts, ready to be sent.

Anybody lists, searches and reads. An expert's record is rendered to JSON when the account or
the profile changes and stored beside what it is found by, so that a read only ships bytes.
Leans on accounts and profiles, and on matching, which it tells whom to match.
"""
