"""Every text of a request that is one line loses its outer blanks, and no password does."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest
from pydantic import AfterValidator, Field, JsonValue
from pydantic.fields import FieldInfo
from typing_extensions import TypeAliasType

from bridgework.kit.text import TRIM
from bridgework.kit.validation import Schema, fields
from tests.architecture import published_schemas as published

KEPT: Mapping[str, str] = {
    fields.NO_CONTROLS: "passwords may begin or end with a blank; searches are normalized",
    fields.MANY_LINES: "a text of many lines begins as its author wants it to",
    fields.SIX_DIGITS: "a code from an e-mail, which is copied as it is",
    fields.SIX_SPACED_DIGITS: "all its spaces are ignored",
    fields.DIGITS: "only digits: a blank is a typing error, which is told",
    fields.COUNTRY_CODE: "the same",
    fields.REFERRAL_CODE: "the same",
    fields.SLUG: "the same",
    fields.HTTP_URL_PATTERN: "a URL: the same",
    fields.HTTP_URL_OR_EMPTY_PATTERN: "the same",
    fields.CURSOR: "from an earlier response, unchanged",
}
"""Patterns of texts that keep their outer blanks, with the reason.

The validators of e-mail addresses and IDs, which have no pattern, refuse blanks and say so.
"""


def texts(hint: object) -> Iterator[tuple[object, ...]]:
    """Yield the metadata of each text in a type."""
    if JsonValue in get_args(hint):
        return  # an object of the client's own
    if isinstance(hint, TypeAliasType):
        yield from texts(hint.__value__)
    elif hint is str:
        yield ()
    elif get_origin(hint) is Annotated:
        inner, *metadata = get_args(hint)
        yield from [tuple(metadata)] if inner is str else texts(inner)
    else:
        for part in get_args(hint):
            yield from texts(part)


def pattern_of(metadata: tuple[object, ...]) -> str | None:
    """Return the pattern of a text."""
    rules = [rule for each in metadata if isinstance(each, FieldInfo) for rule in each.metadata]
    patterns = [rule.pattern for rule in rules if getattr(rule, "pattern", None) is not None]
    return patterns[0] if patterns else None


def is_right(metadata: tuple[object, ...]) -> bool:
    """Whether a text is trimmed, or keeps its outer blanks for a reason."""
    pattern, is_trimmed = pattern_of(metadata), TRIM in metadata
    if pattern == fields.NO_CONTROLS:
        return not is_trimmed
    if pattern is None:
        return is_trimmed or any(isinstance(each, AfterValidator) for each in metadata)
    return is_trimmed or pattern in KEPT


def untrimmed(shape: type[Schema]) -> list[str]:
    """Return the members that keep their outer blanks without a reason, or lose them wrongly."""
    return [
        f"{shape.__name__}.{name}"
        for name, hint in get_type_hints(shape, include_extras=True).items()
        if not all(map(is_right, texts(hint)))
    ]


@pytest.mark.parametrize("name", sorted(published.taken()))
def test_every_one_line_text_of_a_request_is_trimmed(name: str) -> None:
    assert untrimmed(published.taken()[name]) == []


def test_a_text_that_is_not_trimmed_is_found() -> None:
    line: Any = Annotated[str, Field(pattern=fields.ONE_LINE)]

    class Tooth(Schema):
        name: line
        names: list[line] | None
        code: fields.Line50
        bare: str
        password: Annotated[str, Field(pattern=fields.NO_CONTROLS), TRIM]

    assert untrimmed(Tooth) == ["Tooth.name", "Tooth.names", "Tooth.bare", "Tooth.password"]
