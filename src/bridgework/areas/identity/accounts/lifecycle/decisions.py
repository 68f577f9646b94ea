"""Who decided on a record last. An administrator whose decision is refused gets the answer."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache

from bridgework.areas.identity.accounts.lifecycle import decision_queries
from bridgework.areas.identity.accounts.schemas import Decider, Decision
from bridgework.context import Context
from bridgework.kit.core import ApiError, Id, InvalidTransition, PreconditionFailed
from bridgework.kit.data.db import Tx


@cache
def none() -> Decision:
    """Return what is known of a record on which no administrator has decided."""
    return Decision(decision=None, decided_by=None, decided_at=None)


@cache
def _example() -> Decision:
    by = Decider(id=Id("01941f38-c228-73e2-bb1f-5a1c5a6b7d3e"), name="Root Admin")
    at = datetime(2026, 11, 25, 2, 10, tzinfo=UTC)
    return Decision(decision="job.approve", decided_by=by, decided_at=at)


class AlreadyDecided(InvalidTransition, family=True):
    """The error of a decision that is no longer open, for administrators."""

    component = "DecidedError"

    def __init__(self, message: str | None = None, last: Decision | None = None) -> None:
        """`last` is the last decision on the record; without it, that of the documentation."""
        super(InvalidTransition, self).__init__(message)
        self._last = last or _example()

    def body(self) -> Mapping[str, object]:
        return {**super().body(), **_members_of(self._last)}


class ChangedMeanwhile(PreconditionFailed, family=True):
    """The error of a decision about a former version, for administrators."""

    component = "DecidedError"

    def __init__(self, last: Decision | None = None) -> None:
        """`last` is the last decision on the record; without it, that of the documentation."""
        super().__init__()
        self._last = last or _example()

    def body(self) -> Mapping[str, object]:
        return {**super().body(), **_members_of(self._last)}


REFUSALS: tuple[type[ApiError], ...] = (AlreadyDecided, ChangedMeanwhile)
"""The errors of an operation that decides on a record in some of its states."""


def find_last(tx: Tx, target: Id) -> Decision:
    """Return the last decision of an administrator on a record."""
    last = decision_queries.find_last(tx, target)
    if last is None:
        return none()
    by = Decider(id=last.id, name=last.name)
    return Decision(decision=last.action, decided_by=by, decided_at=last.at)


@contextmanager
def named_in_refusals(context: Context, target: Id) -> Iterator[None]:
    """Add the last decision on a record to a refusal because of its version or its state.

    Callers who are no administrators do not get it: the members are null.
    """
    try:
        yield
    except PreconditionFailed as error:
        raise ChangedMeanwhile(_last_for(context, target)) from error
    except InvalidTransition as error:
        raise AlreadyDecided(error.message, _last_for(context, target)) from error


def _last_for(context: Context, target: Id) -> Decision:
    return find_last(context.tx, target) if context.caller.is_admin else none()


def _members_of(decision: Decision) -> Mapping[str, object]:
    return decision.model_dump(mode="json", by_alias=True)
