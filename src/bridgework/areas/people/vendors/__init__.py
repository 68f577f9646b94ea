"""Vendors and ambassadors: their profiles, and the directory of both.

Verified accounts are listed in the directory. An entry is rendered to JSON when the account or the
profile changes. Uses accounts, uploads (videos and attachments) and audit.
"""
