"""Changes of a profile that an administrator asks for, before the account is verified."""
