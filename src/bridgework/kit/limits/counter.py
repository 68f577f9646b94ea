"""What counts requests: one rule, many callers."""

from typing import Protocol

from bridgework.kit.limits.window import Verdict


class Counter(Protocol):
    """Counts each key by itself against one rule. A key is a digest: nothing personal in clear."""

    async def spend(self, key: str) -> Verdict:
        """Count one request of this key if the rule allows it; a refused one is not counted."""
        ...

    async def peek(self, key: str) -> Verdict:
        """Say what `spend` would find, and count nothing."""
        ...

    @property
    def is_shared(self) -> bool:
        """Whether all nodes count together at this moment."""
        ...

    async def close(self) -> None:
        """Let go of connections and memory; the counter is not used afterwards."""
        ...
