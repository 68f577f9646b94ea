"""The Python client: it is generated, its types are strict, and it works with a server."""

import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.clients import guide, packages
from tests.clients.packages import ROOT, run

STORIES = [Path(__file__).with_name(f"story_{name}.py") for name in ("python", "python_stream")]
MYPY = (sys.executable, "-m", "mypy", "--strict", "--config-file", "", "--cache-dir", "cache")
ALONE = ("--follow-imports", "skip", "--allow-untyped-decorators", "--no-warn-return-any")
"""Options for files that are checked without the types of what they import."""

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel, and with the sources of the client."""
    folder = tmp_path_factory.mktemp("clients")
    finished = packages.make(folder, "python")
    assert finished.returncode == 0, finished.stdout
    return folder


@pytest.fixture
def sources(made: Path) -> Path:
    return made / "python" / "src"


def test_its_types_are_strict(sources: Path) -> None:
    run(*MYPY, "bridgework_client", folder=sources)


def test_its_stories_have_the_right_types(sources: Path, tmp_path: Path) -> None:
    checked = [sources / "bridgework_client", *STORIES]
    path = f"{sources}:{ROOT / 'src'}:{ROOT}"
    run(*MYPY, *ALONE, "--explicit-package-bases", *checked, folder=tmp_path, MYPYPATH=path)


def test_its_stories(sources: Path, request: pytest.FixtureRequest) -> None:
    lane = request.config.getoption("--lane") or "long"
    stories = [str(story.relative_to(ROOT)) for story in STORIES]
    command = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--lane", lane, *stories)
    run(*command, folder=ROOT, PYTHONPATH=str(sources))


def test_the_wheel_is_installed_by_its_path(made: Path, tmp_path: Path) -> None:
    [wheel] = made.glob("bridgework_client-*.whl")
    has_pip = importlib.util.find_spec("pip") is not None
    pip = (sys.executable, "-m", "pip") if has_pip else ("uv", "pip")
    run(*pip, "install", "--no-deps", "--target", tmp_path / "site", wheel, folder=tmp_path)
    program = "import bridgework_client as client; print(client.__file__, client.Client.get_me)"
    printed = run(sys.executable, "-c", program, folder=tmp_path, PYTHONPATH=str(tmp_path / "site"))
    assert printed.startswith(str(tmp_path / "site"))


@pytest.mark.long("type-checks each example")
def test_the_examples_of_the_guide_have_the_right_types(sources: Path, tmp_path: Path) -> None:
    modules = [*guide.python()]
    assert len(modules) > 3
    for number, module in enumerate(modules):
        (tmp_path / f"example{number}.py").write_text(module, encoding="utf-8")
    run(*MYPY, ".", folder=tmp_path, MYPYPATH=str(sources))


def test_the_package_has_no_other_requirements() -> None:
    folder = ROOT / "clients" / "python"
    imports: Sequence[str] = [
        line
        for file in folder.rglob("*.py")
        for line in file.read_text().splitlines()
        if line.startswith(("import bridgework.", "from bridgework."))
    ]
    assert imports == []
