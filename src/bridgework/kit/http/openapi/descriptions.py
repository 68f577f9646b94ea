"""Descriptions of members and parameters by name, for those without one of their own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bridgework.kit.text import ALPHABETIC_MESSAGE


@dataclass(frozen=True)
class Glossary:
    """What a name means wherever it occurs. A docstring below a member takes precedence."""

    members: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, str] = field(default_factory=dict)


EMPTY = Glossary()


def describe_members(
    components: Mapping[str, dict[str, Any]], descriptions: Mapping[str, str]
) -> None:
    """Add the descriptions to the members of the schemas.

    A rule that a pattern cannot express is kept behind the description.
    """
    for schema in components.values():
        members = schema.get("properties", {})
        for name, member in members.items():
            rule = member.get("description")
            if name in descriptions and rule in {None, ALPHABETIC_MESSAGE}:
                # Keywords beside a reference are ignored in OpenAPI 3.0.
                described = {"allOf": [member]} if "$ref" in member else member
                texts = filter(None, (descriptions[name], rule))
                members[name] = {**described, "description": " ".join(texts)}
