"""nginx in front of the nodes, with the configuration files that an operator installs."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fleet.errors import FleetError
from fleet.machines import DEPLOY, kill_session, parent_death_prefix
from tests.servers.missing import ServerMissing

SITE = DEPLOY / "nginx.conf"
COMPOSE_SITE = DEPLOY / "nginx" / "compose.conf"
LOCATIONS = DEPLOY / "nginx" / "bridgework.locations"

_START_SECONDS = 10.0
_STOP_SECONDS = 10.0
_RELOAD_SECONDS = 10.0
_NODES = re.compile(r"^(    server \S+:8000 .*max_fails=\d.*;\n)+", re.MULTILINE)
_NODE = "    server 127.0.0.1:{} max_fails=3 fail_timeout=30s;\n"
_BACKUP = "    server 127.0.0.1:{} backup max_fails=0;\n"
_PUBLIC = re.compile(r"^(    (listen|server_name|ssl_certificate(_key)?) .+;\n)+", re.MULTILINE)
_LOG = re.compile(r"access_log /\S+")
_INCLUDED = re.compile(r"include /etc/nginx/bridgework\.locations")
_HEAD = """\
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
    nodes: Sequence[int]
    """The ports of the nodes."""

    def use_without(self, port: int | None) -> None:
        """Send no more requests to the node at a port, or send them to all nodes.

        The line of the node gets the word `down`, and nginx reads its configuration again, as an
        operator would do it. Returns when no process of nginx has the previous configuration.
        """
        conf, before = self.folder / "nginx.conf", self._workers()
        text = conf.read_text(encoding="utf-8").replace(" down;", ";")
        for form in (_NODE, _BACKUP):
            line = form.format(port)
            text = text.replace(line, line.replace(";", " down;"))
        conf.write_text(text, encoding="utf-8")
        self.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + _RELOAD_SECONDS
        while before & self._workers() or not self._workers():
            if time.monotonic() > deadline:
                raise FleetError("nginx did not read its configuration again")
            time.sleep(0.05)

    def _workers(self) -> set[str]:
        pid = self.process.pid
        return set(Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split())

    def log(self) -> str:
        """Return the content of both logs."""
        files = (self.folder / "access.log", self.folder / "error.log")
        return "".join(file.read_text(encoding="utf-8") for file in files if file.exists())


def render_site(nodes: Sequence[int], port: int, folder: Path, file: Path = SITE) -> str:
    """Return the site of a file for these nodes, on this port of 127.0.0.1, without TLS.

    Raises FleetError if the file lacks a line to replace.
    """
    site = file.read_text(encoding="utf-8")
    for pattern, replacement in (
        (_NODES, "".join(form.format(node) for form in (_NODE, _BACKUP) for node in nodes)),
        (_PUBLIC, f"    listen 127.0.0.1:{port};\n"),
        (_LOG, f"access_log {folder}/access.log"),
        (_INCLUDED, f"include {LOCATIONS}"),
    ):
        site, replaced = pattern.subn(replacement, site)
        if replaced != 1:
            raise FleetError(f"{file.name} must have exactly one place for {replacement.strip()}")
    return site


@contextlib.contextmanager
def run_nginx(nodes: Sequence[int], port: int, folder: Path, file: Path = SITE) -> Iterator[Proxy]:
    """Run nginx on this port of 127.0.0.1 in front of the nodes, until the block ends.

    Raises ServerMissing if nginx is not installed, and FleetError with its output if it fails to
    start.
    """
    program = find_nginx()
    folder.mkdir()
    # As root, nginx runs its workers as a user that may not read the directory.
    user = "user root;\n" if os.geteuid() == 0 else ""
    head = _HEAD.format(user=user, folder=folder)
    conf = folder / "nginx.conf"
    conf.write_text(f"{head}{render_site(nodes, port, folder, file)}}}\n", encoding="utf-8")
    output_file = folder / "output.log"
    with output_file.open("wb") as output:
        process = subprocess.Popen(
            [*parent_death_prefix(), program, "-p", folder, "-c", conf, "-e", folder / "error.log"],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        _wait_for(process, port, output_file)
        yield Proxy(f"http://127.0.0.1:{port}", folder, process, nodes)
    finally:
        _stop(process)


def find_nginx() -> str:
    """Return the path of nginx. Raises ServerMissing."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        raise ServerMissing("nginx is not installed. On Debian: sudo apt install nginx")
    return program


def _wait_for(process: subprocess.Popen[bytes], port: int, output_file: Path) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.02)
    raise FleetError(f"nginx did not start: {output_file.read_text(errors='replace')}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_STOP_SECONDS)
    kill_session(process.pid)
    process.wait()
