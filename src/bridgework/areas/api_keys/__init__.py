"""Partners: the programs of others, and the API keys they call by.

Administrators make keys, with scopes and an expiry, and revoke them. Leans on accounts, whose
administrators the keys are made by, and audit.
"""
