"""Starts a real S3 server for a test on this machine, and stops it afterwards.

moto implements S3 but does not verify signatures. So a middleware in front of it verifies the
signature of every request as Amazon documents it, from the bytes on the wire: path, query, signed
headers, and the validity period. BRIDGEWORK_TEST_S3=seaweedfs runs SeaweedFS instead.
"""

import contextlib
import hashlib
import hmac
import importlib.util
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, unquote

import httpx2

from tests.servers import seaweedfs
from tests.servers.guard import guarded
from tests.servers.missing import ServerMissing
from tests.servers.ports import free_port

KEY, SECRET = "bridgework", "a secret of the tests / + ="
_START = 30.0
_ALGORITHM = "AWS4-HMAC-SHA256"
_TIME = "%Y%m%dT%H%M%SZ"
_SKEW = 900

Start = Callable[..., Any]
Application = Callable[[dict[str, Any], Start], Iterable[bytes]]


@contextlib.contextmanager
def running_s3() -> Iterator[str]:
    """Run an empty server; yields its http:// URL. Raises ServerMissing with what to install."""
    if os.environ.get("BRIDGEWORK_TEST_S3") == "seaweedfs":
        with seaweedfs.running_seaweedfs(KEY, SECRET) as url:
            yield url
        return
    with running_own() as running:
        yield running.url


@dataclass(frozen=True, slots=True)
class Running:
    """A server of a test, and the process that runs it."""

    url: str
    pid: int


@contextlib.contextmanager
def running_own() -> Iterator[Running]:
    """Run an empty server with moto. Raises ServerMissing with what to install."""
    if importlib.util.find_spec("moto") is None:
        raise ServerMissing("No S3 server is here: install the package moto.")
    port = free_port()
    root = Path(__file__).parents[2]
    with tempfile.TemporaryDirectory(prefix="s3-") as folder:
        log = Path(folder, "server.log")
        working = Path(folder, "server")
        working.mkdir()
        code = f"import sys; sys.path.insert(0, {str(root)!r})\n"
        code += f"from tests.servers import s3; s3.serve({port})"
        with (
            log.open("wb") as output,
            guarded([sys.executable, "-c", code], working, output) as process,
        ):
            _wait_for(port, log)
            yield Running(f"http://127.0.0.1:{port}", process.pid)


def create_bucket(url: str, name: str) -> None:
    """Create a bucket at a running server, unless it exists."""
    import boto3  # takes 0.2 s, and each test process imports this module

    client: Any = boto3.client(
        "s3",
        endpoint_url=url,
        region_name="us-east-1",
        aws_access_key_id=KEY,
        aws_secret_access_key=SECRET,
    )
    client.create_bucket(Bucket=name)
    client.close()


def serve(port: int) -> None:
    """Serve until the process ends."""
    # moto is imported in the server's process only.
    from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
    from werkzeug.serving import run_simple

    # The shell that guards the process starts it with SIGINT ignored, and ends it with SIGINT.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    application = DomainDispatcherApplication(create_backend_app)
    run_simple("127.0.0.1", port, SignatureMiddleware(application), threaded=True)


class SignatureMiddleware:
    """Passes requests that are signed with the only key, and refuses all others as S3 does."""

    def __init__(self, application: Application) -> None:
        self._application = application

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/moto-api/" or is_signed(environ, time.time()):
            return self._application(environ, start)
        start("403 Forbidden", [("content-type", "application/xml")])
        return [b"<Error><Code>SignatureDoesNotMatch</Code></Error>"]


def is_signed(environ: Mapping[str, Any], now: float) -> bool:
    """Return whether the signature of a request is correct and still valid."""
    raw_path, _, raw_query = environ["RAW_URI"].partition("?")
    query = parse_qsl(raw_query, keep_blank_values=True)
    parameters = dict(query)
    if "X-Amz-Signature" in parameters:
        at, valid_seconds = parameters["X-Amz-Date"], int(parameters["X-Amz-Expires"])
        scope, names = parameters["X-Amz-Credential"], parameters["X-Amz-SignedHeaders"]
        signature, payload = parameters["X-Amz-Signature"], "UNSIGNED-PAYLOAD"
    else:
        parts = _authorization(environ.get("HTTP_AUTHORIZATION", ""))
        if parts is None:
            return False
        at, valid_seconds = environ["HTTP_X_AMZ_DATE"], _SKEW
        scope, names, signature = parts
        payload = environ["HTTP_X_AMZ_CONTENT_SHA256"]
    signed_at = datetime.strptime(at, _TIME).replace(tzinfo=UTC).timestamp()
    if not signed_at - _SKEW <= now <= signed_at + valid_seconds or not scope.startswith(f"{KEY}/"):
        return False
    kept = sorted((_quoted(k), _quoted(v)) for k, v in query if k != "X-Amz-Signature")
    canonical = [
        environ["REQUEST_METHOD"],
        quote(unquote(raw_path), safe="/-_.~"),
        "&".join(f"{name}={value}" for name, value in kept),
        *(f"{name}:{_header(environ, name)}" for name in names.split(";")),
        "",
        names,
        payload,
    ]
    digest = hashlib.sha256("\n".join(canonical).encode()).hexdigest()
    place = scope.partition("/")[2]
    key = _key(place.split("/"))
    text = f"{_ALGORITHM}\n{at}\n{place}\n{digest}"
    return hmac.compare_digest(hmac.new(key, text.encode(), "sha256").hexdigest(), signature)


def _authorization(header: str) -> tuple[str, str, str] | None:
    """Parse credential, names of the signed headers, and signature."""
    algorithm, _, rest = header.partition(" ")
    parts = dict(part.strip().partition("=")[::2] for part in rest.split(","))
    if algorithm != _ALGORITHM or not {"Credential", "SignedHeaders", "Signature"} <= set(parts):
        return None
    return parts["Credential"], parts["SignedHeaders"], parts["Signature"]


def _header(environ: Mapping[str, Any], name: str) -> str:
    variable = name.upper().replace("-", "_")
    found = environ.get(f"HTTP_{variable}", environ.get(variable, ""))
    return " ".join(str(found).split())


def _key(scope: list[str]) -> bytes:
    key = f"AWS4{SECRET}".encode()
    for part in scope:
        key = hmac.new(key, part.encode(), "sha256").digest()
    return key


def _quoted(text: str) -> str:
    return quote(text, safe="-_.~")


def _wait_for(port: int, log: Path) -> None:
    deadline = time.monotonic() + _START
    while time.monotonic() < deadline:
        with contextlib.suppress(httpx2.HTTPError):
            httpx2.get(f"http://127.0.0.1:{port}/moto-api/", timeout=5)
            return
        time.sleep(0.05)
    raise RuntimeError(f"The S3 server did not start: {log.read_text(errors='replace')}")
