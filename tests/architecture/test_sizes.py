"""Modules have at most 400 lines and functions fewer than 40."""

from collections.abc import Iterator

from tests.architecture.sources import Source, all_sources, parse_source

LONGEST_FILE = 400
LONGEST_FUNCTION = 39
STEPS = "src/bridgework/migrations/versions/"
"""A migration is a list of changes of any length and is never edited again."""


def oversized(source: Source) -> Iterator[str]:
    lines = len(source.text.splitlines())
    if lines > LONGEST_FILE:
        yield f"{source.name}: {lines} lines, {LONGEST_FILE} at most"
    for function in source.functions():
        lines = (function.end_lineno or function.lineno) - function.lineno + 1
        if lines > LONGEST_FUNCTION:
            where = f"{source.at(function)}: {function.name}"
            yield f"{where} takes {lines} lines, {LONGEST_FUNCTION} at most"


def test_modules_and_functions_have_a_bounded_size() -> None:
    short = [source for source in all_sources() if not source.name.startswith(STEPS)]
    assert [violation for source in short for violation in oversized(source)] == []


def test_an_oversized_function_is_found() -> None:
    assert [*oversized(parse_source("\n" * 401))]
    assert [*oversized(parse_source("def teeth():\n" + "    print()\n" * 39))]
    assert not [*oversized(parse_source("def teeth():\n" + "    print()\n" * 38))]
