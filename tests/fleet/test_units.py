"""The unit files in deploy/ are valid for systemd and for the fleet."""

import shutil
import subprocess
from pathlib import Path

import pytest

from fleet import machines, units

UNITS = [machines.DEPLOY / name for name in ("bridgework-worker.service", "bridgework.service")]
BACKUP = machines.DEPLOY / "bridgework-backup.service"
SERVICE = """\
[Service]
WorkingDirectory=/var/lib/x
Environment=HOST=127.0.0.1 PORT=8000
EnvironmentFile=/etc/x.env
ExecStart=/opt/x/bin/x serve --port ${PORT}
KillMode=mixed
TimeoutStopSec=3
"""


def read(folder: Path, text: str) -> units.Unit:
    file = folder / "x.service"
    file.write_text(text)
    return units.read(file)


def test_there_are_no_other_units() -> None:
    assert sorted(machines.DEPLOY.glob("*.service")) == sorted([*UNITS, BACKUP])


def test_the_backup_is_sandboxed_and_started_by_its_timer() -> None:
    service = units.sections(BACKUP)["Service"]
    assert (service["Type"], service["User"]) == ("oneshot", "bridgework")
    assert (service["ProtectSystem"], service["NoNewPrivileges"]) == ("strict", "yes")
    program, *arguments = service["ExecStart"].split()
    assert program == units.read(UNITS[1]).command[0]
    assert arguments == ["backup", "create", "/var/backups/bridgework", "--keep", "14"]
    assert arguments[2] in service["ReadWritePaths"].split()
    timer = units.sections(BACKUP.with_suffix(".timer"))
    assert timer["Timer"]["Persistent"] == "yes"
    assert timer["Install"]["WantedBy"] == "timers.target"


def test_commands_run_as_the_service_user() -> None:
    script = (machines.DEPLOY / "bridgework").read_text()
    assert "as_service='runuser -u bridgework --'" in script
    assert "exec $as_service /opt/bridgework/bin/bridgework" in script
    assert subprocess.run(["sh", "-n", machines.DEPLOY / "bridgework"], check=False).returncode == 0


@pytest.mark.parametrize("readable", [True, False], ids=["readable", "private"])
def test_a_command_runs_in_the_directory_of_the_caller(tmp_path: Path, readable: bool) -> None:
    """With the settings of the machine, and the data directory of the service."""
    programs, home, here = (tmp_path / name for name in ("programs", "home", "here"))
    for folder in (programs, home, here):
        folder.mkdir()
    tools = {
        "runuser": '[ "$3" = -- ] && shift 3 && exec "$@"',
        # The directory of the caller, if only they may enter it.
        "test": "exit 1",
        "bridgework": 'pwd; echo "$BRIDGEWORK_DATA_DIR|$BRIDGEWORK_MAIL_FROM|$1|$2"',
    }
    for name, text in tools.items():
        if name != "test" or not readable:
            (programs / name).write_text(f"#!/bin/sh\n{text}\n")
            (programs / name).chmod(0o755)
    (tmp_path / "settings").write_text(
        "# a comment\n\nBRIDGEWORK_MAIL_FROM=Clinic <a@clinic.example>"
    )
    script = (machines.DEPLOY / "bridgework").read_text()
    for path, ours in {
        "/etc/bridgework.env": "settings",
        "/var/lib/bridgework": "home",
        "/opt/bridgework/bin/": "programs/",
    }.items():
        assert path in script
        script = script.replace(path, f"{tmp_path}/{ours}")
    ran = subprocess.run(
        ["sh", "-c", script, "bridgework", "backup", "two words"],
        cwd=here,
        env={"PATH": f"{programs}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    directory, line = ran.stdout.splitlines()
    assert directory == str(here if readable else home)
    assert line == f"{home}/data|Clinic <a@clinic.example>|backup|two words"


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_accepts_the_units(unit: Path, tmp_path: Path) -> None:
    program = units.read(unit).command[0]
    # The program need not be installed for this check.
    (tmp_path / unit.name).write_text(unit.read_text().replace(f"={program} ", "=/bin/true "))
    systemd = shutil.which("systemd-analyze")
    if systemd is None:
        pytest.skip("systemd is not installed; the unit was only parsed by the fleet.")
    verified = subprocess.run(
        [systemd, "verify", tmp_path / unit.name], capture_output=True, text=True, check=False
    )
    assert (verified.returncode, verified.stderr) == (0, "")


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_is_sandboxed_and_waits_for_the_shutdown(unit: Path) -> None:
    service = units.sections(unit)["Service"]
    assert service["User"] == "bridgework"
    assert service["WorkingDirectory"] == f"/var/lib/{service['StateDirectory']}"
    assert (service["ProtectSystem"], service["PrivateTmp"]) == ("strict", "yes")
    assert (service["KillMode"], service["NoNewPrivileges"]) == ("mixed", "yes")
    assert float(service["TimeoutStopSec"]) > 20


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_is_restarted_without_end(unit: Path) -> None:
    """Also after it could not start, as long as its database is away."""
    found = units.sections(unit)
    assert found["Unit"]["StartLimitIntervalSec"] == "0"
    assert found["Service"]["Restart"] == "always"
    assert 1 <= float(found["Service"]["RestartSec"]) <= 5


def test_the_worker_unit_names_what_it_sends() -> None:
    text = UNITS[1].read_text() if UNITS[1].stem.endswith("worker") else UNITS[0].read_text()
    assert "e-mails and webhooks" in text.partition("[Unit]")[0]
    assert (
        "webhooks"
        in units.sections(machines.DEPLOY / "bridgework-worker.service")["Unit"]["Description"]
    )


def test_settings_of_the_machine_override_the_unit(tmp_path: Path) -> None:
    unit = read(tmp_path, SERVICE)
    (tmp_path / "x.env").write_text("# of this machine\nPORT=9000\n\n; a remark\nSECRET=a=b c\n")
    settings = units.settings_in(tmp_path / "x.env")
    assert settings == {"PORT": "9000", "SECRET": "a=b c"}
    assert unit.arguments({**unit.environment, **settings})[-2:] == ["--port", "9000"]
    assert unit.arguments(unit.environment)[-1] == "8000"


@pytest.mark.parametrize(
    ("part", "replacement", "message"),
    [
        ("${PORT}", "${PROT}", "PROT"),
        ("KillMode=mixed", "KillMode=none", "KillMode=none"),
        ("/opt/x/bin/x", "-/opt/x/bin/x", "absolute path"),
        ("serve", "serve-%i", "absolute path"),
        ("KillMode=mixed", "KillMode=mixed\nKillMode=mixed", "KillMode"),
        ("PORT=8000", "PORT", "PORT"),
        ("[Service]\n", "", "section"),
    ],
)
def test_an_unknown_directive_is_refused(
    tmp_path: Path, part: str, replacement: str, message: str
) -> None:
    def use() -> None:
        unit = read(tmp_path, SERVICE.replace(part, replacement))
        unit.arguments(unit.environment)

    with pytest.raises(units.UnsupportedUnit, match=message.replace("$", "[$]")):
        use()


def test_settings_in_quotes_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.env").write_text('NAME="of two words"\n')
    with pytest.raises(units.UnsupportedUnit, match="NAME"):
        units.settings_in(tmp_path / "x.env")
