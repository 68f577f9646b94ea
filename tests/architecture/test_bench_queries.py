"""The benchmark finds the filters of the lists that it measures in the OpenAPI document."""

import json

import pytest

from bench import queries, stacks
from tests.architecture import published_schemas


@pytest.mark.parametrize("path", [*stacks.LISTS.values(), "/admin/users"])
def test_each_filter_has_values_or_a_type(path: str) -> None:
    found = queries.filters(json.loads(published_schemas.api_docs().openapi), path)
    assert "search" in found
    assert [name for name, schema in found.items() if not {"enum", "type"} & schema.keys()] == []
