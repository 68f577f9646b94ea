"""From method and path to the operation, through dicts: the last route is as fast as the first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import unquote

from bridgework.kit.errors import MethodNotAllowed, NoSuchOperation
from bridgework.kit.http.operation import Operation


class RouteMatch(NamedTuple):
    """An operation and the values of its path's parameters, in order."""

    operation: Operation
    path_values: tuple[str, ...]


@dataclass(slots=True)
class _Node:
    """One segment of the paths."""

    named: dict[str, "_Node"] = field(default_factory=dict)
    parameter: "_Node | None" = None
    tail: "_Node | None" = None
    """For a last parameter that may hold slashes."""
    methods: dict[str, Operation] = field(default_factory=dict)


class RouteTable:
    """Every operation, found by walking a path's segments."""

    def __init__(self, operations: Iterable[Operation]) -> None:
        """Raises ValueError for two operations with the same method and path."""
        self._root = _Node()
        self._fixed: dict[str, _Node] = {}
        for operation in operations:
            self._add(operation)

    def _add(self, operation: Operation) -> None:
        node = self._root
        tail = next((f"{{{each.name}}}" for each in operation.parameters if each.is_tail), None)
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
        if "{" not in operation.path:
            self._fixed[operation.path] = node

    def find(self, method: str, path: str) -> RouteMatch:
        """The operation at `path`, which is percent-encoded, so that `%2F` separates nothing.

        HEAD finds what GET would. Raises NoSuchOperation, or MethodNotAllowed with the methods
        that are allowed.
        """
        node, values = self._node(path)
        operation = node.methods.get("GET" if method == "HEAD" else method)
        if operation is None:
            raise MethodNotAllowed(", ".join(_allowed(node)))
        return RouteMatch(operation, tuple(values))

    def allowed(self, path: str) -> Sequence[str]:
        """The methods of `path`, for OPTIONS. Raises NoSuchOperation."""
        return _allowed(self._node(path)[0])

    def _node(self, path: str) -> tuple[_Node, Sequence[str]]:
        values: list[str] = []
        node = self._fixed.get(path) or self._walk(path, values)
        if node is None or not node.methods:
            raise NoSuchOperation
        return node, values

    def _walk(self, path: str, values: list[str]) -> _Node | None:
        node: _Node | None = self._root
        segments = _segments(path)
        for index, segment in enumerate(segments):
            if node is None:
                return None
            known = node.named.get(segment)
            if known is None and not segment:
                return None  # no parameter is empty
            if known is None and node.tail is not None:
                values.append("/".join(map(_decoded, segments[index:])))
                return node.tail
            if known is None:
                values.append(_decoded(segment))
            node = known or node.parameter
        return node


def _decoded(segment: str) -> str:
    return unquote(segment) if "%" in segment else segment


def _segments(path: str) -> list[str]:
    return path.split("/")[1:]


def _allowed(node: _Node) -> list[str]:
    methods = [*node.methods, "OPTIONS"]
    if "GET" in node.methods:
        methods.append("HEAD")
    return sorted(methods)
