"""Rules for schemas that validators of OpenAPI 3.0 do not check."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from tests.kit.openapi import document_tree
from tests.kit.openapi.document_tree import Node
from tests.kit.openapi.instance_validation import mismatches

_UNCOMMON = re.compile(r"\\[uUpPkzZAQEbBhHRX]|\(\?(?!:)|[*+?}]\+|&&|\[\[")
"""What RE2, Java and ECMA-262 without the flag u do not all read alike: Unicode escapes and
properties, groups with `?` besides `(?:`, possessive quantifiers, operators in a class."""


def faults(document: Node) -> Iterator[str]:
    """All violations, each with its JSON pointer."""
    for at, schema in document_tree.schemas(document):
        for rule in _RULES:
            for fault in rule(document, schema):
                yield f"{at}: {fault}"
    for at, carrier in document_tree.carriers(document):
        for value in _examples(carrier):
            for misfit in mismatches(document, carrier["schema"], value):
                yield f"{at}: its example does not fit: {misfit}"


def _nullable_without_type(_document: Node, schema: Node) -> Iterator[str]:
    if schema.get("nullable") is True and "type" not in schema:
        yield "nullable beside no type admits nothing"


def _null_not_in_enum(_document: Node, schema: Node) -> Iterator[str]:
    if schema.get("nullable") is True and None not in schema.get("enum", [None]):
        yield "it is nullable, but its enum does not list null"


def _null_alone(_document: Node, schema: Node) -> Iterator[str]:
    if schema.get("enum") == [None]:
        yield "generators of clients do not know a schema of null alone"


def _integer_without_maximum(_document: Node, schema: Node) -> Iterator[str]:
    if schema.get("type") == "integer" and not schema.keys() & {"maximum", "enum"}:
        yield "an integer must have a maximum"


def _format_without_pattern(_document: Node, schema: Node) -> Iterator[str]:
    if schema.get("format") in {"line", "multiline", "printable"} and "pattern" not in schema:
        yield "other programs do not know the format: it needs a pattern"


def _pattern_of_one_engine(_document: Node, schema: Node) -> Iterator[str]:
    if _UNCOMMON.search(schema.get("pattern", "")):
        yield "its pattern does not compile in Go, or in JavaScript without the flag u"


def _array_of_nothing(_document: Node, schema: Node) -> Iterator[str]:
    if schema.get("type") == "array" and "items" not in schema:
        yield "an array must say what its items are"


def _read_only_and_write_only(_document: Node, schema: Node) -> Iterator[str]:
    if schema.get("readOnly") is True and schema.get("writeOnly") is True:
        yield "it can't be both readOnly and writeOnly"


def _discriminator_not_required(document: Node, schema: Node) -> Iterator[str]:
    name = schema.get("discriminator", {}).get("propertyName")
    branches = [*schema.get("oneOf", []), *schema.get("anyOf", [])] or [schema]
    for branch in branches if name else []:
        if name not in document_tree.resolved(document, branch).get("required", []):
            yield f"its discriminator {name!r} is not required everywhere"


def _values_do_not_fit(document: Node, schema: Node) -> Iterator[str]:
    for key in ("example", "default"):
        if key in schema:
            for misfit in mismatches(document, schema, schema[key]):
                yield f"its {key} does not fit: {misfit}"
    for value in schema.get("enum", []):
        for misfit in mismatches(document, schema, value):
            yield f"{value!r} of its enum does not fit: {misfit}"


def _examples(carrier: Node) -> Iterator[Any]:
    if "example" in carrier:
        yield carrier["example"]
    for example in carrier.get("examples", {}).values():
        yield example.get("value")


_RULES: tuple[Callable[[Node, Node], Iterator[str]], ...] = (
    _nullable_without_type,
    _null_not_in_enum,
    _null_alone,
    _integer_without_maximum,
    _format_without_pattern,
    _pattern_of_one_engine,
    _array_of_nothing,
    _read_only_and_write_only,
    _discriminator_not_required,
    _values_do_not_fit,
)
