"""The base classes of schemas: request bodies, query strings and responses.

JSON uses camelCase, Python snake_case; an alias generator translates.
"""

from collections.abc import Mapping
from typing import Any, Protocol, Self, TypeVar

from pydantic import MISSING, BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

T = TypeVar("T")


class Row(Protocol):
    """A row of the database, as SQLAlchemy returns it."""

    def _asdict(self) -> dict[str, Any]: ...


def to_wire_name(name: str) -> str:
    """A member's name in camel case; `from_` is `from`, which is a keyword in Python."""
    return to_camel(name.rstrip("_"))


class Schema(BaseModel):
    """A JSON object. Types are strict: `"5"` is not an integer and `1` is not a boolean."""

    model_config = ConfigDict(
        alias_generator=to_wire_name,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        strict=True,
        frozen=True,
        allow_inf_nan=False,
        defer_build=True,  # until the first use: of 240 schemas, a process needs few at its start
        json_schema_serialization_defaults_required=True,
    )


class RequestBody(Schema):
    """A request body. Unknown members are ignored, or refused if the caller asks for it.

    An optional member is typed `X | MISSING = MISSING`, so that absent differs from null.
    """

    def provided(self) -> dict[str, object]:
        """The members that were sent, by Python name, in the order of the schema."""
        sent = self.model_fields_set
        return {name: getattr(self, name) for name in type(self).model_fields if name in sent}


def or_none(member: T | MISSING) -> T | None:
    """Return an optional member of a request, None if it was not sent."""
    return None if member is MISSING else member


class QueryParams(Schema):
    """The query string of an operation. Values are converted from text; empty ones are absent."""


class ResponseModel(Schema):
    """The payload of a response. Every member is present, null if empty, so none has a default."""

    @classmethod
    def from_row(cls, row: Row | Mapping[str, object], **members: object) -> Self:
        """Build the response from a row, or from values by Python name.

        `members` are added to them, or replace them. Types are converted as far as no information
        is lost: a column of JSON has text where a member has a time.
        """
        values = row if isinstance(row, Mapping) else row._asdict()
        return cls.model_validate({**values, **members}, by_name=True, by_alias=False, strict=False)


_error_bodies: dict[str, type["ErrorBody"]] = {}


class ErrorBody(ResponseModel):
    """The body of an error response; an error class names it as its `component`."""

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """Register the class by its name."""
        super().__pydantic_init_subclass__(**kwargs)
        _error_bodies[cls.__name__] = cls


def error_bodies() -> Mapping[str, type[ErrorBody]]:
    """All bodies of errors by their names."""
    return _error_bodies
