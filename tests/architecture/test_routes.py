"""Handlers are short and declare their callers and texts."""

import ast
import re
from collections.abc import Iterator

import pytest

from bridgework.context import Context
from bridgework.kit.http.operations import OK, Ok, Router
from bridgework.kit.security import public
from tests.architecture.sources import (
    AREAS,
    Source,
    area_of,
    lines_of_body,
    parse_source,
    sources,
)

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


def foreign_calls(source: Source) -> Iterator[str]:
    """Calls of other areas. Their schemas and errors may be named."""
    area = area_of(source.name)
    foreign = {
        alias.asname or alias.name
        for node in source.all(ast.ImportFrom)
        if (node.module or "").startswith("bridgework.areas.")
        for alias in node.names
        if area_of(f"{node.module}.{alias.name}") != area
    }
    for call in source.all(ast.Call):
        called = ast.unparse(call.func)
        if re.split(r"\W", called)[0] in foreign:
            yield f"{source.at(call)}: {called} is not of this area: call it in actions.py"


def test_routes_call_their_own_area() -> None:
    routes = [source for source in sources(AREAS) if source.module == "routes"]
    assert [violation for source in routes for violation in foreign_calls(source)] == []


@pytest.mark.parametrize(
    "text",
    [
        "from bridgework.areas.people import jaws\njaws.actions.count(context)",
        "from bridgework.areas.people.jaws import actions as jaws\njaws.count(context)",
        "from bridgework.areas.people.jaws.queries import count\ncount(tx)",
    ],
)
def test_a_call_of_another_area_is_found(text: str) -> None:
    assert [*foreign_calls(parse_source(text))]


def test_calls_of_the_same_area_are_allowed() -> None:
    text = "from bridgework.areas.work.dentures import actions\nactions.count(context)"
    assert not [*foreign_calls(parse_source(text))]


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
