"""From method and path to the operation: the last route is as fast as the first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from bridgework.kit.errors import MethodNotAllowed, NoSuchOperation
from bridgework.kit.http.operation import Operation


@dataclass(slots=True)
class _Node:
    """One step into the paths: by its name, or by whatever stands there."""

    named: dict[str, "_Node"] = field(default_factory=dict)
    any: "_Node | None" = None
    rest: "_Node | None" = None
    """Where whatever follows, slashes and all, is one value."""
    methods: dict[str, Operation] = field(default_factory=dict)


class Dispatch:
    """Every operation of the house, found by walking a path's segments through dicts."""

    def __init__(self, operations: Iterable[Operation]) -> None:
        self._root = _Node()
        self._fixed: dict[str, _Node] = {}
        for operation in operations:
            self._add(operation)

    def _add(self, operation: Operation) -> None:
        node = self._root
        tail = next((f"{{{one.name}}}" for one in operation.parameters if one.is_tail), None)
        for segment in _segments(operation.path):
            if segment == tail:
                node.rest = node = node.rest or _Node()
            elif segment.startswith("{"):
                node.any = node = node.any or _Node()
            else:
                node = node.named.setdefault(segment, _Node())
        if operation.method in node.methods:
            raise ValueError(f"two operations at {operation.method} {operation.path}")
        node.methods[operation.method] = operation
        if "{" not in operation.path:
            self._fixed[operation.path] = node

    def find(self, method: str, path: str) -> tuple[Operation, Sequence[str]]:
        """The operation and the values of its path's parameters, in order.

        `path` is as it came, percent-encoded, so that an encoded slash parts nothing. HEAD finds
        what GET would. Raises NoSuchOperation, or MethodNotAllowed with what is allowed.
        """
        values: list[str] = []
        node = self._fixed.get(path) or self._walk(path, values)
        if node is None or not node.methods:
            raise NoSuchOperation
        operation = node.methods.get("GET" if method == "HEAD" else method)
        if operation is None:
            raise MethodNotAllowed(", ".join(_allowed(node)))
        return operation, values

    def allowed(self, path: str) -> Sequence[str]:
        """The methods that `path` knows, for OPTIONS. Raises NoSuchOperation."""
        node = self._fixed.get(path) or self._walk(path, [])
        if node is None or not node.methods:
            raise NoSuchOperation
        return _allowed(node)

    def _walk(self, path: str, values: list[str]) -> _Node | None:
        node: _Node | None = self._root
        segments = _segments(path)
        for place, segment in enumerate(segments):
            if node is None:
                return None
            known = node.named.get(segment)
            if known is None and not segment:
                return None  # an empty segment names nothing
            if known is None and node.rest is not None:
                values.append("/".join(map(_decoded, segments[place:])))
                return node.rest
            if known is None:
                values.append(_decoded(segment))
            node = known or node.any
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
