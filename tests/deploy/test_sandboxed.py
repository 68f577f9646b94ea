"""The program as the shipped units and the image start it: an ordinary user with no privileges."""

import contextlib
import json
import shlex
import subprocess
import time
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import httpx2
import pytest

from fleet import units
from fleet.machines import DEPLOY
from tests import cast
from tests.areas.administrators.second_factor import LOGIN
from tests.areas.uploads import samples, upload_client
from tests.commands.test_admin import master_password
from tests.deploy import sandbox
from tests.deploy.sandbox import Installation, Restrictions
from tests.deploy.test_container import arguments_of
from tests.faults import fleet
from tests.servers.guard import guarded
from tests.servers.ports import free_port

START_SECONDS = 30.0
SETTINGS = {"BRIDGEWORK_ENV": "production", "BRIDGEWORK_RATE_LIMIT": "10000/60"}
COMMON = ["PrivateDevices", "PrivateTmp", "ProtectHome", "NoNewPrivileges"]


def of_unit(name: str) -> Restrictions:
    """Return the restrictions of a unit in deploy/, which this sandbox knows all of."""
    service = units.sections(DEPLOY / name)["Service"]
    assert service["ProtectSystem"] == "strict"
    assert [key for key in COMMON if service[key] != "yes"] == []
    assert service["WorkingDirectory"] == sandbox.DATA
    assert service["StateDirectoryMode"] == "0700"
    assert "ReadWritePaths" not in service
    return Restrictions(
        uid=sandbox.own_uid(),
        # systemd sets these variables for User=. The home does not exist.
        environment={"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent"},
        umask=service["UMask"],
        hides_homes=True,
        hides_devices=True,
    )


def of_image(name: str) -> Restrictions:
    """Return the restrictions of a container of the image with a read-only root."""
    variables = shlex.split(" ".join(arguments_of("ENV")))
    (user,) = arguments_of("USER")
    return Restrictions(
        uid=int(user),
        environment={
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": sandbox.DATA,
            **dict(pair.split("=", 1) for pair in variables),
        },
        umask="0022",
        hides_homes=True,
        hides_devices=False,
    )


def command_of_unit(name: str, port: int) -> list[str]:
    unit = units.read(DEPLOY / name)
    return unit.arguments({**unit.environment, "PORT": str(port)})


def command_of_image(name: str, port: int) -> list[str]:
    (entry,), (command,) = arguments_of("ENTRYPOINT"), arguments_of("CMD")
    arguments: list[str] = [*json.loads(entry), *json.loads(command)]
    return [str(port) if argument == "8000" else argument for argument in arguments]


PLACES: dict[str, tuple[Callable[[str], Restrictions], Callable[[str, int], list[str]]]] = {
    "bridgework.service": (of_unit, command_of_unit),
    "Containerfile": (of_image, command_of_image),
}


@pytest.fixture(params=PLACES)
def place(request: pytest.FixtureRequest) -> str:
    if reason := sandbox.missing_permission():
        pytest.skip(f"users may not have namespaces on this machine: {reason}")
    name: str = request.param
    return name


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def installation(place: str, port: int, tmp_path: Path) -> Installation:
    restrictions = PLACES[place][0](place)
    settings = {**SETTINGS, "BRIDGEWORK_PUBLIC_URL": f"http://127.0.0.1:{port}"}
    environment = {**restrictions.environment, **sandbox.library_path(), **settings}
    return sandbox.install(
        tmp_path,
        Restrictions(
            restrictions.uid,
            environment,
            restrictions.umask,
            restrictions.hides_homes,
            restrictions.hides_devices,
        ),
    )


def run(installation: Installation, *arguments: str) -> str:
    """Run a command in the sandbox, which must succeed; return what it prints."""
    ran = subprocess.run(
        installation.command(*arguments),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stderr + ran.stdout
    return ran.stdout


@contextlib.contextmanager
def serving(
    installation: Installation, place: str, port: int, folder: Path
) -> Iterator[httpx2.Client]:
    """Run the server as the unit or the image does, until the end of the block."""
    log = folder / "log"
    working = folder / "run"
    working.mkdir()
    command = installation.command(*PLACES[place][1](place, port))
    url = f"http://127.0.0.1:{port}"
    with (
        log.open("wb") as output,
        guarded(command, working, output) as process,
        httpx2.Client(base_url=url, timeout=20, trust_env=False) as client,
    ):
        deadline = time.monotonic() + START_SECONDS
        while process.poll() is None and time.monotonic() < deadline:
            with contextlib.suppress(httpx2.TransportError):
                if client.get("/readyz").status_code == 200:
                    yield client
                    return
            time.sleep(0.05)
        raise AssertionError(f"the server did not start: {log.read_text()}")


def must(response: httpx2.Response, status: int) -> Any:
    assert response.status_code == status, f"{response.url}: {response.text}"
    return response.json().get("data")


def received_code(installation: Installation) -> str:
    """Wait for the e-mail with the code, and return the code."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if files := sorted(installation.data.rglob("*.eml")):
            message: EmailMessage = message_from_bytes(files[0].read_bytes(), policy=policy.default)
            return fleet.code_in(message)
        time.sleep(0.05)
    raise AssertionError("no e-mail was written")


def test_the_sandbox_has_no_privileges(installation: Installation) -> None:
    status = run(installation, "/bin/cat", "/proc/self/status")
    assert "CapEff:\t0000000000000000" in status
    assert "CapPrm:\t0000000000000000" in status
    assert "NoNewPrivs:\t1" in status
    script = f"""
        cd /tmp
        touch {sandbox.DATA}/mine mine
        for file in /opt/source/x {sandbox.PREFIX}/x /usr/x /etc/x "$HOME/x/y" /home//x; do
            if touch "$file" 2>/dev/null; then echo "$file"; fi
        done
        cp /bin/true true && if ./true 2>/dev/null; then echo executed; fi
        rm {sandbox.DATA}/mine
        """
    assert run(installation, "/bin/sh", "-c", script) == ""


def test_a_newcomer_and_an_administrator_use_a_restricted_server(
    installation: Installation, place: str, port: int, tmp_path: Path
) -> None:
    run(installation, "migrate")
    created = run(installation, "admin", "create", "root@example.com")
    with serving(installation, place, port, tmp_path) as client:
        who = {"email": "ada@example.com", "password": cast.PASSWORD}
        must(client.post("/auth/register", json=who), 201)
        proof = {"email": who["email"], "otp": received_code(installation)}
        must(client.post("/auth/verify-email", json=proof), 200)
        token = must(client.post("/auth/login", json=who), 200)["token"]
        ada = {"authorization": f"Bearer {token}"}

        request = upload_client.ticket_request()
        ticket = must(client.post("/assets/upload-url", json=request, headers=ada), 201)
        uploaded = client.put(ticket["uploadUrl"], content=samples.PNG, headers=ticket["headers"])
        must(uploaded, 201)
        path = {"objectPath": ticket["objectPath"]}
        must(client.post("/assets/complete", json=path, headers=ada), 200)
        must(client.get("/experts", params={"search": "implants"}, headers=ada), 200)

        secret = {"email": "root@example.com", "masterPassword": master_password(created)}
        token = must(client.post(LOGIN, json=secret), 200)["token"]
        root = {"authorization": f"Bearer {token}"}
        found = must(client.get("/admin/search", params={"q": "ada@"}, headers=root), 200)
        assert "ada@example.com" in json.dumps(found)
        listed = must(client.get("/admin/users", headers=root), 200)
        assert "ada@example.com" in json.dumps(listed)
    files = [installation.data, *installation.data.rglob("*")]
    assert [file for file in files if file.stat().st_mode & 0o077] == []
