"""The docstrings below the members of a class, for documents.

They are read from the source when a document needs them. If Pydantic looked for them when it
creates a class, as its `use_attribute_docstrings` asks for, that would take a seventh of the start.
"""

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from functools import cache

from pydantic import BaseModel


def member_docstrings(model: type[BaseModel]) -> Mapping[str, str]:
    """The docstring of each member of a class by its name, inherited ones included."""
    found: dict[str, str] = {}
    for ancestor in reversed(model.__mro__):
        declared = model.model_fields.keys() & inspect.get_annotations(ancestor).keys()
        if declared:
            described = _classes_of(ancestor.__module__).get(ancestor.__qualname__, {})
            found = {name: text for name, text in found.items() if name not in declared}
            found |= {name: described[name] for name in declared & described.keys()}
    return found


@cache
def _classes_of(module: str) -> Mapping[str, Mapping[str, str]]:
    """The docstrings of the members of each class in a module, by its qualified name."""
    try:
        source = inspect.getsource(sys.modules[module])
    except (KeyError, OSError, TypeError):  # a class without a source, such as a generated one
        return {}
    return {name: dict(_described(node)) for name, node in _classes_in(ast.parse(source), "")}


def _classes_in(node: ast.AST, outer: str) -> Iterator[tuple[str, ast.ClassDef]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield outer + child.name, child
            yield from _classes_in(child, f"{outer}{child.name}.")
        elif isinstance(child, ast.FunctionDef):
            yield from _classes_in(child, f"{outer}{child.name}.<locals>.")
        else:
            yield from _classes_in(child, outer)


def _described(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for member, below in zip(node.body, node.body[1:], strict=False):
        if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
            match below:
                case ast.Expr(ast.Constant(str(text))):
                    yield member.target.id, inspect.cleandoc(text)
