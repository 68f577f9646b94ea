"""Checks of API keys."""

from bridgework.kit.core import FieldError, ValidationFailed


class NoAdministrator(Exception):
    """No active administrator has this e-mail address."""


def expires_in_the_past() -> ValidationFailed:
    """The error for a key that would already have expired."""
    return ValidationFailed(FieldError("expiresAt", "too_small", "Must be in the future."))
