"""The errors of introductions."""

from collections.abc import Mapping
from datetime import UTC, datetime

from typing_extensions import override

from bridgework.areas.work.introductions.schemas import IntroductionLimitReachedError
from bridgework.kit.core import Conflict, Forbidden, NotFound

_EXAMPLE = datetime(2026, 1, 2, 9, 30, tzinfo=UTC)
"""The time in the example of the documentation."""


class IntroductionNotFound(NotFound):
    """This introduction does not exist, or you may not read it."""


class RecipientNotFound(NotFound):
    """There is no such member with this posting or profile, or it is not open."""


class IntroductionNotAllowed(Forbidden):
    """Members with your roles may not ask for this kind of introduction."""


class OwnIntroduction(Conflict):
    """You cannot ask for an introduction to yourself."""


class IntroductionOpen(Conflict):
    """You have an open introduction to this member: wait for an answer, or withdraw it."""


class IntroductionLimitReached(Conflict):
    """You have asked for as many introductions as you may: `availableAt` says until when."""

    component = "IntroductionLimitReachedError"

    def __init__(self, available_at: datetime = _EXAMPLE) -> None:
        """`available_at` is from when the next request is accepted."""
        super().__init__()
        self._available_at = available_at

    @override
    def body(self) -> Mapping[str, object]:
        body = IntroductionLimitReachedError(
            error=self.code,
            message=self.message,
            available_at=self._available_at,
        )
        return body.model_dump(mode="json", by_alias=True)


class NotTheRecipient(Forbidden):
    """Only the recipient may answer an introduction."""


class NotTheSender(Forbidden):
    """Only the sender may withdraw an introduction."""
