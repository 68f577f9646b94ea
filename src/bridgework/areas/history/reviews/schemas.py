"""Field types of changes that wait for a review."""

from typing import Literal

from typing_extensions import TypeAliasType

ChangeKindName = Literal["role_changed", "identity_changed"]
ChangeKind = TypeAliasType("ChangeKind", ChangeKindName)
"""The kinds of changes: the text of an active role, and who a verified person is."""
