"""Runs all checks at once, each with a deadline, in threads that cannot delay the end."""

import threading
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType

from bridgework.doctor.result import NotChecked, Result, failed
from bridgework.kit.core.observability import log_redaction

SECONDS = 5.0
"""The time of each check, and so of all of them."""

Check = Callable[[], Result]


def run(
    checks: Mapping[str, Check],
    seconds: float = SECONDS,
    places: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Result]:
    """Return the result of each check, by name.

    A check that raises or takes too long has failed; the others are not affected. `places` are
    the address and the setting of the service that a check waits for.
    """
    results: dict[str, Result] = {}
    threads = {
        name: threading.Thread(target=_run_one, args=(name, check, results), daemon=True)
        for name, check in checks.items()
    }
    deadline = time.monotonic() + seconds
    for thread in threads.values():
        thread.start()
    for thread in threads.values():
        thread.join(max(0.0, deadline - time.monotonic()))
    finished = dict(results)  # a late check writes to the other one
    return {name: finished.get(name) or _late(seconds, places.get(name, "")) for name in checks}


def _late(seconds: float, service: str) -> Result:
    return failed(
        f"no response{service and ' of '}{service} within {seconds:g} seconds",
        "check whether the service or disk responds, then run `bridgework doctor` again",
    )


def _run_one(name: str, check: Check, results: dict[str, Result]) -> None:
    try:
        results[name] = check()
    except NotChecked as requirement:
        results[name] = Result("warning", f"not checked: {requirement}")
    except Exception as error:  # noqa: BLE001 - one broken check never prevents the others
        results[name] = failed(
            f"the check itself failed: {log_redaction.format_error(error)}",
            "report this as a defect of Bridgework",
        )
