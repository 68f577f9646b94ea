"""Routing by dicts: the time to find an operation does not depend on the number of operations."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import unquote

from bridgework.kit.core import MethodNotAllowed, NoSuchOperation
from bridgework.kit.http.operations.operation import Operation


class RouteMatch(NamedTuple):
    """An operation and the values of its path parameters, in order."""

    operation: Operation
    path_values: tuple[str, ...]


@dataclass(slots=True)
class _Node:
    """A node of the tree of path segments."""

    named: dict[str, "_Node"] = field(default_factory=dict)
    parameter: "_Node | None" = None
    tail: "_Node | None" = None
    """For a last parameter that may contain slashes."""
    methods: dict[str, Operation] = field(default_factory=dict)


class RouteTable:
    """All operations, in a tree of path segments."""

    def __init__(self, operations: Iterable[Operation]) -> None:
        """Raises ValueError for two operations with the same method and path."""
        self._root = _Node()
        for operation in operations:
            self._add(operation)

    def _add(self, operation: Operation) -> None:
        node = self._root
        tail = next(
            (f"{{{parameter.name}}}" for parameter in operation.parameters if parameter.is_tail),
            None,
        )
        for segment in _segments(operation.path):
            if segment == tail:
                node.tail = node = node.tail or _Node()
            elif segment.startswith("{"):
                node.parameter = node = node.parameter or _Node()
            else:
                node = node.named.setdefault(segment, _Node())
        if operation.method in node.methods:
            raise ValueError(f"two operations at {operation.method} {operation.path}")
        node.methods[operation.method] = operation

    def find(self, method: str, path: str) -> RouteMatch:
        """Return the operation of a percent-encoded path, in which `%2F` is not a separator.

        HEAD finds the operation of GET. Raises NoSuchOperation, or MethodNotAllowed with the
        allowed methods.
        """
        node, values = self._walk(path)
        operation = node.methods.get("GET" if method == "HEAD" else method)
        if operation is None:
            raise MethodNotAllowed(", ".join(_allowed(node)))
        return RouteMatch(operation, operation.canonical(values))

    def allowed(self, path: str) -> Sequence[str]:
        """Return the methods of `path`, for OPTIONS. Raises NoSuchOperation."""
        return _allowed(self._walk(path)[0])

    def _walk(self, path: str) -> tuple[_Node, tuple[str, ...]]:
        """Return the node of a path and the values of its parameters. Raises NoSuchOperation.

        A tail takes what no longer path matches: of `/app/{page}` and `/app/jobs/{id}`, the first
        has `/app/jobs` and `/app/jobs/x/matches`.
        """
        node = self._root
        values: list[str] = []
        of_tail: tuple[_Node, tuple[str, ...]] | None = None
        segments = _segments(path)
        for index, segment in enumerate(segments):
            if node.tail is not None and segment:
                rest = "/".join(map(unquote, segments[index:]))
                of_tail = node.tail, (*values, rest)
            following = node.named.get(segment)
            if following is None and segment:  # no parameter is empty
                values.append(unquote(segment))
                following = node.parameter
            if following is None:
                break
            node = following
        else:
            if node.methods:
                return node, tuple(values)
        if of_tail is None:
            raise NoSuchOperation
        return of_tail


def _segments(path: str) -> list[str]:
    return path.split("/")[1:]


def _allowed(node: _Node) -> list[str]:
    methods = [*node.methods, "OPTIONS"]
    if "GET" in node.methods:
        methods.append("HEAD")
    return sorted(methods)
