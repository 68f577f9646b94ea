"""Accounts: who somebody is, how they prove it, and their sessions.

Strangers register and sign in; members see and change their own account. One account serves all
three platforms: matchmaker, jobs and vendors. Leans on audit; the areas above hear of a changed
account through `hooks.py`.
"""
