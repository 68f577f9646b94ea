"""Roles: clients post them, administrators open them, experts apply, and the client decides.

Leans on postings for what roles share with jobs, on matching for the scores, on directory for the
cards of experts, and on audit.
"""
