"""Handlers are short and declare their callers and texts."""

import ast
from collections.abc import Iterator

import pytest

from bridgework.context import Context
from bridgework.kit.auth import public
from bridgework.kit.http.results import OK, Ok
from bridgework.kit.http.router import Router
from tests.architecture.sources import AREAS, Source, lines_of_body, parse_source, sources

LONGEST = 5


def long_handlers(source: Source) -> Iterator[str]:
    for handler in source.functions():
        declared = any("area." in ast.unparse(one) for one in handler.decorator_list)
        lines = lines_of_body(handler)
        if declared and lines > LONGEST:
            yield f"{source.at(handler)}: {handler.name} takes {lines} lines, {LONGEST} are enough"


def test_handlers_are_short() -> None:
    routes = [source for source in sources(AREAS) if source.module == "routes"]
    assert [violation for source in routes for violation in long_handlers(source)] == []


def test_a_long_handler_is_found() -> None:
    handler = '@area.get("/teeth", who=public)\ndef teeth(call):\n    """Count."""\n'
    assert [*long_handlers(parse_source(handler + "    call\n" * 6))]
    assert not [*long_handlers(parse_source(handler + "    call\n" * 5))]


def test_an_operation_without_who_is_refused() -> None:
    router = Router("Teeth")
    for declare in (router.get, router.post, router.put, router.patch, router.delete):
        with pytest.raises(TypeError, match="who"):
            declare("/teeth")  # type: ignore[call-arg]


def test_an_operation_without_a_docstring_is_refused() -> None:
    def count_teeth(context: Context) -> Ok:
        return OK

    with pytest.raises(TypeError, match="count_teeth needs a docstring"):
        Router("Teeth").get("/teeth", who=public)(count_teeth)
