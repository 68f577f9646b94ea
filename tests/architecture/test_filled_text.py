"""A text that a request must fill in is refused if all of it is invisible."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, get_type_hints

import pytest
from pydantic import Field, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from bridgework.kit.validation import Schema, fields
from tests.architecture import published_schemas as published
from tests.architecture.test_trimmed_text import pattern_of, texts

UNSEEN = "\u200b\u3164"
SECRETS: Mapping[str, str] = {
    "token": "from a link, and compared",
    "refresh_token": "from a sign-in, and compared",
    "challenge": "from a response, and compared",
    "recovery_code": "compared",
    "object_path": "of an upload of the caller",
    "cv_object_path": "the same",
    "attachment_paths": "the same",
    "social_urls": "URLs, which are checked as such",
    "phone": "of a candidate, and checked by the system of recruiting",
}
"""Members that cannot be invisible, though their types do not say so, with the reason."""


def required_texts(shape: type[Schema]) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Yield the texts of a schema that have at least one character, and their members."""
    for name, hint in get_type_hints(shape, include_extras=True).items():
        for metadata in texts(hint):
            if pattern_of(metadata) in {fields.ONE_LINE, fields.MANY_LINES}:
                infos = [each for each in metadata if isinstance(each, FieldInfo)]
                rules = [rule for info in infos for rule in info.metadata]
                if any(getattr(rule, "min_length", 0) for rule in rules):
                    yield name, metadata


def accepting(shape: type[Schema]) -> list[str]:
    """Return the required texts that may be invisible."""
    return [
        name
        for name, metadata in required_texts(shape)
        if name not in SECRETS and _accepts(metadata)
    ]


def _accepts(metadata: tuple[object, ...]) -> bool:
    text: Any = Annotated[str, *metadata]
    try:
        TypeAdapter(text).validate_python(UNSEEN)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize("name", sorted(published.taken()))
def test_a_required_text_is_visible(name: str) -> None:
    assert accepting(published.taken()[name]) == []


def test_an_exception_is_a_member_of_a_request() -> None:
    members = {name for shape in published.taken().values() for name, _ in required_texts(shape)}
    assert SECRETS.keys() - members == set()


def test_a_text_that_may_be_invisible_is_found() -> None:
    line: Any = Annotated[str, Field(min_length=1, pattern=fields.ONE_LINE), fields.TRIM]

    class Tooth(Schema):
        name: fields.Name100
        title: line
        notes: list[line] | None
        comment: fields.CommentText

    assert accepting(Tooth) == ["title", "notes"]
