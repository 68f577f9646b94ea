"""Warnings about the text of a posting, for its owner and administrators."""

from collections.abc import Iterator, Sequence
from itertools import chain

from bridgework.areas.work.postings.records import PostingFields
from bridgework.areas.work.postings.schemas import PostingWarning
from bridgework.kit.validation import to_wire_name
from bridgework.terminology import protected

_OTHERS = frozenset({"company_name", "contact_person", "contact_email"})
"""Members that say nothing about the wanted person."""


def warnings_of(fields: PostingFields) -> Iterator[PostingWarning]:
    """Yield the demands for protected characteristics in the texts of a posting."""
    for name, value in fields._asdict().items():
        if name not in _OTHERS:
            for demand in chain.from_iterable(map(protected.demands, _texts(value))):
                yield PostingWarning(
                    code="protected_characteristic",
                    member=to_wire_name(name),
                    characteristic=demand.characteristic,
                    text=demand.text,
                )


def _texts(value: object) -> Sequence[str]:
    """Return the texts of a member: one, a list, or none if it is a number."""
    if isinstance(value, str):
        return [value]
    return value if isinstance(value, list | tuple) else ()
