"""Imports are at the top of a file; an import in a function needs a comment with the reason."""

import ast
from collections.abc import Iterator

from tests.architecture.sources import PACKAGE, Source, parse_source, sources


def hidden(source: Source) -> Iterator[str]:
    lines = source.text.splitlines()
    for function in source.functions():
        explained = False
        for node in ast.walk(function):
            if isinstance(node, ast.Import | ast.ImportFrom):
                above = lines[node.lineno - 2].strip()
                follows_one = explained and above.startswith(("import ", "from "))
                explained = above.startswith("#") or "#" in lines[node.lineno - 1] or follows_one
                if not explained:
                    yield f"{source.at(node)}: import at the top, or say above why not"


def test_imports_are_at_the_top() -> None:
    assert [violation for source in sources(PACKAGE) for violation in hidden(source)] == []


def test_a_hidden_import_is_found() -> None:
    assert [*hidden(parse_source("def teeth():\n    import json\n"))]
    assert not [*hidden(parse_source("def teeth():\n    # Slow to load.\n    import json\n"))]
