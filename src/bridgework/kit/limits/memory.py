"""Counting within one process, in bounded memory."""

from collections import deque
from collections.abc import Callable

from bridgework.kit.limits.window import Rule, Verdict, Window

_SWEEP = 32  # windows looked at in one sweep
_PAUSE = 0.01  # seconds between sweeps while calls come
_SHARED = 1024  # windows that newcomers share when the counter is full


class MemoryCounter:
    """Counts in this process, for one event loop, each key up to `capacity` in a window of its own.

    Idle windows are swept a few at a time. When `capacity` keys have spent and none of them is
    idle, newcomers share some further windows, dealt out by a hash nobody outside can foresee:
    they are limited together, more strictly than alone, and never go free. As soon as there is
    room a newcomer gets a window of its own, which begins with what its shared one had spent, so
    that no key ever passes more than the quota. Nothing that still counts is ever thrown out.
    """

    def __init__(self, rule: Rule, monotonic: Callable[[], float], capacity: int = 100_000) -> None:
        self._rule = rule
        self._monotonic = monotonic
        self._capacity = capacity
        self._windows: dict[str, Window] = {}
        self._round: deque[str] = deque()  # every key of _windows once, the next to be swept first
        self._shared: dict[int, Window] = {}
        self._next_sweep = monotonic()

    @property
    def is_shared(self) -> bool:
        """Never: this process counts for itself."""
        return False

    async def spend(self, key: str) -> Verdict:
        """Count one request of this key if the rule allows it; a refused one is not counted."""
        now = self._monotonic()
        window = self._windows.get(key)
        if window is None:
            window = self._admit(key, now)
        verdict = window.spend(self._rule, now)
        if now >= self._next_sweep:
            self._sweep(now)
        return verdict

    async def peek(self, key: str) -> Verdict:
        """Say what `spend` would find, count nothing and keep nothing."""
        window = self._windows.get(key) or self._shared.get(_share(key)) or Window()
        return window.peek(self._rule, self._monotonic())

    async def close(self) -> None:
        """Forget everything."""
        self._windows.clear()
        self._round.clear()
        self._shared.clear()

    def __len__(self) -> int:
        """How many windows are held, shared ones included."""
        return len(self._windows) + len(self._shared)

    def _admit(self, key: str, now: float) -> Window:
        """A window for a key that has none of its own: its own if there is room, else shared."""
        if len(self._windows) >= self._capacity:
            self._sweep(now)
        shared = self._shared.get(_share(key))
        if len(self._windows) >= self._capacity:
            return shared or self._shared.setdefault(_share(key), Window())
        window = shared.copy() if shared else Window()
        self._windows[key] = window
        self._round.append(key)
        return window

    def _sweep(self, now: float) -> None:
        """Look at the next few windows of the round and drop the idle ones."""
        self._next_sweep = now + _PAUSE
        for _ in range(min(_SWEEP, len(self._round))):
            key = self._round.popleft()
            if self._windows[key].is_idle(self._rule, now):
                del self._windows[key]
            else:
                self._round.append(key)


def _share(key: str) -> int:
    return hash(key) % _SHARED
