r"""Whether a value is what the document says it is.

For the tests of the product: it needs the development extra. Patterns are read as ECMAScript
reads them in Unicode mode, which is the only one that knows `\p{L}`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from jsonschema.exceptions import ValidationError  # type: ignore[import-untyped]
from jsonschema.validators import extend  # type: ignore[import-untyped]
from openapi_schema_validator import OAS30Validator
from regress import Regex


def misfits(document: Mapping[str, Any], schema: Mapping[str, Any], value: object) -> list[str]:
    """Why `value` is not what `schema` asks for, empty if it is; references go by `document`."""
    validator = _Validator(
        {**schema, "components": document.get("components", {})},
        format_checker=_Validator.FORMAT_CHECKER,
    )
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]


def _matches(
    _validator: object, pattern: str, value: object, _schema: object
) -> Iterator[ValidationError]:
    if isinstance(value, str) and Regex(pattern, "u").find(value) is None:
        yield ValidationError(f"{value!r} does not match {pattern!r}")


_Validator = extend(OAS30Validator, {"pattern": _matches})
