"""Rules of actions: who may call an operation on a record, and in which of its states.

    CLOSE = ActionRule("closeJob", member, by=in_charge(NotTheClinic), when=may_close)

    CLOSE.must_allow(context.caller, job)                   # in the action
    rules.allowed_actions(RULES, caller, job)               # in the serializer

So `allowedActions` of a record and the refusals of its operations follow from the same checks.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from bridgework.kit.core import ApiError, InvalidTransition
from bridgework.kit.security import Caller, Who

Facts = TypeVar("Facts")

Refusal = Callable[[], ApiError]
"""An error class, or a function that creates an error."""
Check = Callable[[Caller, Facts], Refusal | None]
"""Returns why a call is refused, None if it is not. It reads nothing but its arguments."""


def _never_refuse(_caller: Caller, _facts: object) -> None:
    return None


@dataclass(frozen=True)  # with slots, `ActionRule[Facts](…)` raises an error
class ActionRule(Generic[Facts]):
    """Who may call an operation on a record, and when. `Facts` is what the checks read of it.

    Limits of an account or of a time, such as quotas, and the members of a request are not part of
    a rule: they do not belong to the record.
    """

    operation_id: str
    who: Who
    """As in the declaration of the operation, which refuses other callers."""
    by: Check[Facts] = _never_refuse
    """Whether the record is one that the caller may call the operation for."""
    when: Check[Facts] = _never_refuse
    """Whether the record is in a state that allows the call."""

    def allows(self, caller: Caller, facts: Facts) -> bool:
        """Whether the rule allows a call by `caller` now."""
        return (
            self.who.allows(caller)
            and self.by(caller, facts) is None
            and self.when(caller, facts) is None
        )

    def must_allow(self, caller: Caller, facts: Facts) -> None:
        """Raise the error of the first check that refuses the call."""
        self.must_allow_caller(caller, facts)
        self.must_allow_state(caller, facts)

    def must_allow_caller(self, caller: Caller, facts: Facts) -> None:
        """Raise the error of `by`. For actions that check the version before the state."""
        _raise(self.by(caller, facts))

    def must_allow_state(self, caller: Caller, facts: Facts) -> None:
        """Raise the error of `when`."""
        _raise(self.when(caller, facts))


def allowed_actions(rules: Iterable[ActionRule[Facts]], caller: Caller, facts: Facts) -> list[str]:
    """Return the operationIds that `caller` may call on a record now, in the order of `rules`."""
    return [rule.operation_id for rule in rules if rule.allows(caller, facts)]


def refuse_move(state: str, open_moves: Sequence[str], to: str | None = None) -> Refusal | None:
    """Return the refusal of the move `to`, or of every move; None if it is among the open ones."""
    is_open = bool(open_moves) if to is None else to in open_moves
    return None if is_open else partial(InvalidTransition, state, open_moves)


def _raise(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise refusal()
