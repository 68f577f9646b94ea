"""The docstrings below the members of a class."""

from typing import Generic, TypeVar

from pydantic import BaseModel

from bridgework.kit.validation import ResponseModel, member_docstrings

Item = TypeVar("Item")


class Tooth(BaseModel):
    number: int
    """The number by
    ISO 3950."""
    name: str
    "A name."
    is_sound: bool = True


class Crown(Tooth):
    name: str
    material: str
    """What it is made of."""

    class Colour(BaseModel):
        shade: str
        """The shade, as in `A2`."""


class Row(ResponseModel, Generic[Item]):
    items: list[Item]
    """From left to right."""


class CrownRow(Row[Crown]):
    """A row of crowns."""


def test_members_have_the_docstrings_below_them() -> None:
    assert member_docstrings(Tooth) == {"number": "The number by\nISO 3950.", "name": "A name."}


def test_a_member_that_is_declared_again_has_its_own_docstring_or_none() -> None:
    expected = {"number": "The number by\nISO 3950.", "material": "What it is made of."}
    assert member_docstrings(Crown) == expected


def test_classes_in_classes_and_functions_are_found() -> None:
    class Bridge(BaseModel):
        span: int
        """The number of missing teeth."""

    assert member_docstrings(Crown.Colour) == {"shade": "The shade, as in `A2`."}
    assert member_docstrings(Bridge) == {"span": "The number of missing teeth."}


def test_a_class_inherits_the_docstrings_of_a_generic_one() -> None:
    for row in (Row, Row[Tooth], CrownRow):
        assert member_docstrings(row) == {"items": "From left to right."}


def test_a_generated_class_has_none() -> None:
    generated = type("Generated", (BaseModel,), {"__annotations__": {"a": int}, "__module__": "x"})
    assert member_docstrings(generated) == {}
