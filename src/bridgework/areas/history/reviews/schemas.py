"""Field types of changes that wait for a review, and a changed member in responses."""

from typing import Literal

from typing_extensions import TypeAliasType

from bridgework.kit.validation import ResponseModel

ChangeKindName = Literal["role_changed", "identity_changed"]
ChangeKind = TypeAliasType("ChangeKind", ChangeKindName)
"""The kinds of changes: the text of an active role, and who a verified person is."""


class MemberChange(ResponseModel):
    """A member that was changed, as lines of text."""

    member: str
    """The name of the member, such as `firstName` or `licenses`."""
    before: list[str]
    """The value that an administrator read last: a line for each item of a list. Empty if it was
    not stated."""
    after: list[str]
    """The value now. Empty if it is not stated."""
