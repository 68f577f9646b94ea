"""The proxy before the nodes, by the very files that an operator installs."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fleet.faults import FleetBroken
from fleet.machines import DEPLOY, kill_session, mortal
from tests.servers.missing import ServerMissing

SITE = DEPLOY / "nginx.conf"
LOCATIONS = DEPLOY / "nginx" / "bridgework.locations"

_START_SECONDS = 10.0
_STOP_SECONDS = 10.0
_NODE = re.compile(r"^    server 127\.0\.0\.1:8000;\n", re.MULTILINE)
_PUBLIC = re.compile(r"^(    (listen|server_name|ssl_certificate(_key)?) .+;\n)+", re.MULTILINE)
_LOG = re.compile(r"access_log /var/log/nginx/bridgework\.log")
_INCLUDED = re.compile(r"include /etc/nginx/bridgework\.locations")
_BEFORE_ALL = """\
daemon off;
worker_processes 1;
{user}pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
client_body_temp_path {folder}/body;
proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/fastcgi;
uwsgi_temp_path {folder}/uwsgi;
scgi_temp_path {folder}/scgi;
"""


@dataclass(frozen=True, slots=True)
class Proxy:
    """A running nginx."""

    url: str
    folder: Path
    process: subprocess.Popen[bytes]

    def log(self) -> str:
        """Both its logs."""
        files = (self.folder / "access.log", self.folder / "error.log")
        return "".join(file.read_text(encoding="utf-8") for file in files if file.exists())


def rendered(nodes: Sequence[int], port: int, folder: Path) -> str:
    """The operator's site with these nodes, on this port of 127.0.0.1, without TLS.

    Raises FleetBroken where deploy/nginx.conf has no place for one of them any more.
    """
    site = SITE.read_text(encoding="utf-8")
    for place, told in (
        (_NODE, "".join(f"    server 127.0.0.1:{node};\n" for node in nodes)),
        (_PUBLIC, f"    listen 127.0.0.1:{port};\n"),
        (_LOG, f"access_log {folder}/access.log"),
        (_INCLUDED, f"include {LOCATIONS}"),
    ):
        site, found = place.subn(told, site)
        if found != 1:
            raise FleetBroken(f"deploy/nginx.conf is to have one place for {told.strip()}")
    return site


@contextlib.contextmanager
def running(nodes: Sequence[int], port: int, folder: Path) -> Iterator[Proxy]:
    """An nginx on this port of 127.0.0.1, handing on to the nodes; ended with the block.

    Raises ServerMissing where there is none, and FleetBroken with its words if it doesn't start.
    """
    program = installed()
    folder.mkdir()
    # Its processes lay themselves open to a lesser user where root starts it, who may not come in.
    user = "user root;\n" if os.geteuid() == 0 else ""
    head = _BEFORE_ALL.format(user=user, folder=folder)
    conf = folder / "nginx.conf"
    conf.write_text(f"{head}{rendered(nodes, port, folder)}}}\n", encoding="utf-8")
    said = folder / "said.log"
    with said.open("wb") as output:
        process = subprocess.Popen(
            [*mortal(), program, "-p", folder, "-c", conf, "-e", folder / "error.log"],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        _wait_for(process, port, said)
        yield Proxy(f"http://127.0.0.1:{port}", folder, process)
    finally:
        _stop(process)


def installed() -> str:
    """The path of nginx. Raises ServerMissing."""
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    if found is None:
        raise ServerMissing("No nginx is here: on Debian, sudo apt install nginx.")
    return found


def _wait_for(process: subprocess.Popen[bytes], port: int, said: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.02)
    raise FleetBroken(f"nginx did not start: {said.read_text(errors='replace')}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_STOP_SECONDS)
    kill_session(process.pid)
    process.wait()
