"""The OpenAPI document as text that shows what callers notice: sorted, a line for each member.

Texts, examples and the order of members are left out, so a diff has only changes of the API.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Json = Mapping[str, Any]

_METHODS = frozenset({"delete", "get", "head", "patch", "post", "put"})
_TEXTS = frozenset({"description", "example", "examples", "summary", "tags", "title"})
_IN_OPERATION = {"operationId", "parameters", "requestBody", "responses", "security"}
_IN_OPERATION |= {"x-error-codes"}  # they are in the lines of the responses
_IN_PARAMETER = {"in", "name", "required", "schema"}
_IN_TYPE = {"$ref", "allOf", "anyOf", "enum", "format", "items", "nullable", "properties"}
_IN_TYPE |= {"required", "type"}
_HEADER = " header "
"""Between the status of a response and the name of a header that it has."""


def to_text(document: Json) -> str:
    """Return the operations by operationId, then the schemas by name."""
    operations = {
        operation["operationId"]: [f"{method.upper()} {path}", *_operation(document, operation)]
        for path, item in document["paths"].items()
        for method, operation in item.items()
        if method in _METHODS
    }
    shared = _shared_lines([*operations.values()])
    own = {name: [line for line in operations[name] if line not in shared] for name in operations}
    components = document["components"]
    schemas = {**components["schemas"], **_line_schemas(document)}
    security = components["securitySchemes"]
    return "\n".join(
        [
            _block("# Every operation, and every response of a status", sorted(shared)),
            *(_block(name, own[name]) for name in sorted(own)),
            *(_block(name, _component(schemas[name])) for name in sorted(schemas)),
            *(_block(name, _keywords(security[name])) for name in sorted(security)),
        ]
    )


def _shared_lines(operations: Sequence[Sequence[str]]) -> set[str]:
    """The lines of every operation, and of every operation that has the status of the header."""
    return {
        line
        for line in {line for operation in operations for line in operation}
        if all(
            line in operation
            for operation in operations
            if _HEADER not in line or any(each.startswith(line[:3]) for each in operation)
        )
    }


def _line_schemas(document: Json) -> Json:
    """The schemas of the lines of files, which are no components."""
    found: dict[str, Any] = {}
    for item in document["paths"].values():
        for operation in item.values():
            found |= operation.get("requestBody", {}).get("x-line-schemas", {})
    return found


def _block(name: str, lines: Iterable[str]) -> str:
    return "".join([f"{name}\n", *(f"    {line}\n" for line in lines)])


def _operation(document: Json, operation: Json) -> list[str]:
    """The lines of an operation: callers, parameters, the body, and responses."""
    lines = [f"accepts {' and '.join(each)}" for each in operation["security"]]
    lines += [] if lines else ["accepts no credentials"]
    for reference in operation["parameters"]:
        parameter = _resolved(document, reference)
        name = f"{parameter['in']} {parameter['name']}{_mark(parameter.get('required'))}"
        lines.append(_line(name, parameter["schema"], _keywords(parameter, _IN_PARAMETER)))
    body = operation.get("requestBody", {})
    for media_type, media in body.get("content", {}).items():
        lines.append(_line(f"body{_mark(body.get('required'))} {media_type}", media["schema"]))
    responses = {
        status: _resolved(document, response) for status, response in operation["responses"].items()
    }
    headers = [set(response["headers"]) for response in responses.values()]
    everywhere = set.intersection(*headers)
    lines += [f"each response: {name}" for name in everywhere]
    for status, response in responses.items():
        lines += [f"{status}{_HEADER}{name}" for name in set(response["headers"]) - everywhere]
        lines += _content(status, response.get("content", {}))
    lines += _keywords(operation, _IN_OPERATION)
    return sorted(lines)


def _content(status: str, content: Json) -> Iterator[str]:
    """Yield the media types of a response, or the codes of an error."""
    for media_type, media in content.items():
        codes = sorted(media.get("examples", ())) if status >= "400" else []
        of = f"{media_type} " if media_type != "application/json" else ""
        yield f"{status} {' '.join(codes)}" if codes else _line(f"{status} {of}", media["schema"])


def _resolved(document: Json, value: Json) -> Json:
    found: Any = value
    if "$ref" in value:
        found = document
        for name in value["$ref"].removeprefix("#/").split("/"):
            found = found[name]
    resolved: Json = found
    return resolved


def _component(schema: Json) -> Iterator[str]:
    """Yield the members of an object, the values of an enumeration, or a type."""
    if "properties" in schema:
        yield from _members(schema)
    elif "enum" in schema:
        yield from sorted(map(json.dumps, schema["enum"]))
    else:
        yield _type(schema)
        return
    yield from (["null"] if schema.get("nullable") and "enum" not in schema else [])
    yield from _keywords(schema, _IN_TYPE)


def _members(schema: Json) -> Iterator[str]:
    required = schema.get("required", ())
    for name, member in sorted(schema["properties"].items()):
        yield _line(f"{name}{_mark(name in required)}", member)


def _mark(required: object) -> str:
    return "" if required else "?"


def _line(name: str, schema: Json, further: Iterable[str] = ()) -> str:
    return ", ".join([f"{name.strip()}: {_type(schema)}", *further])


def _type(schema: Json) -> str:
    """The type and the limits of a schema, in a line."""
    null = " | null" if schema.get("nullable") else ""
    return ", ".join([_plain_type(schema) + null, *_keywords(schema, _IN_TYPE)])


def _plain_type(schema: Json) -> str:
    match schema:
        case {"$ref": str(reference)}:
            return reference.rpartition("/")[2]
        case {"allOf": choices}:
            return " & ".join(map(_type, choices))
        case {"anyOf": choices}:
            return " | ".join(map(_type, choices))
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values if value is not None) or "null"
    return _collection(schema)


def _collection(schema: Json) -> str:
    if "items" in schema:
        return f"[{_type(schema['items'])}]"
    if "properties" in schema:
        return f"{{{'; '.join(_members(schema))}}}"
    return " ".join(str(schema[key]) for key in ("type", "format") if key in schema) or "any"


def _keywords(schema: Json, without: Iterable[str] = ()) -> list[str]:
    """The other keywords of a part of the document, each with its value."""
    hidden = _TEXTS.union(without)
    return [
        f"{name} {json.dumps(value, ensure_ascii=False, sort_keys=True)}"
        for name, value in sorted(schema.items())
        if name not in hidden
    ]
