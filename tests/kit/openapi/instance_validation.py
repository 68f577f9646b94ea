"""Validation of values against the schemas of a document.

For the tests of the product: it needs the development extra. Patterns are read by Python's `re`:
`tests/contract/test_patterns.py` proves that JavaScript reads them alike.
"""

from collections.abc import Mapping
from typing import Any

from openapi_schema_validator import OAS30Validator


def mismatches(document: Mapping[str, Any], schema: Mapping[str, Any], value: object) -> list[str]:
    """The errors of `value` with `schema`; references are resolved in `document`."""
    validator = OAS30Validator(
        {**schema, "components": document.get("components", {})},
        format_checker=OAS30Validator.FORMAT_CHECKER,
    )
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]
