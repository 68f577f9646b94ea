"""The rate limiter of a single process."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from copy import deepcopy

from bridgework.kit.security.rate_limit.sliding_window import RateLimitResult, Rule, SlidingWindow

_EXPIRY_BATCH = 32
_SHARED = 1024  # windows that new keys share while the limiter is full


class RateLimiter:
    """Counts each key against one rule. Keys are digests or ids and contain no personal data.

    It counts in this process, for one event loop, with a window for each of `capacity` keys.
    Expired windows are dropped a few at a time. While the limiter is full, new keys share further
    windows, chosen by a hash that callers can't predict: they are limited together, and a key that
    gets its own window later takes the hits of the shared one along. No window with a counted hit
    is ever dropped, so no key exceeds its quota.
    """

    def __init__(self, rule: Rule, monotonic: Callable[[], float], capacity: int = 100_000) -> None:
        self._rule = rule
        self._monotonic = monotonic
        self._capacity = capacity
        self._windows = OrderedDict[str, SlidingWindow]()  # the next to expire comes first
        self._shared: dict[int, SlidingWindow] = {}

    @property
    def is_shared(self) -> bool:
        """Whether all nodes currently share the counts."""
        return False

    async def hit(self, key: str, scale: int = 1) -> RateLimitResult:
        """Count a request of this key if the rule allows it. Refused requests are not counted.

        A key has `scale` times the quota of the rule, the same at every call.
        """
        now = self._monotonic()
        window = self._windows.get(key) or self._new_window(key, now)
        result = window.hit(self._rule.scaled(scale), now)
        if result.allowed and key in self._windows:
            self._windows.move_to_end(key)
        self._drop_expired(now)
        return result

    async def test(self, key: str, scale: int = 1) -> RateLimitResult:
        """Return whether a hit would be allowed, without counting one."""
        window = self._windows.get(key) or self._shared.get(_share(key)) or SlidingWindow()
        return window.test(self._rule.scaled(scale), self._monotonic())

    async def hit_all(self, keys: Iterable[tuple[str, int]]) -> RateLimitResult:
        """Count a request of keys with their scales, until one refuses it.

        Returns the refusal, or else the result of the first key.
        """
        return await _first_refusal(self.hit, keys)

    async def test_all(self, keys: Iterable[tuple[str, int]]) -> RateLimitResult:
        """Return whether a hit of the keys would be allowed, without counting one."""
        return await _first_refusal(self.test, keys)

    async def close(self) -> None:
        """Release connections and memory. The limiter cannot be used afterwards."""
        self._windows.clear()
        self._shared.clear()

    def __len__(self) -> int:
        """Return the number of windows, shared ones included."""
        return len(self._windows) + len(self._shared)

    def _new_window(self, key: str, now: float) -> SlidingWindow:
        share = _share(key)
        if len(self._windows) >= self._capacity:
            self._drop_expired(now)
        if len(self._windows) >= self._capacity:
            return self._shared.setdefault(share, SlidingWindow())
        window = self._windows[key] = deepcopy(self._shared.get(share)) or SlidingWindow()
        return window

    def _drop_expired(self, now: float) -> None:
        for _ in range(min(_EXPIRY_BATCH, len(self._windows))):
            key, window = next(iter(self._windows.items()))
            if not window.is_expired(self._rule, now):
                break
            del self._windows[key]


async def _first_refusal(
    count: Callable[[str, int], Awaitable[RateLimitResult]], keys: Iterable[tuple[str, int]]
) -> RateLimitResult:
    results = []
    for key, scale in keys:
        results.append(await count(key, scale))
        if not results[-1].allowed:
            return results[-1]
    return results[0]


def _share(key: str) -> int:
    return hash(key) % _SHARED
