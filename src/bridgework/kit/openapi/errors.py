"""The bodies of errors: specification section 7, and the one of faults of shape beside it."""

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from pydantic import Field
from pydantic.config import JsonDict

from bridgework.kit import errors
from bridgework.kit.schemas import ResponseModel


def _codes_of(component: str) -> Callable[[JsonDict], None]:
    """Fills in the codes that are registered when the document is written."""

    def fill_in(schema: JsonDict) -> None:
        schema["enum"] = [
            code for code, problem in errors.registry().items() if problem.component == component
        ]

    return fill_in


class MessageError(ResponseModel):
    """What went wrong, in a sentence."""

    message: str


class Error(ResponseModel):
    """What went wrong, as a stable code and in a sentence.

    Codes may be added in any version 1.x: treat one you do not know by its HTTP status.
    """

    error: Annotated[str, Field(json_schema_extra=_codes_of("Error"))]
    message: str


class Fault(ResponseModel):
    """One thing that does not fit: where it stands, its code, and a sentence."""

    path: Annotated[str, Field(json_schema_extra={"example": "profile.education[0].endYear"})]
    code: Annotated[
        str,
        Field(
            description=f"One of {', '.join(faults.CODES)}, or that of a rule of the operation.",
            json_schema_extra={"example": faults.CODES[0]},
        ),
    ]
    message: str


class ValidationError(ResponseModel):
    """What does not fit, all of it at once: one detail a fault."""

    error: Annotated[str, Field(json_schema_extra=_codes_of("ValidationError"))]
    message: str
    details: list[Fault]


class AlreadyDoneError(ResponseModel):
    """What was asked is done, and how it was answered is not kept."""

    error: Annotated[str, Field(json_schema_extra=_codes_of("AlreadyDoneError"))]
    message: str
    id: str | None
    """The id of what was made, null if it has none."""


class EmailNotVerifiedError(ResponseModel):
    """The e-mail address is not verified yet; a fresh code has been mailed to it."""

    message: str
    is_email_verified: Literal[False]
    code: Literal["EMAIL_NOT_VERIFIED"]


class AccountNotFoundError(ResponseModel):
    """No account has this address."""

    message: str
    code: Literal["ACCOUNT_NOT_FOUND"]
    redirect_to: Literal["/register"]


class AccountExistsError(ResponseModel):
    """An account has this address already."""

    message: str
    code: Literal["ACCOUNT_EXISTS"]
    redirect_to: Literal["/login"]


SHAPES: Mapping[str, type[ResponseModel]] = {
    shape.__name__: shape
    for shape in (
        MessageError,
        Error,
        ValidationError,
        AlreadyDoneError,
        EmailNotVerifiedError,
        AccountNotFoundError,
        AccountExistsError,
    )
}
"""By the name that a problem gives as its `component`."""
