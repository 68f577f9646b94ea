"""API keys of partners.

Administrators create keys, with scopes and an optional expiry, and revoke them. Depends on accounts
and audit.
"""
