"""What holds for partner keys."""

from bridgework.kit.errors import FieldError, ValidationFailed


class NoAdministrator(Exception):
    """There is no administrator with this e-mail who may make a key."""


def expires_in_the_past() -> ValidationFailed:
    """The refusal of a key that would be dead on arrival."""
    return ValidationFailed(FieldError("expiresAt", "too_small", "Must lie in the future."))
