"""What may come of asking Zoho for something, other than an answer."""

import re

_CODE = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,59}")
"""Of what Zoho says, no more than this is told on: the rest may hold somebody's data."""


class ZohoBusy(Exception):
    """Zoho can't do it now, and nothing was done; `wait` says after how many seconds to come."""

    def __init__(self, reason: str, wait: int) -> None:
        super().__init__(reason)
        self.wait = wait


class ZohoShut(Exception):
    """Zoho does not let us in, and nothing was done: an operator has to look into it."""


class ZohoSilent(Exception):
    """There was no good answer: nobody knows whether it was done."""

    wait = 2


class ZohoRefused(Exception):
    """Zoho took in what was asked and does not do it, however often it is asked."""

    def __init__(self, code: str, field: str | None = None) -> None:
        self.code = told(code)
        self.field = told(field) if field else None
        super().__init__(f"{self.code} at {self.field}" if self.field else self.code)


ZohoFault = ZohoBusy | ZohoShut | ZohoSilent | ZohoRefused
FAULTS = (ZohoBusy, ZohoShut, ZohoSilent, ZohoRefused)


def told(code: object) -> str:
    """A code or a field's name as it may be told on; `UNKNOWN` for anything else."""
    return code if isinstance(code, str) and _CODE.fullmatch(code) else "UNKNOWN"
