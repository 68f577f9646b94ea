"""`[tool.mutmut]` in `pyproject.toml` names the modules and tests of mutation testing."""

import tomllib

import pytest

from tests.architecture.sources import AREAS, ROOT, sources

MUTMUT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
MODULES: list[str] = MUTMUT["only_mutate"]
TESTS: list[str] = [
    argument
    for argument in MUTMUT["pytest_add_cli_args_test_selection"]
    if argument.startswith("tests/")
]


@pytest.mark.parametrize("names", [MODULES, TESTS], ids=["modules", "tests"])
def test_named_files_exist_and_are_sorted(names: list[str]) -> None:
    assert [name for name in names if not (ROOT / name).exists()] == []
    assert names == sorted(set(names))


def test_all_policies_with_functions_are_mutated() -> None:
    policies = (source for source in sources(AREAS) if source.module == "policies")
    assert {source.name for source in policies if [*source.functions()]} - set(MODULES) == set()
