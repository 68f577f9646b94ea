"""Second factors: authenticator apps, passkeys and recovery codes, and known devices."""
