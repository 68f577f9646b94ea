"""Notes: what administrators write to each other about accounts and postings.

A note belongs to the account that it is about: the account itself, or the owner of the posting. It
is part of that account's export, without its author, and is erased with it. Depends on accounts,
audit, jobs and roles.
"""
