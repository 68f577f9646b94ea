"""`bridgework webhook`: receives and verifies deliveries."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import httpx2
import pytest

from bridgework.areas.back_office.webhooks.delivery import signatures
from bridgework.settings import Settings
from tests.commands import cli
from tests.servers.ports import free_port

SECRET = "whsec_" + "A" * 43 + "="
BODY = b'{"type":"webhook.test"}'


@contextmanager
def listening(*options: str) -> Iterator[tuple[int, "subprocess.Popen[str]"]]:
    port = free_port()
    # A shell that runs the tests in the background makes their children ignore Ctrl-C.
    command = [
        "env",
        "--default-signal=INT",
        sys.executable,
        "-u",
        "-m",
        "bridgework",
        "webhook",
        "listen",
        "--port",
        str(port),
    ]
    environment = {name: text for name, text in os.environ.items() if "BRIDGEWORK" not in name}
    with subprocess.Popen(
        [*command, *options], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"listening on http://127.0.0.1:{port}/\n"
        try:
            yield port, process
        finally:
            process.send_signal(signal.SIGINT)


def send(port: int, body: bytes, secret: str = SECRET) -> int:
    headers = signatures.headers("message-1", BODY, datetime.now(UTC), [secret])
    with httpx2.Client(trust_env=False) as client:
        url = f"http://127.0.0.1:{port}/"
        return client.post(url, content=body, headers=dict(headers)).status_code


def output_of(process: "subprocess.Popen[str]") -> str:
    process.send_signal(signal.SIGINT)
    text, _ = process.communicate(timeout=20)
    assert process.returncode == 0
    return text


def test_deliveries_are_verified_and_printed() -> None:
    with listening("--secret", SECRET) as (port, process):
        assert send(port, BODY) == 200
        assert send(port, b"{}") == 401
        assert send(port, BODY, signatures.generate_secret()) == 401
        text = output_of(process)
    assert 'message-1: signature valid\n{\n  "type": "webhook.test"\n}' in text
    assert text.count("signature NOT VALID") == 2
    assert text.endswith("stopped\n")


def test_without_a_secret_everything_is_accepted() -> None:
    with listening() as (port, process):
        assert send(port, b"no JSON") == 200
        assert "signature not verified\nb'no JSON'" in output_of(process)


@pytest.mark.parametrize(
    "secret", ["whsec_", "whsec_AAAA", "secret", SECRET.removeprefix("whsec_")]
)
def test_an_invalid_secret_is_refused(settings: Settings, secret: str) -> None:
    ran = cli.run(settings, "webhook", "listen", "--secret", secret)
    assert ran.exit_code == 2
    assert "must be whsec_ and 32 bytes in base64" in ran.output


def test_an_old_or_future_request_is_not_valid() -> None:
    now = datetime.now(UTC)
    headers = signatures.headers("message-1", BODY, now, [SECRET])
    at = int(now.timestamp())
    for seconds, is_valid in ((-301, False), (-300, True), (0, True), (300, True), (301, False)):
        then = datetime.fromtimestamp(at + seconds, UTC)
        assert signatures.verify(SECRET, headers, BODY, then) == is_valid
    assert not signatures.verify(SECRET, {}, BODY, now)
