"""Validation of values against the schemas of a document, with its text formats.

For the tests of the product: it needs the development extra. Patterns are read by Python's `re`:
`tests/contract/test_patterns.py` proves that JavaScript reads them alike.
"""

import copy
import re
from collections.abc import Mapping
from typing import Any

from openapi_schema_validator import OAS30Validator

from bridgework.kit.text import FORMATS

_FORMATS = copy.deepcopy(OAS30Validator.FORMAT_CHECKER)
for _pattern, _name in FORMATS.items():
    _matches = re.compile(_pattern.removesuffix("$") + r"\Z").match
    _FORMATS.checks(_name)(
        lambda value, matches=_matches: not isinstance(value, str) or matches(value) is not None
    )


def mismatches(document: Mapping[str, Any], schema: Mapping[str, Any], value: object) -> list[str]:
    """The errors of `value` with `schema`; references are resolved in `document`."""
    validator = OAS30Validator(
        {**schema, "components": document.get("components", {})},
        format_checker=_FORMATS,
    )
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]
