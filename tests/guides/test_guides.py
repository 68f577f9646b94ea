"""Every example of the guides works as the page says, against a server with the demo world."""

import re
from pathlib import Path

import pytest

from bridgework import routes
from bridgework.kit.core.errors import registry
from tests.architecture.sources import ROOT
from tests.clients import packages
from tests.guides.examples import Output, examples_of, faults, run
from tests.process import ServerProcess

FOLDER = ROOT / "docs" / "guides"
GUIDES = sorted(FOLDER.glob("*.md"))
OPERATION = re.compile(r"`((?:GET|POST|PUT|PATCH|DELETE) /[^`\s]*)`")
ERROR_ROW = re.compile(r"^\| (\d{3}(?:, \d{3})*) \| ([^|]*?)(?:, codes? [^|]*)? \|", re.MULTILINE)
"""The statuses of a row, and its errors without the codes of faults."""


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the sources of the Python client."""
    return packages.python_sources(tmp_path_factory.mktemp("client"))


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_its_examples_work(
    guide: Path, demo: tuple[ServerProcess, Path], client: Path, tmp_path: Path
) -> None:
    server, data = demo
    examples = examples_of(guide.read_text(encoding="utf-8"))
    assert examples
    mail = str(data / "mail")
    outputs = run(examples, tmp_path, API=server.url, MAIL=mail, CLIENT=str(client))
    assert [*faults(examples, outputs)] == []


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_its_operations_exist(guide: Path) -> None:
    known = {f"{each.method} {_without_names(each.path)}" for each in routes.operations()}
    named = OPERATION.findall(guide.read_text(encoding="utf-8"))
    assert {_without_names(each) for each in named} <= known


def _without_names(path: str) -> str:
    return re.sub(r"\{\w+\}", "{}", path)


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_its_errors_exist_and_have_these_statuses(guide: Path) -> None:
    known = registry()
    for statuses, errors in ERROR_ROW.findall(guide.read_text(encoding="utf-8")):
        for code in re.findall(r"`([a-z]+(?:_[a-z]+)+)`", errors):
            assert code in known, code
            assert str(known[code].status) in statuses.split(", "), code


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_the_index_lists_it(guide: Path) -> None:
    assert f"](guides/{guide.name})" in (ROOT / "docs" / "README.md").read_text(encoding="utf-8")


PAGE = """
```sh
curl -s $API/teeth
# 200
```
```json
{"data": {"count": 32, "name": "…", "items": [{"id": "molar"}]}}
```
"""


@pytest.mark.parametrize(
    ("stdout", "status"),
    [
        ('{"data": {"count": 4, "name": "Ada", "items": [{"id": "molar"}]}}', 404),
        ('{"data": {"count": "4", "name": "Ada", "items": [{"id": "molar"}]}}', 200),
        ('{"data": {"count": 4, "name": null, "items": [{"id": "molar"}]}}', 200),
        ('{"data": {"count": 4, "name": "Ada", "items": [{"id": "canine"}]}}', 200),
        ('{"data": {"count": 4, "name": "Ada", "items": []}}', 200),
        ('{"data": {"count": 4, "items": [{"id": "molar"}]}}', 200),
        ("", 200),
    ],
)
def test_a_wrong_page_is_found(stdout: str, status: int) -> None:
    assert [*faults(examples_of(PAGE), [Output(stdout, f"HTTP {status}\n")])]


def test_a_missing_header_is_found() -> None:
    page = "```sh\ncurl -s $API -D -\n# 200\n```\n```http\nETag: …\n```\n"
    assert [*faults(examples_of(page), [Output("Date: today\r\n", "HTTP 200\n")])]
    assert not [*faults(examples_of(page), [Output('etag: "1"\r\n', "HTTP 200\n")])]


def test_a_right_page_has_no_faults() -> None:
    stdout = '{"data": {"count": 4, "name": "Ada", "items": [{"id": "molar"}], "more": true}}'
    assert not [*faults(examples_of(PAGE), [Output(stdout, "HTTP 200\n")])]
