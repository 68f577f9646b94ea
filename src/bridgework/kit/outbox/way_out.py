"""Where letters go: what every way out does, and how it says that it can't."""

from datetime import timedelta
from typing import Protocol


class LetterPutOff(Exception):
    """The letter was not taken this time; the text says why."""


class LetterRefused(Exception):
    """The letter will not be taken, however often it is tried; the text says why."""


class WayBlocked(Exception):
    """Nothing goes out by this way for now, whichever letter it is; the text says why."""


class WayOut(Protocol):
    """A folder, a mail server."""

    longest: timedelta = timedelta(0)
    """The most that one `deliver` takes; beyond it, it has failed."""

    def open(self) -> None:
        """Make ready to deliver, unless it is. Raises WayBlocked.

        It may take as long as it likes: nobody relies on a letter while this runs.
        """
        return

    def deliver(self, message_id: str, recipient: str, message: bytes) -> None:
        """Hand one letter over; `open` came before.

        Raises WayBlocked, LetterRefused, or anything else for a letter to be tried again.
        """
        ...

    def close(self) -> None:
        """Let go of what `open` holds: there is no more mail for now. Never raises."""
        return
