"""The response models of matches."""

from typing import Generic, Literal, TypeVar

from typing_extensions import TypeAliasType

from bridgework.areas.people.matching.formula import CriterionOutcome
from bridgework.kit.data.pagination import CursorPage
from bridgework.kit.validation import ResponseModel

Card = TypeVar("Card", bound=ResponseModel)
Item = TypeVar("Item", bound=ResponseModel)
EmptyReason = TypeAliasType(
    "EmptyReason", Literal["not_verified", "not_looking", "profile_incomplete", "no_matches"]
)


class MatchQuote(ResponseModel):
    """Words of a profile that are a reason for points."""

    member: str
    """The member of the profile or the card that the words are from."""
    quote: str
    """At most 120 characters, with single spaces; without e-mail addresses, numbers and links."""


class MustHave(ResponseModel):
    """A criterion that limits the score if it is not met."""

    name: str
    """The criterion."""
    met: bool | None
    """Null if the profile does not state it."""


class MatchCriterion(ResponseModel):
    """A criterion of a match."""

    name: str
    """The criterion. A requirement that must be met and is not is a line of its own."""
    weight: int
    points: int
    outcome: CriterionOutcome
    evidence: str
    found: list[MatchQuote]
    """At most five quotes of the profile, each with its member."""
    missing: list[str]
    """What the posting asks for and the profile does not state. Empty if the criterion is met."""


class MatchWith(ResponseModel, Generic[Card]):
    """A match with a person or a posting. The points of its criteria add up to its score."""

    subject: Card
    match_score: int | None
    match_insights: str
    criteria: list[MatchCriterion]
    must_haves: list[MustHave]
    """The criteria that limit the score if they are not met."""
    formula_version: str


class Improvement(ResponseModel):
    """A member that the caller's profile does not state."""

    member: str
    """The member of the profile or the card."""
    gain: int
    """The points that it could add at most."""


class OwnMatchWith(MatchWith[Card], Generic[Card]):
    """The caller's own match with a posting, as its owner sees it, and how it could improve."""

    improve: list[Improvement]
    """At most three members that the profile does not state, most points first. The gains do not
    add up."""
    empty_reason: EmptyReason | None
    """Why there is no match; null if there is one."""


class MatchPage(CursorPage[Item], Generic[Item]):
    """A page of matches. `emptyReason` is null unless the whole list is empty."""

    empty_reason: EmptyReason | None
