"""The field types of the administrator login."""

from typing import Annotated

from pydantic import Field

from bridgework.kit.fields import ONE_LINE, TRIM

ChallengeText = Annotated[str, Field(min_length=1, max_length=100, pattern=ONE_LINE), TRIM]
RecoveryCodeText = Annotated[str, Field(min_length=1, max_length=50, pattern=ONE_LINE), TRIM]
