"""The names of statements: a function that reads or writes the database begins with one verb."""

import ast
import re
from collections.abc import Iterator, Mapping

import pytest

from tests.architecture.sources import PACKAGE, Function, Source, parse_source, sources

VERBS = ("get", "find", "list", "count", "lock", "add", "update", "delete")
"""`get` returns one or raises, `find` returns one or None, `lock` returns what it locks."""
FURTHER: Mapping[str, str] = {
    "is": "answers a question",
    "has": "answers a question",
    "may": "answers whether something is allowed",
    "must": "raises an error",
    "to": "converts a row",
    "put": "adds a row, or replaces it",
    "use": "spends what is valid once: of several concurrent callers, one succeeds",
    "mark": "moves rows to the next state",
    "take": "leases work that waits",
    "release": "gives leased work back",
    "finish": "ends leased work",
    "number": "gives committed rows their numbers",
}
"""Further verbs, and what their functions do."""

_VERB = re.compile(rf"({'|'.join((*VERBS, *FURTHER))})(_|$)")


def is_of_statements(source: Source) -> bool:
    """Return whether a file contains statements."""
    return source.module in {"queries", "writes"} or source.module.endswith("_queries")


def functions(source: Source) -> Iterator[Function]:
    """Yield the public functions of a file and of its classes, without properties."""
    classes = [each for each in source.tree.body if isinstance(each, ast.ClassDef)]
    of_classes = (member for each in classes for member in each.body)
    for node in (*source.tree.body, *of_classes):
        if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
            continue
        if "property" not in map(ast.unparse, node.decorator_list):
            yield node


def misnamed(source: Source) -> Iterator[str]:
    for function in functions(source):
        returned = function.returns
        is_optional = isinstance(returned, ast.BinOp) and ast.unparse(returned.right) == "None"
        verb = _VERB.match(function.name)
        if verb is None:
            yield f"{source.at(function)}: {function.name} has no verb of VERBS"
        elif (verb[1], is_optional) in {("get", True), ("find", False)}:
            yield f"{source.at(function)}: `get` returns one or raises, `find` one or None"


def test_statements_have_one_verb() -> None:
    of_statements = [source for source in sources(PACKAGE) if is_of_statements(source)]
    assert len(of_statements) > 20
    assert [violation for source in of_statements for violation in misnamed(source)] == []


@pytest.mark.parametrize(
    "text",
    [
        "def tooth(tx: Tx) -> Tooth: ...",
        "def get_tooth(tx: Tx) -> Tooth | None: ...",
        "def find_tooth(tx: Tx) -> Tooth: ...",
        "class Teeth:\n    def locked(self) -> Tooth: ...",
    ],
)
def test_a_violation_is_found(text: str) -> None:
    assert [*misnamed(parse_source(text))]


def test_the_right_names_are_not_found() -> None:
    text = "def get(tx: Tx) -> Tooth: ...\ndef find_tooth(tx: Tx) -> Tooth | None: ...\n"
    assert not [*misnamed(parse_source(f"{text}def _tooth(tx: Tx) -> Tooth: ..."))]
