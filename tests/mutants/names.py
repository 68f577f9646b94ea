"""Which lines of a module read the value of a name."""

import ast
from collections.abc import Collection
from functools import lru_cache


def readers(source: str, names: Collection[str]) -> Collection[int]:
    """Return the lines of the functions and classes that read one of `names`.

    Names that are assigned from these count too. Returns all lines of all functions if none reads
    them, since other modules do, and if `names` is empty.
    """
    statements = _statements(source)
    known = set(names)
    while True:
        found = {
            name
            for each in statements
            if not each.lines and each.reads & known
            for name in each.assigns
        }
        if found <= known:
            break
        known |= found
    lines = {line for each in statements if each.reads & known for line in each.lines}
    return lines or {line for each in statements for line in each.lines}


class _Statement:
    def __init__(self, node: ast.stmt) -> None:
        names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
        self.reads = {each.id for each in names if isinstance(each.ctx, ast.Load)}
        self.assigns = {each.id for each in names if isinstance(each.ctx, ast.Store)}
        is_code = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        self.lines = range(node.lineno, (node.end_lineno or node.lineno) + 1) if is_code else ()


@lru_cache
def _statements(source: str) -> list[_Statement]:
    return [_Statement(node) for node in ast.parse(source).body]
