"""What holds for partner keys."""

from bridgework.kit.problems import Fault, NotFound, ValidationFailed


class ApiKeyNotFound(NotFound):
    """There is no such API key."""


class NoAdministrator(Exception):
    """There is no administrator with this e-mail who may make a key."""


def expires_in_the_past() -> ValidationFailed:
    """The refusal of a key that would be dead on arrival."""
    return ValidationFailed(Fault("expiresAt", "too_small", "Must lie in the future."))
