"""Roles: what clients look for, who applies, and who would fit.

A client posts a role, an administrator lets it into the open, experts apply, and the client
decides. `postings`, `applications` and `matches` are its nouns. Leans on accounts and profiles
for the people, on matching for the scores, on directory for the cards of experts, and on audit.
"""
