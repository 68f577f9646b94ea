"""The directory: the public records of experts.

It is public. An expert's record is rendered to JSON when the account or the profile changes, and
stored with its search tokens, so a read only copies bytes. Uses accounts, profiles and matching,
which it updates.
"""
