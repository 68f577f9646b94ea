"""Pydantic's schemas in the JSON Schema dialect of OpenAPI 3.0.3.

The version differs from today's JSON Schema in what the class below overrides: there is no type
`null` but `nullable` beside a type, exclusive bounds are booleans, `const` is an enum of one,
and whatever stands beside a `$ref` is ignored.
"""

from collections import defaultdict
from collections.abc import Iterable
from enum import Enum
from typing import Any

from pydantic import MISSING
from pydantic.json_schema import GenerateJsonSchema, JsonRef, JsonSchemaValue
from pydantic_core import core_schema, to_jsonable_python

REF_TEMPLATE = "#/components/schemas/{model}"

_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number"}
_COMPOSED = {"$ref", "allOf", "anyOf", "oneOf", "not"}


class JsonSchema30(GenerateJsonSchema):
    """Writes every schema as 3.0.3 has it, in the order in which its members are declared."""

    def __init__(
        self, by_alias: bool | None = None, ref_template: str = REF_TEMPLATE, **options: Any
    ) -> None:
        super().__init__(by_alias, ref_template, **options)

    def generate_inner(self, schema: Any) -> JsonSchemaValue:
        """One schema; what stands inside it has come through here before it."""
        written = self._as_text(schema) or super().generate_inner(schema)
        component = self.json_to_defs_refs.get(JsonRef(written.get("$ref", "")))
        if component in self.definitions:
            self.definitions[component] = _to_3_0(self.definitions[component])
            # It would repeat the name of the component.
            self.definitions[component].pop("title", None)
        return _to_3_0(written)

    def _as_text(self, schema: Any) -> JsonSchemaValue | None:
        """What a serializer from text to text leaves true: it chooses a spelling of the format."""
        if self.mode == "validation" or not _writes_text(schema):
            return None
        as_read = super().generate_inner(
            {key: value for key, value in schema.items() if key != "serialization"}
        )
        return as_read if as_read.get("type") == "string" else None

    def enum_schema(self, schema: core_schema.EnumSchema) -> JsonSchemaValue:
        return self._enum([member.value for member in schema["members"]])

    def literal_schema(self, schema: core_schema.LiteralSchema) -> JsonSchemaValue:
        return self._enum(schema["expected"])

    def none_schema(self, schema: core_schema.NoneSchema) -> JsonSchemaValue:  # noqa: ARG002
        return _null()

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return _or_null(self.generate_inner(schema["schema"]))

    def get_union_of_schemas(self, schemas: list[JsonSchemaValue]) -> JsonSchemaValue:
        branches = [each for each in schemas if each not in (_null(), {"type": "null"})]
        if not branches:
            return _null()
        union = super().get_union_of_schemas(branches)
        return _or_null(union) if len(branches) < len(schemas) else union

    def tuple_schema(self, schema: core_schema.TupleSchema) -> JsonSchemaValue:
        """An array of so many items of any of the types: 3.0 can't say which stands where."""
        items = [self.generate_inner(item) for item in schema["items_schema"]]
        written: JsonSchemaValue = {"type": "array", "items": {}}
        if items:
            written["items"] = self.get_union_of_schemas(items)
        any_number = "variadic_item_index" in schema
        written["minItems"] = len(items) - any_number
        if not any_number:
            written["maxItems"] = len(items)
        self.update_with_validations(written, schema, self.ValidationsMapping.array)
        return written

    def field_is_required(self, field: Any, total: bool) -> bool:
        """Never if the member may be MISSING, which is not written either."""
        inner = field["schema"]
        may_be_missing = inner["type"] == "default" and inner.get("default") is MISSING
        return not may_be_missing and super().field_is_required(field, total)

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002
        return False

    def sort(self, value: JsonSchemaValue, parent_key: str | None = None) -> JsonSchemaValue:  # noqa: ARG002
        return value

    def _enum(self, values: Iterable[object]) -> JsonSchemaValue:
        by_type: dict[str, list[object]] = defaultdict(list)
        for value in values:
            plain = to_jsonable_python(value.value if isinstance(value, Enum) else value)
            by_type[_TYPES.get(type(plain), "null")].append(plain)
        return self.get_union_of_schemas(
            [
                {"type": kind} if kind == "null" else {"type": kind, "enum": enum}
                for kind, enum in by_type.items()
            ]
        )


def _writes_text(schema: Any) -> bool:
    written = schema.get("serialization", {})
    return (
        written.get("type") == "function-plain"
        and (written.get("return_schema") or {}).get("type") == "str"
    )


def _null() -> JsonSchemaValue:
    """Null and nothing else: `nullable` holds only beside a type, and an enum must list it."""
    return {"type": "object", "nullable": True, "enum": [None]}


def _or_null(schema: JsonSchemaValue) -> JsonSchemaValue:
    """`schema`, or null. `allOf` can't loosen what it holds, so a reference needs `anyOf`."""
    if not schema.keys() & _COMPOSED:
        if "type" not in schema:
            return schema  # what names no type takes null as it is
        listed = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
        return {**schema, "nullable": True, **listed}
    branches = schema["anyOf"] if schema.keys() == {"anyOf"} else [schema]
    return {"anyOf": [*branches, *([] if _null() in branches else [_null()])]}


def _to_3_0(schema: JsonSchemaValue) -> JsonSchemaValue:
    """One node; idempotent, since metadata may be laid over what was written before."""
    node = {
        key: value
        for key, value in schema.items()
        if key not in {"propertyNames", "contentMediaType", "contentEncoding"}
    }
    for exclusive, limit, stricter in (
        ("exclusiveMinimum", "minimum", max),
        ("exclusiveMaximum", "maximum", min),
    ):
        bound = node.get(exclusive)
        if bound is not None and not isinstance(bound, bool):
            node[limit] = stricter(bound, node.get(limit, bound))
            node[exclusive] = node[limit] == bound
    if "const" in node:
        node["enum"] = [node.pop("const")]
    if isinstance(node.get("examples"), list):
        node["example"] = node.pop("examples")[0]
    if "patternProperties" in node:
        (node["additionalProperties"],) = node.pop("patternProperties").values()
    if "$ref" in node and len(node) > 1:
        node = {"allOf": [{"$ref": node.pop("$ref")}], **node}
    return node
