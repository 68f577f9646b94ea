"""Profiles: what an expert or a client says about themselves.

A profile belongs to one account, whose member reads it whole and changes what they send; what the
public sees of it is the directory's, which follows through `hooks.py`. Leans on accounts and audit.
"""
