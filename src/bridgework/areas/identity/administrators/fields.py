"""The field types of the administrator login."""

from typing import Annotated

from pydantic import AfterValidator, Field

from bridgework.kit.validation import ONE_LINE, SIX_SPACED_DIGITS, TRIM

ChallengeText = Annotated[str, Field(min_length=1, max_length=100, pattern=ONE_LINE), TRIM]
RecoveryCodeText = Annotated[str, Field(min_length=1, max_length=50, pattern=ONE_LINE), TRIM]
AuthenticatorCode = Annotated[
    str, Field(pattern=SIX_SPACED_DIGITS), AfterValidator(lambda code: "".join(code.split()))
]
"""A code of an authenticator app, which shows it as `123 456`: spaces are ignored."""
