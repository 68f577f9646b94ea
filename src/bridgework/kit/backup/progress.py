"""The progress of a long command."""

from typing import Protocol


class Progress(Protocol):
    """Shows the progress of one step after the other."""

    def begin(self, what: str, length: int) -> None:
        """The step `what` begins, of about `length` bytes."""
        ...

    def more(self, amount: int) -> None:
        """So many further bytes are done."""
        ...

    def end(self) -> None:
        """The step is done."""
        ...
