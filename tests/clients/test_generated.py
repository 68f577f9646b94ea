"""The committed clients are those of the present document: run script/clients when they are not."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from bridgework import __version__
from clients import generate

CLIENTS = Path(generate.__file__).parent
BEHIND = "run script/clients and commit its result"


def test_the_python_client_is_the_generated_one() -> None:
    expected = generate.python_files(generate.read_document())
    committed = {
        file.name: file.read_text(encoding="utf-8")
        for file in generate.PYTHON.iterdir()
        if file.is_file()
    }
    assert committed == expected, BEHIND


def test_the_typescript_client_is_of_this_document() -> None:
    for name, text in generate.typescript_files(generate.read_document()).items():
        assert (generate.TYPESCRIPT / name).read_text(encoding="utf-8") == text, BEHIND


def test_a_change_of_the_document_is_noticed() -> None:
    document = generate.read_document()
    before = generate.digest_of(document)
    document["components"]["schemas"]["Specialty"]["enum"].append("tooth-fairy")
    assert generate.digest_of(document) != before
    assert generate.python_files(document)["models.py"].count("tooth-fairy") == 1


def test_no_component_has_the_name_of_a_type_that_a_generator_adds() -> None:
    """@hey-api/openapi-ts adds a number to the second type of a name."""
    document = generate.read_document()
    names = [name[0].upper() + name[1:] for name in generate.codes_by_operation(document)]
    kinds = ("Data", "Error", "Errors", "Response", "Responses")
    added = {name + kind for name in names for kind in kinds} | {"Client", "Config", "Options"}
    assert added & {*document["components"]["schemas"]} == set()


def test_every_operation_is_a_method() -> None:
    text = generate.python_files(generate.read_document())["operations.py"]
    methods = set(re.findall(r"^    def (\w+)", text, re.MULTILINE))
    assert {"login", "list_jobs", "iter_jobs", "admin_iter_users", "apply_to_job"} <= methods
    assert "stream_changes" not in methods


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string"}, "str"),
        ({"type": "number", "nullable": True}, "float | None"),
        ({"type": "array", "items": {"$ref": "#/components/schemas/Job"}}, "list[models.Job]"),
        ({"allOf": [{"$ref": "#/components/schemas/Job"}], "nullable": True}, "models.Job | None"),
        ({"type": "string", "enum": ["a", None], "nullable": True}, 'Literal["a"] | None'),
        (
            {"anyOf": [{"type": "string"}, {"nullable": True, "enum": [None]}]},
            "str | None",
        ),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, "dict[str, int]"),
        ({"type": "object", "additionalProperties": True}, "dict[str, Any]"),
    ],
)
def test_types(schema: dict[str, object], expected: str) -> None:
    assert generate.type_of(schema, "models.") == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [("listMyJobs", "list_my_jobs"), ("If-Match", "if_match"), ("from", "from_")],
)
def test_names(name: str, expected: str) -> None:
    assert generate.snake(name) == expected


def test_the_clients_have_the_version_of_the_server() -> None:
    package = json.loads((CLIENTS / "typescript" / "package.json").read_text())
    lock = json.loads((CLIENTS / "typescript" / "package-lock.json").read_text())
    project = tomllib.loads((CLIENTS / "python" / "pyproject.toml").read_text())["project"]
    assert {package["version"], lock["version"], project["version"]} == {__version__}
    assert package["license"] == project["license"] == "MIT"
    assert "dependencies" not in package
    assert '"resolved"' not in (CLIENTS / "typescript" / "package-lock.json").read_text()


def test_the_generated_files_stay_small() -> None:
    files = [*generate.PYTHON.rglob("*"), *generate.TYPESCRIPT.rglob("*")]
    assert sum(file.stat().st_size for file in files if file.suffix in {".py", ".ts"}) < 1_500_000
