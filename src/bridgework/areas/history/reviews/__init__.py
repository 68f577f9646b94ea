"""Changes of reviewed records that wait for an administrator."""
