"""A bounded number of request bodies is received at once: in all, and for each client."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from bridgework.kit.errors import TooManyBodies


class Slots:
    """Slots for bodies that are being received. Belongs to the event loop."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._in_use = 0
        self._in_use_by: Counter[str] = Counter()

    @contextmanager
    def held(self, *quotas: tuple[str, int]) -> Iterator[None]:
        """Hold one slot for the block. Each quota is a key and the slots it may hold at once.

        Raises TooManyBodies.
        """
        if self._in_use >= self._most or any(self._in_use_by[key] >= most for key, most in quotas):
            raise TooManyBodies
        keys = [key for key, _ in quotas]
        self._in_use += 1
        self._in_use_by.update(keys)
        try:
            yield
        finally:
            self._in_use -= 1
            self._in_use_by.subtract(keys)
            for key in keys:
                if not self._in_use_by[key]:
                    del self._in_use_by[key]
