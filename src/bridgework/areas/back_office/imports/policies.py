"""Who may act on imports, and in which states."""

from collections.abc import Sequence

from bridgework.areas.back_office.imports.errors import ImportEnded
from bridgework.areas.back_office.imports.schemas import ImportState
from bridgework.kit.actions import ActionRule, Refusal
from bridgework.kit.security import Caller, admin


def _is_running(_: Caller, state: ImportState) -> Refusal | None:
    return None if state == "running" else ImportEnded


CANCEL = ActionRule[ImportState]("adminCancelImport", admin, when=_is_running)
RULES: Sequence[ActionRule[ImportState]] = (
    ActionRule[ImportState]("adminGetImport", admin),
    CANCEL,
)
"""The rules of the operations on an import, by its state."""
