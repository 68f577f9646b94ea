"""Imports stand at the top of a file; one inside a function says why."""

import ast
from collections.abc import Iterator

from tests.architecture.sources import PACKAGE, Source, made_up, sources


def hidden(source: Source) -> Iterator[str]:
    lines = source.text.splitlines()
    for function in source.functions():
        told = False
        for node in ast.walk(function):
            if isinstance(node, ast.Import | ast.ImportFrom):
                above = lines[node.lineno - 2].strip()
                follows_one = told and above.startswith(("import ", "from "))
                told = above.startswith("#") or "#" in lines[node.lineno - 1] or follows_one
                if not told:
                    yield f"{source.at(node)}: import at the top, or say above why not"


def test_imports_are_at_the_top() -> None:
    assert [fault for source in sources(PACKAGE) for fault in hidden(source)] == []


def test_a_hidden_import_is_found() -> None:
    assert [*hidden(made_up("def teeth():\n    import json\n"))]
    assert not [*hidden(made_up("def teeth():\n    # Slow to load.\n    import json\n"))]
