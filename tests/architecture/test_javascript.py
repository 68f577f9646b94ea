"""The check of the JavaScript finds what is misspelt."""

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

WEB = ROOT / "src" / "bridgework" / "web"
TOOLS = ROOT / "script" / "javascript"
LOCKS = (TOOLS / "package-lock.json", ROOT / "clients" / "typescript" / "package-lock.json")
MISSPELT: Sequence[tuple[str, str, str]] = (
    ("site/api/openings.js", 'operation("getRoleApplication")', 'operation("getRolApplication")'),
    ("console/screens/emails.js", '"adminRetryEmail", { id }', '"adminRetyEmail", { id }'),
    ("console/screens/emails.js", "email.subject", "email.subjct"),
    ("console/screens/emails.js", 'key: "kind"', 'key: "kin"'),
    ("console/screens/webhooks.js", "{ enabled: !enabled }", "{ enabld: !enabled }"),
    ("console/parts/record.js", "{ target, limit }", "{ targt: target, limit }"),
    ("console/parts/notes.js", "note.createdAt", "note.createdOn"),
    ("site/screens/feed.js", "author.avatarUrl", "author.avatar"),
    ("site/screens/consultations.js", "<${Loaded} state=", "<${Loaded} stat="),
)
"""Operations, members of answers, of bodies and of parameters, and properties, each once."""
FIRST = 'import { operation } from "../operation.js";'
SILENCED: Sequence[tuple[str, str, str]] = (
    ("site/api/feed.js", FIRST, f"{FIRST} // @ts-ignore"),
    ("site/api/events.js", FIRST, f"{FIRST} // @ts-expect-error"),
    ("site/api/vendors.js", FIRST, f"{FIRST} export const text = `\n// hidden`;"),
)
"""Comments that hide an error, and a text that would not be served."""


@pytest.fixture
def document() -> Path:
    """The OpenAPI document of the last check, which has installed the tools."""
    finished = subprocess.run(
        [ROOT / "script" / "check-javascript"], capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    if "is not checked" in finished.stdout:
        pytest.skip(finished.stdout)
    return TOOLS / "made" / "openapi.json"


def check(document: Path, folder: Path) -> Sequence[str]:
    """Return the errors in a copy of the pages, each with its file and line."""
    command = [*map(str, ("node", TOOLS / "check.mjs", document, folder))]
    finished = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    return [line for line in finished.stdout.splitlines() if not line.startswith(" ")]


def plant(folder: Path, changes: Sequence[tuple[str, str, str]]) -> Mapping[str, str]:
    """Change a copy of the pages; return the changed texts by the place of each."""
    shutil.copytree(WEB, folder)
    places = {}
    for name, right, wrong in changes:
        path = folder / name
        text = path.read_text("utf-8")
        assert right in text, f"{name} has no {right}"
        changed = text.replace(right, wrong, 1)
        path.write_text(changed, "utf-8")
        places[f"{name}:{changed[: changed.index(wrong)].count(chr(10)) + 1}"] = wrong
    return places


@pytest.mark.slow("compiles the pages")
@pytest.mark.timeout(400)
def test_each_misspelling_and_each_silenced_error_is_an_error(
    document: Path, tmp_path: Path
) -> None:
    places = plant(tmp_path / "web", [*MISSPELT, *SILENCED])
    found = check(document, tmp_path / "web")
    missed = [
        f"{place}: {wrong}"
        for place, wrong in places.items()
        if not any(error.startswith(f"{place}: ") for error in found)
    ]
    assert missed == []
    assert {error.split(": ")[0] for error in found} == {*places}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.parent.name)
def test_the_lock_file_has_hashes_and_no_addresses_of_packages(lock: Path) -> None:
    text = lock.read_text("utf-8")
    assert '"resolved"' not in text
    assert text.count('"integrity"') == text.count('"node_modules/')


def test_the_types_of_the_libraries_are_those_of_the_served_versions() -> None:
    served = (WEB / "vendor" / "VERSION").read_text("utf-8")
    package = (TOOLS / "package.json").read_text("utf-8")
    names = ("preact", "@preact/signals", "@preact/signals-core", "htm", "lean-qr")
    for name in names:
        version = package.split(f'"{name}": "')[1].partition('"')[0]
        assert any(line.split()[-3:-1] == [name, version] for line in served.splitlines()), name
