"""Administrators: their appointment, invitations and sign-in, with a second factor.

A second factor is an authenticator app (TOTP, RFC 6238) or a passkey (WebAuthn); recovery codes
replace a lost one. Extends accounts: it may use all modules of that area.
"""
