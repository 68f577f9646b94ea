"""Audit: who did what that matters to security, kept so that nobody can quietly unsay it.

Every area notes its security events and its administrators' acts here, each in the transaction it
tells of. A periodic task numbers the entries and chains them under a key outside the database; the
command `bridgework audit verify` walks the chain; administrators read the entries. Leans on no
other area.
"""
