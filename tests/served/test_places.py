"""The program at unusual places: other directories, locales, time zones, masks and addresses."""

import contextlib
import os
import shutil
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from email import message_from_bytes, policy
from pathlib import Path

import httpx2
import pytest

from tests import cast
from tests.faults import fleet
from tests.served import program
from tests.servers.guard import guarded
from tests.servers.plugin import skip_or_fail
from tests.servers.ports import free_port

LOCALES = {
    "C": {"LANG": "C", "LC_ALL": "C"},
    "Turkish": {"LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"},
    "Kathmandu": {"TZ": "Asia/Kathmandu"},
}
IS_TURKISH = (
    "import locale; locale.setlocale(locale.LC_ALL, ''); print(locale.strcoll('ı', 'j') < 0)"
)


@contextlib.contextmanager
def served(
    folder: Path,
    *,
    host: str = "127.0.0.1",
    mask: int = 0o022,
    variables: Mapping[str, str] | None = None,
) -> Iterator[tuple[httpx2.Client, Path]]:
    """Run the server in a directory with more variables; yield a client and the log.

    The server may answer before it has written that it does; both are awaited.
    """
    port, log = free_port(), folder / "serve.log"
    settings = {**program.environment(folder), **(variables or {})}
    settings["BRIDGEWORK_DATA_DIR"] = "data"
    command = ["env", "--ignore-environment", *(f"{k}={v}" for k, v in settings.items())]
    serve = program.command("serve", "--migrate", "--host", host, "--port", str(port))
    masked = ["/bin/sh", "-c", f'umask {mask:04o}; cd "$0"; exec "$@"', str(folder)]
    working = folder.with_name(f"{folder.name}-run")
    working.mkdir()
    url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    with (
        log.open("wb") as output,
        guarded([*command, *masked, *serve], working, output) as process,
        httpx2.Client(base_url=url, timeout=20, trust_env=False) as client,
    ):
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            with contextlib.suppress(httpx2.TransportError):
                ready = client.get("/readyz").status_code == 200
                if ready and "bridgework serves" in log.read_text():
                    break
            time.sleep(0.05)
        else:
            raise AssertionError(log.read_text())
        yield client, log


def register(client: httpx2.Client, data: Path, email: str = "ada@example.com") -> None:
    """Register, read the code and verify."""
    who = {"email": email, "password": cast.PASSWORD}
    assert client.post("/auth/register", json=who).status_code == 201
    deadline = time.monotonic() + 60
    while not (files := sorted((data / "mail").glob("*.eml"))):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    message = message_from_bytes(files[0].read_bytes(), policy=policy.default)
    proof = {"email": email, "otp": fleet.code_in(message)}
    assert client.post("/auth/verify-email", json=proof).status_code == 200


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The variable that makes the Turkish locale known, which is compiled for these tests.

    Python uses C instead of a locale that is not installed.
    """
    folder = tmp_path_factory.mktemp("locales")
    make = ["localedef", "-i", "tr_TR", "-f", "UTF-8", str(folder / "tr_TR.UTF-8")]
    if shutil.which("localedef") is None or subprocess.run(make, check=False).returncode != 0:
        skip_or_fail("the sources of locales are not here: on Debian, apt install locales")
    return {"LOCPATH": str(folder)}


def test_the_compiled_locale_is_turkish(locales: Mapping[str, str]) -> None:
    variables = {**program.environment(Path()), **LOCALES["Turkish"], **locales}
    ran = subprocess.run(
        [sys.executable, "-c", IS_TURKISH], env=variables, check=True, capture_output=True
    )
    assert ran.stdout == b"True\n"


@pytest.mark.parametrize("name", LOCALES)
def test_a_newcomer_registers_in_any_locale_in_a_directory_with_a_space_and_an_umlaut(
    request: pytest.FixtureRequest, tmp_path: Path, name: str
) -> None:
    variables = dict(LOCALES[name])
    if name == "Turkish":
        variables |= request.getfixturevalue("locales")
    folder = tmp_path / "Zähne und Kiefer"
    folder.mkdir()
    with served(folder, variables=variables) as (client, _):
        register(client, folder / "data", "Ingrid@Example.com")
        again = {"email": "INGRID@example.com", "password": cast.PASSWORD}
        assert client.post("/auth/login", json=again).status_code == 200


@pytest.mark.parametrize("mask", [0o077, 0o000], ids=oct)
def test_files_are_private_with_any_mask(tmp_path: Path, mask: int) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    with served(folder, mask=mask) as (client, _):
        register(client, folder / "data")
        files = [folder / "data", *(folder / "data").rglob("*")]
        assert folder / "data" / "secret.key" in files
        assert [file for file in files if stat.S_IMODE(file.stat().st_mode) & 0o077] == []


def has_ipv6() -> bool:
    with contextlib.suppress(OSError), socket.create_server(("::1", 0), family=socket.AF_INET6):
        return True
    return False


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
def test_a_server_on_ipv6_alone_prints_and_uses_a_valid_url(tmp_path: Path) -> None:
    folder = tmp_path / "home"
    folder.mkdir()
    with served(folder, host="::1") as (client, log):
        port = client.base_url.port
        assert f"serves http://[::1]:{port} on [::1]:{port}\n" in log.read_text()
        register(client, folder / "data")


def test_a_taken_port_is_named_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = program.run(tmp_path, "serve", "--migrate", "--port", str(port))
    assert refused.returncode == 1
    assert refused.stderr.splitlines()[-1].startswith(f"Error: cannot listen on 127.0.0.1:{port} ")
    assert "Traceback" not in refused.stderr


def test_a_relative_data_directory_and_env_file_are_of_the_working_directory(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / ".env").write_text("BRIDGEWORK_ENV=development\nBRIDGEWORK_DATA_DIR=kept/here\n")
    inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    ran = subprocess.run(
        program.command("migrate"), cwd=folder, env=inherited, check=False, capture_output=True
    )
    assert ran.returncode == 0, ran.stderr
    assert (folder / "kept" / "here" / "bridgework.db").exists()
