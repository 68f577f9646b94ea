"""There are no TODO comments and no ignored errors."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator

from tests.architecture.sources import Source, all_sources, parse_source

NOTE = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
SILENT = (ast.Pass, ast.Continue)


def todo_comments(source: Source) -> Iterator[str]:
    if NOTE.search(source.text):  # reading all tokens of all files takes long
        for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
            if token.type == tokenize.COMMENT and NOTE.search(token.string):
                yield f"{source.name}:{token.start[0]}: do it, or leave it out"
    for node in source.all(ast.Pass):
        yield f"{source.at(node)}: a body that does nothing"
    for raised in source.all(ast.Raise):
        if "NotImplementedError" in ast.unparse(raised) and source.name.startswith("src/"):
            yield f"{source.at(raised)}: write it, or leave it out"


def ignored_errors(source: Source) -> Iterator[str]:
    for node in source.all(ast.ExceptHandler):
        if node.type is None:
            yield f"{source.at(node)}: say which error is expected"
        if all(isinstance(one, SILENT) or _is_ellipsis(one) for one in node.body):
            yield f"{source.at(node)}: an error is dropped; contextlib.suppress names it"
    for call in source.calls("contextlib.suppress"):
        if any(ast.unparse(arg) in {"Exception", "BaseException"} for arg in call.args):
            yield f"{source.at(call)}: say which error is expected"


def _is_ellipsis(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and ast.unparse(node) == "..."


def test_there_are_no_todo_comments() -> None:
    assert [violation for source in all_sources() for violation in todo_comments(source)] == []


def test_no_error_is_ignored() -> None:
    assert [violation for source in all_sources() for violation in ignored_errors(source)] == []


def test_unfinished_code_and_ignored_errors_are_found() -> None:
    assert [*todo_comments(parse_source("# TODO: count the teeth\n"))]
    assert [*todo_comments(parse_source("def teeth():\n    pass\n"))]
    assert [*todo_comments(parse_source("raise NotImplementedError"))]
    assert [*ignored_errors(parse_source("try:\n    teeth()\nexcept KeyError:\n    ...\n"))]
    assert [*ignored_errors(parse_source("try:\n    teeth()\nexcept:\n    raise\n"))]
    assert [*ignored_errors(parse_source("contextlib.suppress(Exception)"))]
