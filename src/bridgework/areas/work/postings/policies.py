"""The checks that the rules of postings and applications use, whatever the type of posting."""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from bridgework.areas.people.matching.schemas import EmptyReason
from bridgework.areas.work.postings.errors import NoOffer, NotTheApplicant, OfferAnswered
from bridgework.areas.work.postings.records import Applied, PostingFields, PostingThen
from bridgework.kit.actions import ActionRule, Check, Refusal, refuse_move
from bridgework.kit.core import Conflict, Forbidden, Id, InvalidTransition, Moves
from bridgework.kit.security import Caller


class PostingFacts(NamedTuple):
    """What the rules of a posting read of it."""

    owner_id: Id
    status: str
    has_applied: bool = False
    """Whether the caller has applied to it. Only the rule of applying reads it."""


class ApplicationFacts(NamedTuple):
    """What the rules of an application read of it."""

    owner_id: Id
    """The owner of the posting."""
    applicant_id: Id
    status: str
    has_cv: bool = False
    """Whether its CV can be opened. Only jobs have CVs."""
    has_answered: bool = False
    """Whether the applicant has answered the offer."""


PostingRule = ActionRule[PostingFacts]
ApplicationRule = ActionRule[ApplicationFacts]


def is_in_charge(caller: Caller, owner_id: Id) -> bool:
    """Whether the caller is the owner of the posting or an administrator."""
    return caller.is_admin or owner_id == caller.account_id


def side(caller: Caller, owner_id: Id) -> str:
    """Return whether the caller changes a posting as its `owner` or as an `admin`."""
    return "owner" if owner_id == caller.account_id else "admin"


def of_posting_in_charge(error: type[Forbidden]) -> Check[PostingFacts]:
    """Return the check that the caller is in charge of a posting."""
    return lambda caller, posting: None if is_in_charge(caller, posting.owner_id) else error


def of_application_in_charge(error: type[Forbidden]) -> Check[ApplicationFacts]:
    """Return the check that the caller is in charge of the posting of an application."""
    return lambda caller, application: None if is_in_charge(caller, application.owner_id) else error


def may_move(moves: Mapping[str, Moves], to: str) -> Check[PostingFacts]:
    """Return the check that the caller may move a posting to a status, by their `side`."""

    def check(caller: Caller, posting: PostingFacts) -> Refusal | None:
        open_moves = moves[side(caller, posting.owner_id)].get(posting.status, ())
        return refuse_move(posting.status, open_moves, to)

    return check


def may_decide(moves: Moves, to: str, among: Moves | None = None) -> Check[PostingFacts]:
    """Return the check that an administrator may move a posting to a status.

    A refusal names the moves `among` which the administrator can choose, by other operations too.
    """

    def check(_: Caller, posting: PostingFacts) -> Refusal | None:
        if to in moves.get(posting.status, ()):
            return None
        return partial(InvalidTransition, posting.status, (among or moves).get(posting.status, ()))

    return check


def may_apply(
    open_status: str,
    *,
    own_posting: type[Conflict],
    not_open: type[Conflict],
    already_applied: type[Conflict],
) -> Check[PostingFacts]:
    """Return the check that a posting takes an application of the caller."""

    def check(caller: Caller, posting: PostingFacts) -> Refusal | None:
        if posting.owner_id == caller.account_id:
            return own_posting
        if posting.status != open_status:
            return not_open
        return already_applied if posting.has_applied else None

    return check


def is_applicant(caller: Caller, application: ApplicationFacts) -> Refusal | None:
    """Refuse callers other than the applicant."""
    return None if application.applicant_id == caller.account_id else NotTheApplicant


def may_decide_application(moves: Moves) -> Check[ApplicationFacts]:
    """Return the check that any decision on an application is open."""
    return lambda _, application: refuse_move(application.status, moves.get(application.status, ()))


def may_withdraw(moves: Moves) -> Check[ApplicationFacts]:
    """Return the check that an application can be withdrawn."""
    return lambda _, application: refuse_move(
        application.status, moves.get(application.status, ()), "withdrawn"
    )


def may_answer(offered: str) -> Check[ApplicationFacts]:
    """Return the check that an application has an offer that is not answered."""

    def check(_: Caller, application: ApplicationFacts) -> Refusal | None:
        if application.status != offered:
            return NoOffer
        return OfferAnswered if application.has_answered else None

    return check


def application_facts(applied: Applied[Any, Any]) -> ApplicationFacts:
    """Return the facts of an application with its posting."""
    return ApplicationFacts(
        applied.posting.user_id,
        applied.application.applicant_id,
        applied.application.status,
        has_cv=applied.now.has_cv,
        has_answered=applied.application.offer_answer is not None,
    )


def applied_to(fields: PostingFields) -> PostingThen:
    """Return what an application keeps of the members of its posting."""
    return PostingThen(fields.role_needed, fields.company_name, fields.location)


def why_not_matched(status: str) -> EmptyReason:
    """Return why a posting that is not open has no matches."""
    return "not_verified" if status in {"pending", "rejected"} else "not_looking"
