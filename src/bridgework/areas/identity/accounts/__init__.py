"""Accounts: registration, authentication and sessions.

One account serves all three platforms: matchmaker, jobs and vendors. Depends on audit; the areas
above subscribe to changes of an account in `hooks.py`.
"""
