"""Imports are at the top of a file, and importing a module calls nothing of the program.

An import in a function needs a comment with the reason. One module imports SQLite for all others.
"""

import ast
from collections.abc import Iterator

from tests.architecture.sources import PACKAGE, ROOT, Source, parse_source, sources

OPTIONS_OF_LIBRARIES = {
    "ET.register_namespace",
    "csv.field_size_limit",
    "disable_created_metrics",
    'logging.getLogger("httpx2").setLevel',
}


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


def calls_at_import(source: Source) -> Iterator[str]:
    for node in source.tree.body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            name = ast.unparse(node.value.func).replace("'", '"')
            if name not in OPTIONS_OF_LIBRARIES:
                yield f"{source.at(node)}: {name} is called when the module is imported"


def test_importing_a_module_calls_nothing_of_the_program() -> None:
    modules = (source for source in sources(PACKAGE) if not source.name.endswith("/env.py"))
    assert [violation for source in modules for violation in calls_at_import(source)] == []


def test_a_call_at_import_is_found() -> None:
    assert [*calls_at_import(parse_source("event_handlers.connect()\n"))]
    assert not [*calls_at_import(parse_source("def connect():\n    event_handlers.connect()\n"))]


def imports_of_sqlite(source: Source) -> Iterator[str]:
    for node, name in source.imported():
        if name.partition(".")[0] in {"sqlite3", "pysqlite3"}:
            yield f"{source.at(node)}: import sqlite3 from sqlite_library.py"


def test_one_module_imports_sqlite() -> None:
    importing = {
        source.name for source in sources(PACKAGE, ROOT / "tests") if [*imports_of_sqlite(source)]
    }
    assert importing == {"src/bridgework/kit/data/db/engines/sqlite_library.py"}


def test_an_import_of_sqlite_is_found() -> None:
    assert [*imports_of_sqlite(parse_source("import sqlite3\n"))]
    assert [*imports_of_sqlite(parse_source("from pysqlite3 import dbapi2\n"))]
    library = "from bridgework.kit.data.db.engines.sqlite_library import sqlite3\n"
    assert not [*imports_of_sqlite(parse_source(library))]


def engines_of_another_library(source: Source) -> Iterator[str]:
    for call in source.calls("sa.create_engine"):
        names = {keyword.arg for keyword in call.keywords}
        if "sqlite" in ast.unparse(call) and "module" not in names:
            yield f"{source.at(call)}: pass module=sqlite3 from sqlite_library.py"


def test_engines_use_the_library_of_sqlite_library() -> None:
    found = [
        found
        for source in sources(PACKAGE, ROOT / "tests")
        for found in engines_of_another_library(source)
    ]
    assert not found, "\n".join(found)


def test_an_engine_of_another_library_is_found() -> None:
    assert [*engines_of_another_library(parse_source("sa.create_engine('sqlite:///a.db')\n"))]
    driver = "sa.create_engine('sqlite:///a.db', module=sqlite3)\n"
    assert not [*engines_of_another_library(parse_source(driver))]
