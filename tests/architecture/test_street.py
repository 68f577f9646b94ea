"""Areas lean on areas below them, and see only what those show.

That the street runs downhill is import-linter's to keep (`script/check`); here stands what it
can't say: what may be seen of another area, and that no area was left out of its contracts.
"""

import ast
import tomllib
from collections.abc import Iterator

import sqlalchemy as sa

from bridgework.areas.accounts import tables as accounts
from bridgework.kit.db.tables import metadata
from tests.architecture.sources import AREAS, ROOT, Source, area_of, made_up, sources

ROOMS = ("routes", "actions", "store", "shapes", "schemas")
"""A package with one of these is an area, or a noun of one."""

SHOWN = {
    *("actions", "shapes", "schemas", "tables", "hooks", "callers"),
    *("account_status", "invitations", "account_deletion"),
}
"""The last three are acts too: what administrators and an erasure do to an account."""


SHARED = {"postings"}
"""Areas without operations, which exist for what others share: all of them may be seen."""


def intrusions(source: Source) -> Iterator[str]:
    """Imports of what another area keeps to itself."""
    here = area_of(source.name)
    for node, module in source.imported():
        there = area_of(module)
        if there in SHARED:
            continue
        if there and there != here and not SHOWN & set(module.split(".")[3:]):
            yield f"{source.at(node)}: {module} is {there}'s own; {', '.join(sorted(SHOWN))} show"


def test_an_area_sees_of_another_what_that_shows() -> None:
    assert [fault for source in sources(AREAS) for fault in intrusions(source)] == []


def test_an_intrusion_is_found() -> None:
    assert [*intrusions(made_up("from bridgework.areas.accounts import store"))]
    assert [*intrusions(made_up("from bridgework.areas.accounts.policies import CODE_LIFE"))]
    assert not [*intrusions(made_up("from bridgework.areas.accounts.schemas import Account"))]
    assert not [*intrusions(made_up("from bridgework.areas.dentures import store"))]


def contracts() -> dict[str, dict[str, list[str]]]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
    return {contract["name"]: contract for contract in listed}


def street() -> list[list[str]]:
    """The areas as the contract has them, top to bottom, neighbours in one list."""
    layers = contracts()["Areas lean on areas below them"]["layers"]
    return [[name.strip(" ()") for name in layer.split("|")] for layer in layers]


def test_every_area_stands_in_the_contracts() -> None:
    areas = {path.name for path in AREAS.iterdir() if (path / "__init__.py").exists()}
    assert {name for layer in street() for name in layer} == areas


def test_every_package_of_rooms_stands_in_the_contract_of_rooms() -> None:
    """An area, or the nouns that a big one is split by."""
    inside = contracts()["Inside an area: routes, then actions, then the rest"]["containers"]
    packages = {file.parent for room in ROOMS for file in AREAS.rglob(f"{room}.py")}
    assert set(inside) == {
        ".".join(("bridgework.areas", *package.relative_to(AREAS).parts)) for package in packages
    }


def uphill(tables: sa.MetaData, owners: dict[str, str]) -> Iterator[str]:
    """Foreign keys that lead to an area above, or beside."""
    height = {name: -level for level, layer in enumerate(street()) for name in layer}
    for table in tables.sorted_tables:
        for key in table.foreign_keys:
            here, there = owners.get(table.name, ""), owners.get(key.column.table.name, "")
            if here != there and height[here] <= height[there]:
                yield f"{table.name} leads up to {key.column.table.name}: from {here} to {there}"


def owners() -> dict[str, str]:
    """The area that defines each table."""
    return {
        ast.literal_eval(node.args[0]): area_of(source.name)
        for source in sources(AREAS)
        for node in source.calls("sa.Table")
        if source.room == "tables"
    }


def test_foreign_keys_run_downhill() -> None:
    assert [*uphill(metadata, owners())] == []


def test_a_key_that_runs_uphill_is_found() -> None:
    made = sa.MetaData()
    accounts.accounts.to_metadata(made)
    sa.Table("sessions", made, sa.Column("expert", sa.ForeignKey("directory_experts.id")))
    sa.Table("directory_experts", made, sa.Column("id", sa.CHAR(36), primary_key=True))
    assert [*uphill(made, owners())]
