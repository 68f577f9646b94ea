"""The path of a created record, from a template with members of the record in braces.

`/jobs/{id}` uses the record's `id`, `/events/{event.id}` the `id` of the nested record `event`.
"""

import re
from collections.abc import Callable
from operator import attrgetter
from typing import Any
from urllib.parse import quote

from bridgework.kit.schemas import ResponseModel

_MEMBER = re.compile(r"\{([^{}]*)\}")


def path_renderer(template: str, record_type: Any) -> Callable[[ResponseModel], str]:
    """Return a function that renders the path of a record of the type `record_type`.

    Members have their Python names. Raises TypeError if `record_type` lacks a member.
    """
    members = _MEMBER.findall(template)
    for member in members:
        _must_have_member(record_type, member, template)
    form = _MEMBER.sub("{}", template)
    readers = [attrgetter(member) for member in members]
    return lambda record: form.format(*(quote(str(read(record)), safe="") for read in readers))


def _must_have_member(record_type: Any, member: str, template: str) -> None:
    for name in member.split("."):
        is_record = isinstance(record_type, type) and issubclass(record_type, ResponseModel)
        if not is_record or name not in record_type.model_fields:
            raise TypeError(f"{template}: the created record has no {member}")
        record_type = record_type.model_fields[name].annotation
