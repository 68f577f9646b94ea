"""A server with the demo data and the default rate limits, and requests that begin another minute.

Tests with a browser share such a server. Each begins in a minute of its own: no test is refused
because of the requests of the tests before it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from bridgework import __main__, providers
from bridgework.commands.processes import worker_process
from bridgework.kit.core import Clock
from bridgework.kit.security.rate_limit import RateLimiter, Rule
from bridgework.settings import Settings
from tests import process
from tests.servers.ports import free_port

_PATH = "/another-minute"


@contextmanager
def serving_demo(folder: Path, port: int | None = None, **settings: str) -> Iterator[str]:
    """Serve the demo data; yields the public URL. The settings are not those of rate limits."""
    port = port or free_port()
    url = f"http://localhost:{port}"
    options = {"public_url": url, **settings}
    with process.run_server(folder, port=port, module=__name__, command=("demo",), **options):
        yield url


def begin_minute(url: str) -> None:
    """Let a minute pass for the rate limits of a server, which count requests of a minute."""
    httpx2.post(url.replace("localhost", "127.0.0.1") + _PATH).raise_for_status()


class _Minutes:
    """The application with one more path."""

    def __init__(self, app: ASGIApp, limiters: list[RateLimiter]) -> None:
        self._app = app
        self._limiters = limiters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != _PATH:
            return await self._app(scope, receive, send)
        for limiter in self._limiters:
            await limiter.close()  # which only forgets what it has counted
        return await Response(status_code=204)(scope, receive, send)


def _main() -> None:
    """Run a command of `bridgework`, whose worker processes have minutes."""
    limiters: list[RateLimiter] = []
    make, load = providers.rate_limiter, worker_process.load

    def make_and_note(settings: Settings, rule: Rule, clock: Clock) -> RateLimiter:
        limiters.append(make(settings, rule, clock))
        return limiters[-1]

    def load_with_minutes(*values: Any, **options: Any) -> _Minutes:
        return _Minutes(load(*values, **options), limiters)

    providers.rate_limiter = make_and_note
    vars(worker_process)["load"] = load_with_minutes
    __main__.main()


if __name__ == "__main__":
    _main()
