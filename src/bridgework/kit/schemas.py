"""The base classes of schemas: request bodies, query strings and responses.

JSON is camelCase, Python is snake_case; one alias generator joins them.
"""

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


def name_on_the_wire(name: str) -> str:
    """A member's name in camel case; `from_` is `from`, which Python keeps for itself."""
    return to_camel(name.rstrip("_"))


class Schema(BaseModel):
    """A JSON object. Types are strict: `"5"` is no integer and `1` is no boolean."""

    model_config = ConfigDict(
        alias_generator=name_on_the_wire,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        strict=True,
        frozen=True,
        allow_inf_nan=False,
        use_attribute_docstrings=True,
        json_schema_serialization_defaults_required=True,
    )


OF_ANY_KIND = ConfigDict(use_attribute_docstrings=False)
"""For a schema with a type parameter: its members, and those of its kinds, have no docstrings.

To look for some, Pydantic would walk the whole stack for each kind, half of the time to start.
"""


class RequestBody(Schema):
    """A body. Unknown members are ignored, or refused where the caller asks for it.

    A member that may be left out is typed `X | MISSING = MISSING`, so that absent is not null.
    """

    def provided(self) -> dict[str, object]:
        """The members that were sent, by Python name: what an update changes."""
        return {name: getattr(self, name) for name in self.model_fields_set}


class QueryParams(Schema):
    """The query string of one operation: text that is converted, an empty value is absent."""


class ResponseModel(Schema):
    """A payload. Every member is there, null where it is empty, so none has a default."""


class ErrorBody(ResponseModel):
    """The body of an error; an error class names it as its `component`."""
