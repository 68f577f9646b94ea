"""The committed snapshots match the code, and their changes are those of the API."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.architecture import published_schemas as published
from tests.contract import api_text, snapshots


@pytest.mark.parametrize("name", snapshots.SNAPSHOTS)
def test_a_snapshot_is_up_to_date(name: str) -> None:
    generate = snapshots.SNAPSHOTS[name]
    assert snapshots.committed(name) == generate(), "review the change, then: script/check --fix"


def test_all_snapshots_are_written(tmp_path: Path) -> None:
    for name in snapshots.SNAPSHOTS:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    snapshots.write(tmp_path)
    written = {name: (tmp_path / name).read_text(encoding="utf-8") for name in snapshots.SNAPSHOTS}
    assert written == {name: snapshots.committed(name) for name in snapshots.SNAPSHOTS}


def changed_lines(change: Callable[[Any], object]) -> set[str]:
    """Return the lines of the API that a change of the document adds or removes."""
    document = json.loads(published.api_docs().openapi)
    before = api_text.to_text(document).splitlines()
    change(document)
    return {line.strip() for line in {*before} ^ {*api_text.to_text(document).splitlines()}}


def test_a_new_member_is_one_line_of_the_snapshot() -> None:
    def change(document: Any) -> None:
        members = document["components"]["schemas"]["SavedSearch"]["properties"]
        members["colour"] = {"type": "string", "nullable": True, "maxLength": 7}

    assert changed_lines(change) == {"colour?: string | null, maxLength 7"}


def test_a_new_error_code_is_in_the_line_of_its_status() -> None:
    def change(document: Any) -> None:
        response = document["paths"]["/searches/{id}"]["delete"]["responses"]["404"]
        response["content"]["application/json"]["examples"]["search_lost"] = {"value": {}}

    assert changed_lines(change) == {"404 saved_search_not_found search_lost"}


def test_texts_and_examples_are_not_in_the_snapshot() -> None:
    def change(document: Any) -> None:
        operation = document["paths"]["/searches/{id}"]["delete"]
        operation |= {"summary": "Forget a search", "description": "It is gone."}
        operation["responses"]["200"]["content"]["application/json"]["example"] = {}
        operation["parameters"][0]["description"] = "The search."

    assert changed_lines(change) == set()
