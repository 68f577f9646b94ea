"""Profiles of experts and clients.

A profile belongs to one account. Its member reads the whole profile and changes the members that
they send. The directory publishes parts of it; other areas follow changes by `hooks.py`. Depends on
accounts and audit.
"""
