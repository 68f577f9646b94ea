"""Profiles: what an expert or a client says about themselves.

A profile belongs to one account and is read and written whole; what the public sees of it is
the directory's. Leans on accounts.
"""
