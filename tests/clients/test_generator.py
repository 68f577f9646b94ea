"""The generator of the clients, and the versions of their packages."""

import json
import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from bridgework import __version__
from bridgework.areas.identity.uploads import policies, schemas
from clients import generate

CLIENTS = Path(generate.__file__).parent


def test_a_change_of_the_document_is_in_the_client() -> None:
    document = generate.read_document()
    document["components"]["schemas"]["Specialty"]["enum"].append("tooth-fairy")
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


def test_the_typescript_client_knows_which_folders_are_public() -> None:
    source = (CLIENTS / "typescript" / "src" / "uploads.ts").read_text()
    [private] = re.findall(r"PublicFolder = Exclude<Folder, (.*)>;", source)
    folders = {*get_args(schemas.Folder.__value__)}
    assert {*re.findall(r'"(\S+)"', private)} == folders - policies.PUBLIC_FOLDERS


def test_another_form_of_the_generated_operations_is_noticed() -> None:
    with pytest.raises(ValueError, match="another way"):
        generate.with_response_styles("export const getMe = (): RequestResult<A, B, true, 'data'>")
