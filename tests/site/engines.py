"""Browsers of three engines: Chromium by Playwright, the others by the commands of WebDriver.

Firefox takes the commands over its own protocol, Marionette; geckodriver, which would translate
them, is not in Debian. WebKitWebDriver takes them over HTTP.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from io import BufferedRWPair
from pathlib import Path
from typing import Any, Protocol

import httpx2
import pytest

from tests.browser import BrowserPage, open_browser
from tests.servers.ports import free_port

_START = 60.0
_PREFERENCES = {
    "marionette.port": 0,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}


class Engine(Protocol):
    """A browser with one page."""

    def open(self, url: str) -> None:
        """Open an address, and wait until the document is loaded."""

    def run(self, script: str, *arguments: object) -> Any:
        """Return what the body of a function returns in the page."""

    def begin_screen(self) -> None:
        """Note that the script that is run next goes to another screen."""


def must_be_installed(program: str, package: str) -> str:
    """Return the path of a program; without it, skip the test or fail if it is required."""
    path = shutil.which(program)
    if path is None:
        missing = f"{program} is not installed (Debian: {package})"
        if os.environ.get("BRIDGEWORK_TEST_REQUIRE") == "all":
            pytest.fail(f"{missing} (BRIDGEWORK_TEST_REQUIRE=all)", pytrace=False)
        pytest.skip(missing)
    return path


class Chromium:
    """A page of Playwright."""

    def __init__(self, browser_page: BrowserPage) -> None:
        self._browser_page = browser_page

    def open(self, url: str) -> None:
        self._browser_page.open(url)

    def run(self, script: str, *arguments: object) -> Any:
        function = f"args => (function () {{ {script} }}).apply(null, args)"
        return self._browser_page.page.evaluate(function, list(arguments))

    def begin_screen(self) -> None:
        self._browser_page.count_anew()


class Firefox:
    """A connection to Marionette."""

    def __init__(self, stream: BufferedRWPair) -> None:
        self._stream = stream
        self._number = 0
        self._receive()  # the greeting
        self._send("WebDriver:NewSession", capabilities={})

    def open(self, url: str) -> None:
        self._send("WebDriver:Navigate", url=url)

    def run(self, script: str, *arguments: object) -> Any:
        sent = self._send("WebDriver:ExecuteScript", script=script, args=list(arguments))
        return sent["value"]

    def begin_screen(self) -> None:
        """Do nothing: requests of this engine are not counted."""

    def _send(self, command: str, **parameters: object) -> Any:
        self._number += 1
        content = json.dumps([0, self._number, command, parameters]).encode()
        self._stream.write(f"{len(content)}:".encode() + content)
        self._stream.flush()
        _, _, error, result = self._receive()
        if error is not None:
            raise RuntimeError(f"{command}: {error['error']}: {error['message']}")
        return result

    def _receive(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._stream.read(1)
        return json.loads(self._stream.read(int(length[:-1])))


class WebKit:
    """A session of WebKitWebDriver."""

    def __init__(self, client: httpx2.Client) -> None:
        self._client = client
        wanted: object = {"capabilities": {}}
        self._path = f"/session/{self._post('/session', wanted)['sessionId']}"

    def open(self, url: str) -> None:
        self._post(f"{self._path}/url", {"url": url})

    def run(self, script: str, *arguments: object) -> Any:
        sent = {"script": script, "args": list(arguments)}
        return self._post(f"{self._path}/execute/sync", sent)

    def begin_screen(self) -> None:
        """Do nothing: requests of this engine are not counted."""

    def _post(self, path: str, body: object) -> Any:
        value = self._client.post(path, json=body).json()["value"]
        if isinstance(value, dict) and "error" in value:
            raise RuntimeError(f"{path}: {value['error']}: {value['message']}")
        return value

    def close(self) -> None:
        self._client.delete(self._path)


@contextmanager
def chromium(folder: Path, origin: str) -> Iterator[Engine]:
    """Run Chromium."""
    del folder
    with open_browser(origin) as browser_page:
        yield Chromium(browser_page)


@contextmanager
def firefox(
    folder: Path, origin: str = "", further: Mapping[str, object] | None = None
) -> Iterator[Engine]:
    """Run Firefox with a profile of its own, and `further` preferences."""
    del origin
    program = must_be_installed("firefox-esr", "firefox-esr")
    port = free_port()
    profile = folder / "firefox"
    profile.mkdir()
    preferences = {**_PREFERENCES, **(further or {}), "marionette.port": port}
    lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in preferences.items()]
    (profile / "user.js").write_text("\n".join(lines))
    command = [program, "--headless", "--marionette", "--profile", str(profile)]
    with (
        _running(command, folder / "firefox.log"),
        _connected(port) as connection,
        connection.makefile("rwb") as stream,
    ):
        yield Firefox(stream)


@contextmanager
def webkit(folder: Path, origin: str) -> Iterator[Engine]:
    """Run WebKitWebDriver on a virtual screen."""
    del origin
    program = must_be_installed("WebKitWebDriver", "webkit2gtk-driver")
    must_be_installed("Xvfb", "xvfb")
    port = free_port()
    command = ["xvfb-run", "--auto-servernum", program, f"--port={port}"]
    with (
        _running(command, folder / "webkit.log"),
        httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=_START) as client,
    ):
        _connected(port).close()
        engine = WebKit(client)
        yield engine
        with suppress(httpx2.HTTPError):
            engine.close()


@contextmanager
def _running(command: Sequence[str], log: Path) -> Iterator[None]:
    home = log.parent / "home"
    home.mkdir(exist_ok=True)
    environment = {**os.environ, "LANG": "C.UTF-8", "HOME": str(home)}
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            yield
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(10)


def _connected(port: int) -> socket.socket:
    deadline = time.monotonic() + _START
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=_START)
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
