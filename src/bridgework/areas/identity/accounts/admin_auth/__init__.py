"""The sign-in of administrators: master password, second factor, known devices.

A second factor is an authenticator app (TOTP, RFC 6238) or a passkey (WebAuthn); recovery codes
replace a lost one.
"""
