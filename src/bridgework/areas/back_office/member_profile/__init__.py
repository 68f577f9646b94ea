"""The profiles of a user as administrators see them, with what a decision about the user needs.

Depends on administration, jobs, moderation, profiles, roles, uploads and vendors.
"""
