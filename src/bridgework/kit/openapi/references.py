"""Where a document points to its own components."""

from collections.abc import Iterator


def references(node: object) -> Iterator[str]:
    """Every `$ref` at or below `node`; `node` is plain JSON.

    A `$ref` whose value is no text is the name of a member and points nowhere.
    """
    if isinstance(node, dict):
        target = node.get("$ref")
        if isinstance(target, str):
            yield target
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)
