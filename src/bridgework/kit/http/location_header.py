"""The path of a created record: a template with members of the record in braces.

`/jobs/{id}` is filled from the record's `id`, `/events/{event.id}` from that of the record within.
"""

import re
from collections.abc import Callable
from operator import attrgetter
from typing import Any
from urllib.parse import quote

from bridgework.kit.schemas import ResponseModel

_MEMBER = re.compile(r"\{([^{}]*)\}")


def filler(template: str, made: Any) -> Callable[[ResponseModel], str]:
    """A function that renders the path of a record of the type `made`.

    Members are called by their Python names. Raises TypeError where `made` has none such.
    """
    members = _MEMBER.findall(template)
    for member in members:
        _must_be_told(made, member, template)
    form = _MEMBER.sub("{}", template)
    readers = [attrgetter(member) for member in members]
    return lambda record: form.format(*(quote(str(read(record)), safe="") for read in readers))


def _must_be_told(made: Any, member: str, template: str) -> None:
    for name in member.split("."):
        is_record = isinstance(made, type) and issubclass(made, ResponseModel)
        if not is_record or name not in made.model_fields:
            raise TypeError(f"{template}: what is made has no {member}")
        made = made.model_fields[name].annotation
