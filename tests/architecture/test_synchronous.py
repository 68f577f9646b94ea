"""The domain is plain synchronous Python: the edge alone knows of the event loop."""

import ast
from collections.abc import Iterator

from tests.architecture.sources import AREAS, Source, made_up, sources

KINDS = (ast.AsyncFunctionDef, ast.Await, ast.AsyncFor, ast.AsyncWith)


def asynchronous(source: Source) -> Iterator[str]:
    for node in source.all(*KINDS):
        yield f"{source.at(node)}: handlers, actions and stores are synchronous"
    for node, module in source.imported():
        if module.partition(".")[0] == "asyncio":
            yield f"{source.at(node)}: only the edge knows of the event loop"


def test_areas_are_synchronous() -> None:
    assert [fault for source in sources(AREAS) for fault in asynchronous(source)] == []


def test_asynchronous_code_is_found() -> None:
    assert [*asynchronous(made_up("async def teeth(): ..."))]
    assert [*asynchronous(made_up("import asyncio"))]
