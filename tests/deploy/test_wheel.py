"""A wheel contains everything that Bridgework needs: migrations, templates and assets."""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import httpx2
import pytest

from bridgework.demo import people
from bridgework.settings import PREFIX
from fleet import startup, units
from fleet.clients import wait_until
from fleet.machines import DEPLOY, ROOT, Machine
from tests.servers.guard import guarded
from tests.servers.plugin import skip_or_fail
from tests.servers.ports import free_port

SOURCE = ROOT / "src" / "bridgework"


RUNNERS = ("uv==0.13.9", "pipx==1.18.4")
MOST_BYTES = 6_000_000
"""Size of the wheel at most: it is downloaded before a first try."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the distributions from a copy of the tree, and return the wheel."""
    return build(tmp_path_factory.mktemp("tree"))


def build(tree: Path) -> Path:
    """Copy the tree, with a file of an earlier build, and build both distributions of it."""
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    shutil.copytree(
        ROOT / "src", tree / "src", ignore=shutil.ignore_patterns("__pycache__", "*-info")
    )
    left_over = tree / "build" / "lib" / "bridgework" / "deleted.py"
    left_over.parent.mkdir(parents=True)
    left_over.write_text("")
    installer = "pip" if importlib.util.find_spec("ensurepip") else "uv"
    command = [sys.executable, "-m", "build", "--installer", installer]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "SOURCE_COMMIT": "0123456789ab"}
    built = subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (file,) = (tree / "dist").glob("bridgework-*.whl")
    return file


@pytest.fixture(scope="module")
def machine(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """Create a machine with the wheel and its dependencies, but without the source tree."""
    machine = Machine(
        "the machine", tmp_path_factory.mktemp("machine"), units.read(DEPLOY / "bridgework.service")
    )
    prefix = machine.at("/opt/bridgework")
    venv.create(prefix, symlinks=True)
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(prefix)}))
    # The packages of this environment without the source tree, which a .pth file there adds.
    (site / "packages.pth").write_text(sysconfig.get_path("purelib") + "\n")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(site)
    program = machine.at(machine.unit.command[0])
    python = prefix / "bin" / "python"
    program.write_text(f"#!{python}\nimport sys\nfrom bridgework.__main__ import main\nmain()\n")
    program.chmod(0o755)
    for folder in ("/etc", "/tmp", machine.unit.working_folder):  # noqa: S108 - on the simulated machine
        machine.at(folder).mkdir(parents=True)
    port = free_port()
    settings = {"PORT": port, "BRIDGEWORK_ENV": "production"}
    settings["BRIDGEWORK_PUBLIC_URL"] = f"http://127.0.0.1:{port}"
    lines = "".join(f"{name}={value}\n" for name, value in settings.items())
    machine.at(machine.unit.environment_file).write_text(lines)
    return machine


@pytest.mark.long("builds and installs wheels")
def test_every_file_of_the_tree_is_in_the_wheel(wheel: Path) -> None:
    files = [file for file in SOURCE.rglob("*") if file.is_file() and file.suffix != ".pyc"]
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    assert [file for file in files if str(file.relative_to(SOURCE.parent)) not in names] == []
    assert any(name.endswith("entry_points.txt") for name in names)
    assert "bridgework/commit.txt" in names
    assert "bridgework/deleted.py" not in names
    assert "bridgework/web/console/index.html" in names
    assert any(name.startswith("bridgework/demo/") for name in names)
    assert wheel.stat().st_size <= MOST_BYTES


@pytest.mark.long("builds and installs wheels")
def test_a_wheel_leaves_nothing_in_the_tree_and_names_a_changed_one(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, tree)
    shutil.copytree(
        ROOT / "src", tree / "src", ignore=shutil.ignore_patterns("__pycache__", "*-info")
    )
    as_author = ("-c", "user.name=A", "-c", "user.email=a@example.com")
    git(tree, "init", "--quiet")
    git(tree, "add", ".")
    git(tree, *as_author, "commit", "--quiet", "--message", "All")
    commit = git(tree, "rev-parse", "--short=12", "HEAD")

    assert recorded_commit(tree, tmp_path / "clean") == commit
    assert git(tree, "status", "--porcelain", "--ignored") == ""
    (tree / "src" / "bridgework" / "extra.py").write_text("")
    assert recorded_commit(tree, tmp_path / "changed") == f"{commit}-dirty"


def git(tree: Path, *arguments: str) -> str:
    ran = subprocess.run(["git", *arguments], cwd=tree, capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def recorded_commit(tree: Path, folder: Path) -> str:
    """Build the wheel as docs/operate/install.md says, and return the commit in it."""
    if importlib.util.find_spec("pip") is None:
        skip_or_fail("this environment has no pip")
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        ".",
        "--no-deps",
        "-w",
        folder,
    ]
    environment = {name: text for name, text in os.environ.items() if name != "SOURCE_COMMIT"}
    built = subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (file,) = folder.glob("bridgework-*.whl")
    with zipfile.ZipFile(file) as packed:
        return packed.read("bridgework/commit.txt").decode("ascii").strip()


@pytest.mark.long("builds and installs wheels")
def test_two_builds_are_identical(wheel: Path, tmp_path: Path) -> None:
    again = build(tmp_path)
    files = {file.name: file.read_bytes() for file in wheel.parent.iterdir()}
    assert {file.name: file.read_bytes() for file in again.parent.iterdir()} == files
    assert {name.rpartition(".")[2] for name in files} == {"whl", "gz"}


@pytest.mark.long("builds and installs wheels")
@pytest.mark.parametrize("option", ["--temporary", "--data-dir"])
def test_an_installed_wheel_runs_the_demo(machine: Machine, tmp_path: Path, option: str) -> None:
    check_demo([machine.at(machine.unit.command[0])], tmp_path, option)


@pytest.mark.long("builds and installs wheels")
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "runner", [["uvx", "--from"], ["pipx", "run", "--spec"]], ids=["uvx", "pipx"]
)
def test_one_line_runs_the_demo(
    wheel: Path, runners: Path, tmp_path: Path, runner: list[str]
) -> None:
    """With nothing but the wheel, pip's settings and an empty home directory."""
    home = tmp_path / "home"
    home.mkdir()
    program, *options = runner
    command: list[str | Path] = [
        "env",
        f"HOME={home}",
        runners / program,
        *options,
        wheel,
        "bridgework",
    ]
    check_demo(command, tmp_path, "--temporary")


@pytest.fixture(scope="module")
def runners(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with uv and pipx alone."""
    folder = tmp_path_factory.mktemp("runners")
    venv.create(folder, with_pip=importlib.util.find_spec("ensurepip") is not None)
    command: list[str | Path] = [
        folder / "bin" / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        *RUNNERS,
    ]
    installed = subprocess.run(command, capture_output=True, text=True, check=False)
    if installed.returncode != 0:
        skip_or_fail(f"pip cannot install uv and pipx: {installed.stderr.strip()[-300:]}")
    return folder / "bin"


def check_demo(program: Sequence[str | Path], tmp_path: Path, option: str) -> None:
    """Run the demo, and look at what it serves, writes and leaves."""
    temporary, working, data = (tmp_path / name for name in ("tmp", "run", "data"))
    temporary.mkdir()
    working.mkdir()
    url = f"http://127.0.0.1:{(port := free_port())}"
    others = [f"--unset={name}" for name in os.environ if name.startswith(PREFIX)]
    arguments = ["demo", "--port", str(port), option]
    arguments += [str(data)] if option == "--data-dir" else []
    command: list[str | Path] = ["env", *others, f"TMPDIR={temporary}", *program, *arguments]
    log = tmp_path / "log"
    with log.open("wb") as output, guarded(command, working, output) as process:
        wait_until(
            lambda: "Press Ctrl+C" in log.read_text() or process.poll() is not None,
            "the demo started",
            seconds=200,
        )
        assert process.poll() is None, log.read_text()
        assert httpx2.get(f"{url}/experts").json()["data"] != []
        assert httpx2.get(f"{url}/console/").status_code == 200
        assert [*working.iterdir()] == []
        assert any(temporary.glob("bridgework-demo-*/bridgework.db")) is (option == "--temporary")
    assert people.ROOT in log.read_text()
    assert [*temporary.glob("bridgework-demo-*")] == []
    assert (data / "bridgework.db").exists() is (option == "--data-dir")


@pytest.mark.long("builds and installs wheels")
def test_an_installed_wheel_serves(machine: Machine) -> None:
    where = "import bridgework; print(bridgework.__file__)"
    python = machine.at("/opt/bridgework/bin/python")
    printed = subprocess.run(
        [python, "-c", where], cwd="/", capture_output=True, text=True, check=True
    )
    assert printed.stdout.startswith(str(machine.root))
    migrated = machine.run("migrate")
    assert migrated.returncode == 0, migrated.stderr
    with startup.run_machines([machine]) as (node,):
        assert httpx2.get(f"{node.url}/docs/").status_code == 200
        assert httpx2.get(f"{node.url}/openapi.json").json()["openapi"].startswith("3.")
        assert httpx2.get(f"{node.url}/experts?search=dentist").json()["data"] == []
        person = {"email": "ada@example.com", "password": "correct horse battery"}
        assert httpx2.post(f"{node.url}/auth/register", json=person).status_code == 201
        mail = machine.at("/var/lib/bridgework/data/mail")
        wait_until(lambda: any(mail.glob("*.eml")), "the e-mail was written")
        (email,) = mail.glob("*.eml")
        text = email.read_text()
    assert "Enter this code there, with the password" in text
