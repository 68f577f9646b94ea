"""Areas are synchronous Python; only the HTTP layer uses the event loop."""

import ast
from collections.abc import Iterator

from tests.architecture.sources import AREAS, Source, parse_source, sources

KINDS = (ast.AsyncFunctionDef, ast.Await, ast.AsyncFor, ast.AsyncWith)


def asynchronous(source: Source) -> Iterator[str]:
    for node in source.all(*KINDS):
        yield f"{source.at(node)}: handlers, actions and stores are synchronous"
    for node, module in source.imported():
        if module.partition(".")[0] == "asyncio":
            yield f"{source.at(node)}: only the edge knows of the event loop"


def test_areas_are_synchronous() -> None:
    assert [violation for source in sources(AREAS) for violation in asynchronous(source)] == []


def test_asynchronous_code_is_found() -> None:
    assert [*asynchronous(parse_source("async def teeth(): ..."))]
    assert [*asynchronous(parse_source("import asyncio"))]
