"""Generates values on both sides of every limit in a published schema.

Which values are valid is derived from the schema alone: string lengths, item counts and numbers at
n-1, n and n+1, null, missing members, values outside an enum, values of another type, and texts
that a pattern or a format should refuse.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bridgework.kit.text import ALPHABETIC_MESSAGE
from bridgework.kit.validation import CURSOR, DIGITS, MANY_LINES, ONE_LINE, SIX_SPACED_DIGITS, SLUG
from bridgework.kit.validation.fields import (
    COUNTRY_CODE,
    HTTP_URL_OR_EMPTY_PATTERN,
    HTTP_URL_PATTERN,
    NO_CONTROLS,
    REFERRAL_CODE,
    SIX_DIGITS,
)

JsonSchema = Mapping[str, Any]
ABSENT = object()

LETTER = "\U0001d4aa"
"""A letter outside the Basic Multilingual Plane: a length counts characters, not code units."""

NO_WEB_ADDRESSES = [
    *("example.com", "http:example.com", "//example.com", "ftp://example.com", "http://"),
    *("https://a@example.com", "https://example.com/a b", "https://example.com\n"),
    *("http://[7584]", "http://[1:2:3]", "http://[::1"),
]
REFUSED_BY_PATTERN: Mapping[str, Sequence[str]] = {
    NO_CONTROLS: ["two\nlines", "nul\x00", "delete\x7f", "next line\x85"],
    ONE_LINE: [
        *("two\nlines", "nul\x00", "delete\x7f", "next line\x85"),
        *("line\u2028separator", "paragraph\u2029separator"),
        *("embedded\u202a", "pop\u202c", "override\u202e", "isolate\u2066", "pop\u2069"),
    ],
    MANY_LINES: ["nul\x00", "bell\x07"],
    CURSOR: ["a=", "a b", "é", "a\n"],
    SIX_DIGITS: ["12345a", "12345\u0667", "123456\n", "123 456", " 123456"],
    SIX_SPACED_DIGITS: ["12345a", "12345\u0667", "123-456", "123 4567"],
    DIGITS: ["+123456", "12345a", "12345\u0667", "123 456", "123456\n"],
    COUNTRY_CODE: ["+", "00", "001", "+1a", "+\u0667", "++1", "+1\n"],
    REFERRAL_CODE: ["ABCDEFG", "ABCDEFGH2", "ABCDEFG0", "ABCDEFG1", "ABCDEFGI", "ABCDEFGo"],
    SLUG: ["Upper", "-a", "a-", "a--b", "a_b", "é", "a b", "feed.xml", "a\n"],
    HTTP_URL_PATTERN: ["", *NO_WEB_ADDRESSES],
    HTTP_URL_OR_EMPTY_PATTERN: NO_WEB_ADDRESSES,
}
ACCEPTED_BY_PATTERN: Mapping[str, Sequence[str]] = {
    NO_CONTROLS: [],
    ONE_LINE: ["a\u200f", "a\u2027", "a\u202f", "a\u2065", "a\u206a"],
    MANY_LINES: ["a line\n\tand another"],
    CURSOR: ["a-B_9"],
    SIX_DIGITS: [],
    SIX_SPACED_DIGITS: ["123456", "123 456", " 12\u00a034\u202f56 "],
    DIGITS: ["000000"],
    COUNTRY_CODE: ["+0"],
    REFERRAL_CODE: ["ABCDEFGH", "jkmnpqrs", "23456789", "TUVWXYZ2"],
    SLUG: ["7", "a-b-2"],
    HTTP_URL_PATTERN: ["HTTP://[::1]:8000/?q#f"],
    HTTP_URL_OR_EMPTY_PATTERN: ["", "http://localhost"],
}
WITHOUT_LETTER = ["1234", "\u200b", "-", "\U0001f600"]
WITH_LETTER = ["é", "4th", "\u5b57", "\u02b0"]
BEGINNINGS = {
    HTTP_URL_PATTERN: ("https://a.example/", "p"),
    HTTP_URL_OR_EMPTY_PATTERN: ("https://a.example/", "p"),
    COUNTRY_CODE: ("+", "7"),
}
"""The start of a text for each pattern, and a character to extend it."""
WHOLE_TEXTS = {SIX_DIGITS: "123456", SIX_SPACED_DIGITS: "123456", REFERRAL_CODE: "AbCd2345"}
"""Texts for patterns with a fixed length."""
REFUSED_BY_FORMAT: Mapping[str, Sequence[str]] = {
    "email": ["ada", "@example.com", "ada@", "ada @example.com", "Ada <ada@example.com>"],
    "uuid": [
        "nobody",
        "{0197f7a0-5d3c-7b3e-9c0e-2f6d1c9b8a71}",
        "0197f7a05d3c7b3e9c0e2f6d1c9b8a71",
    ],
    "date-time": ["yesterday", "2026-11-21", "2026-11-21T12:00:00", "1735689600"],
}
OF_ANOTHER_TYPE: Mapping[str, Sequence[object]] = {
    "string": [5, True, ["text"]],
    "integer": ["5", 1.5, True],
    "number": ["5", True],
    "boolean": [1, "true"],
    "array": ["text", {}],
    "object": ["text", []],
}


OF_FORMAT: Mapping[str, str] = {
    "uuid": "0197f7a0-5d3c-7b3e-9c0e-2f6d1c9b8a71",
    "date-time": "2026-11-21T12:00:00Z",
}
"""A text for each format with a fixed length."""

CARRIERS: Mapping[str, type] = {"string": str, "object": dict}
"""The types that unions consist of."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A value for one part of a schema, and whether it is valid."""

    value: object
    fits: bool
    at: str = ""
    """The path below the member as in an error: `[0].name`."""


class Probes:
    """Generates values for the schemas of a document."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._components: Mapping[str, JsonSchema] = document["components"]["schemas"]

    def resolved(self, schema: JsonSchema) -> JsonSchema:
        """Resolve a reference, and return the first branch of a union."""
        if "anyOf" in schema:
            return self.resolved(schema["anyOf"][0])
        if "allOf" in schema:
            [schema] = schema["allOf"]
            return self.resolved(schema)
        if "$ref" in schema:
            return self._components[schema["$ref"].rpartition("/")[2]]
        return schema

    def sample(self, schema: JsonSchema) -> Any:
        """Return a small valid value."""
        schema = self.resolved(schema)
        if "enum" in schema:
            return schema["enum"][0]
        match schema["type"]:
            case "string":
                return text(schema, max(schema.get("minLength", 0), 1))
            case "integer" | "number":
                return schema.get("minimum", 0)
            case "boolean":
                return True
            case "array":
                return [self.sample(schema["items"])] * schema.get("minItems", 0)
            case _:
                return self.minimal(schema)

    def minimal(self, schema: JsonSchema) -> dict[str, Any]:
        """Return an object with the required members only."""
        members = schema.get("properties", {})
        return {name: self.sample(members[name]) for name in schema.get("required", ())}

    def of_member(self, schema: JsonSchema, name: str) -> Iterator[Probe]:
        """Yield every probe of a member of an object schema."""
        yield Probe(ABSENT, fits=name not in schema.get("required", ()))
        yield from self.of(schema["properties"][name])

    def of(self, schema: JsonSchema) -> Iterator[Probe]:
        """Yield every probe of a value."""
        if len(_branches(schema)) > 1:
            yield from self._unions(schema)
            return
        schema = self.resolved(schema)
        yield Probe(None, fits=schema.get("nullable", False))
        yield from (Probe(value, fits=False) for value in OF_ANOTHER_TYPE[schema["type"]])
        if "enum" in schema:
            yield from (Probe(value, fits=True) for value in schema["enum"])
            yield from (Probe(value, fits=False) for value in ("none of these", ""))
        elif schema["type"] == "string":
            yield from _texts(schema)
        elif schema["type"] in {"integer", "number"}:
            yield from _numbers(schema)
        elif schema["type"] == "boolean":
            yield from (Probe(value, fits=True) for value in (True, False))
        elif schema["type"] == "array":
            yield from self._arrays(schema)
        else:
            yield from self._objects(schema)

    def _unions(self, schema: JsonSchema) -> Iterator[Probe]:
        """Yield values of each branch's type, valid and invalid, and values of no branch's type."""
        branches = [self.resolved(each) for each in _branches(schema)]
        yield from (Probe(value, fits=False) for value in (None, 5, True, ["text"]))
        for branch in branches:
            for probe in self.of(branch):
                if type(probe.value) is CARRIERS[branch["type"]]:
                    yield probe

    def _arrays(self, schema: JsonSchema) -> Iterator[Probe]:
        item = self.sample(schema["items"])
        for count, fits in _around(schema.get("minItems"), schema.get("maxItems")):
            yield Probe([item] * count, fits)
        for probe in self.of(schema["items"]):
            yield Probe([probe.value], probe.fits, f"[0]{probe.at}")

    def _objects(self, schema: JsonSchema) -> Iterator[Probe]:
        minimal = self.minimal(schema)
        if isinstance(schema.get("additionalProperties"), dict):
            yield from self._maps(schema["additionalProperties"])
        elif not schema.get("properties"):
            taken: list[object] = [{}, {"any": None}, {"a": {"b": []}}]
            yield from (Probe(value, fits=True) for value in taken)
            refused: list[object] = [{"nul\x00": 1}, {"a": ["\x00"]}]
            yield from (Probe(value, fits=False) for value in refused)
        for name in schema.get("properties", ()):
            for probe in self.of_member(schema, name):
                yield Probe(put(minimal, name, probe.value), probe.fits, f".{name}{probe.at}")

    def _maps(self, value: JsonSchema) -> Iterator[Probe]:
        """Yield objects with arbitrary names and values of one type."""
        yield Probe({}, fits=True)
        for probe in self.of(value):
            yield Probe({"a": probe.value}, probe.fits, f".a{probe.at}")
        for name in REFUSED_BY_PATTERN[ONE_LINE]:
            yield Probe({name: self.sample(value)}, fits=False, at=f".{name}")


def _branches(schema: JsonSchema) -> list[JsonSchema]:
    """Return the branches; a schema without a union is its own branch."""
    branches: list[JsonSchema] = schema.get("anyOf", [schema])
    return branches


def put(body: Mapping[str, object], name: str, value: object) -> dict[str, object]:
    """Return `body` with a member set to `value`, or removed."""
    rest = {key: each for key, each in body.items() if key != name}
    return rest if value is ABSENT else {**rest, name: value}


def text(schema: JsonSchema, length: int) -> str:
    """Return a text of `length` characters that is valid for the pattern and the format."""
    if schema.get("format") in OF_FORMAT:
        return OF_FORMAT[schema["format"]]
    if schema.get("format") == "email":
        return _email(length)
    if schema.get("pattern") in WHOLE_TEXTS:
        minimal = WHOLE_TEXTS[schema["pattern"]]
        return minimal.ljust(length, "7")[:length] if length > 1 else minimal
    if schema.get("pattern") in BEGINNINGS:
        beginning, further = BEGINNINGS[schema["pattern"]]
        return beginning.ljust(length, further)
    letter = {CURSOR: "a", SLUG: "a", DIGITS: "7"}.get(schema.get("pattern", ""), LETTER)
    return letter * length


def _email(length: int) -> str:
    """Return an address of `length` characters, at least eleven; a domain label has at most 63."""
    labels = (("d" * 50 + ".") * (length // 51 + 1))[: max(length, 11) - len("a@.example")]
    return f"a@{labels.rstrip('.').rjust(len(labels), 'd')}.example"


def _texts(schema: JsonSchema) -> Iterator[Probe]:
    least, most = schema.get("minLength"), schema.get("maxLength")
    pattern, form = schema.get("pattern"), schema.get("format", "")
    if pattern in {SIX_DIGITS, SIX_SPACED_DIGITS}:
        least = most = 6
    for length, fits in _around(least, most):
        yield Probe(text(schema, length), fits)
    yield from (Probe(each, fits=False) for each in REFUSED_BY_FORMAT.get(form, ()))
    if pattern is not None:
        yield from (Probe(each, fits=False) for each in REFUSED_BY_PATTERN[pattern])
        yield from (Probe(each, fits=True) for each in ACCEPTED_BY_PATTERN[pattern])
    if schema.get("description", "").endswith(ALPHABETIC_MESSAGE):
        yield from (Probe(each, fits=False) for each in WITHOUT_LETTER)
        yield from (Probe(each, fits=True) for each in WITH_LETTER)


def _numbers(schema: JsonSchema) -> Iterator[Probe]:
    least, most = schema.get("minimum"), schema.get("maximum")
    for number, fits in _around(least, most, down_to=None):
        at_edge = (number == least and schema.get("exclusiveMinimum")) or (
            number == most and schema.get("exclusiveMaximum")
        )
        yield Probe(number, fits and not at_edge)


def _around(
    least: int | None, most: int | None, *, down_to: int | None = 0
) -> Iterator[tuple[int, bool]]:
    """Yield each limit and its two neighbors, and whether they are valid."""
    places = {place for limit in (least, most) if limit is not None for place in _three(limit)}
    for place in sorted(places):
        if down_to is None or place >= down_to:
            yield place, (least is None or place >= least) and (most is None or place <= most)


def _three(limit: int) -> tuple[int, int, int]:
    return limit - 1, limit, limit + 1
