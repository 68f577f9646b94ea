"""Roles: clients post them, administrators activate them, experts apply, and the client decides.

Uses postings (which roles share with jobs), matching, directory (cards of experts) and audit.
"""
