"""How many fit a question, and the first of their keys: remembered until their topic changes.

To count what fits is to walk along an index, which is long where a hundred thousand do. Who reads
page after page asks for the same number each time.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

_MOST = 100
"""Questions; one holds some hundred keys, so that all of them come to a few megabytes."""


class Firsts(NamedTuple):
    """The keys of those that come first, and how many there are in all."""

    keys: Sequence[Any]
    total: int


class Remembered:
    """What was found in this process; those not asked for longest are forgotten first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: OrderedDict[tuple[str, str], tuple[int, Firsts]] = OrderedDict()

    def question(self, topic: str, version: int, asked: str) -> "Question":
        """What is known of a question, by the version that its topic has in this transaction."""
        return Question(self, (topic, asked), version)

    def recall(self, asked: tuple[str, str], version: int) -> Firsts | None:
        """What was found at just this version."""
        with self._lock:
            known, firsts = self._found.get(asked, (None, None))
            if known is not None:
                self._found.move_to_end(asked)
        return firsts if known == version else None

    def keep(self, asked: tuple[str, str], version: int, firsts: Firsts) -> None:
        """Remember what was found at a version, or later."""
        with self._lock:
            self._found[asked] = version, firsts
            self._found.move_to_end(asked)
            if len(self._found) > _MOST:
                self._found.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Question:
    """One question, and the version of its topic that was read before anything of it."""

    remembered: Remembered
    asked: tuple[str, str]
    version: int

    def recall(self) -> Firsts | None:
        """What was found before, if it is true still."""
        return self.remembered.recall(self.asked, self.version)

    def keep(self, firsts: Firsts) -> None:
        """Remember what was found."""
        self.remembered.keep(self.asked, self.version, firsts)
