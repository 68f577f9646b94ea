"""How work in the background gives way to requests that are being answered meanwhile.

The interpreter runs one thread at a time and shares itself out evenly: a thread that writes letters
would get as much of it as the loop that answers everybody. So it rests after each piece of work,
longer than that took, for as long as the rest of the process is busy (decision 0038).
"""

import time

_BUSY = 0.5
"""How much of the processor all others use, as a share of what this thread uses, if they are busy.
Not of the time that passes: where other programs take the machine, little is used in any."""
_RESTS = 9
"""How many times as long as it worked a thread rests then: a tenth is left to it."""
_LONGEST_REST = 0.5
"""Seconds. What waits behind one long piece of work is not to wait ten times as long."""


class GivingWay:
    """The rests of the thread that makes it."""

    def __init__(self) -> None:
        self._begin()

    def rest(self) -> float:
        """Rest for what was done since the last time, if others were busy. Returns the seconds."""
        worked = time.thread_time() - self._own
        others = time.process_time() - self._all - worked
        is_busy = others > worked * _BUSY
        seconds = min(worked * _RESTS, _LONGEST_REST) if is_busy else 0.0
        time.sleep(seconds)
        self._begin()
        return seconds

    def _begin(self) -> None:
        self._own = time.thread_time()
        self._all = time.process_time()
