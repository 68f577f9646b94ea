"""How far something is that takes long."""

from typing import Protocol


class Told(Protocol):
    """Who is told of the way it goes."""

    def begin(self, what: str, length: int) -> None:
        """Now comes `what`, which is so many bytes, or close to it."""
        ...

    def more(self, amount: int) -> None:
        """So many bytes more of it are done."""
        ...

    def end(self) -> None:
        """It is done."""
        ...


class Nobody:
    """Nobody is told."""

    def begin(self, what: str, length: int) -> None:
        """Something begins."""
        del what, length

    def more(self, amount: int) -> None:
        """It goes on."""
        del amount

    def end(self) -> None:
        """It ends."""
