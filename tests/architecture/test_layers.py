"""Areas lean on areas below them, and see only what those show.

The layers stand in `pyproject.toml` alone, where import-linter checks them (`script/check`): an
area that is in no layer fails, and every package below `areas` has the layers of an area. Here
stands what it can't say: what may be imported from another area, and where foreign keys may lead.
"""

import ast
import tomllib
from collections.abc import Iterator

import sqlalchemy as sa

from bridgework.areas.accounts import tables as accounts
from bridgework.kit.db.tables import metadata
from tests.architecture.sources import AREAS, ROOT, Source, area_of, made_up, sources

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


def test_an_area_imports_only_public_modules_of_another() -> None:
    assert [fault for source in sources(AREAS) for fault in intrusions(source)] == []


def test_a_private_import_is_found() -> None:
    assert [*intrusions(made_up("from bridgework.areas.accounts import store"))]
    assert [*intrusions(made_up("from bridgework.areas.accounts.policies import CODE_LIFE"))]
    assert not [*intrusions(made_up("from bridgework.areas.accounts.schemas import Account"))]
    assert not [*intrusions(made_up("from bridgework.areas.dentures import store"))]


def street() -> list[list[str]]:
    """The areas as the contract has them, top to bottom, neighbours in one list."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    listed = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
    (layers,) = (
        each["layers"] for each in listed if each["name"] == "Areas lean on areas below them"
    )
    return [[name.strip(" ()") for name in layer.split("|")] for layer in layers]


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
        if source.module == "tables"
    }


def test_foreign_keys_reference_lower_areas() -> None:
    assert [*uphill(metadata, owners())] == []


def test_a_foreign_key_to_a_higher_area_is_found() -> None:
    made = sa.MetaData()
    accounts.accounts.to_metadata(made)
    sa.Table("sessions", made, sa.Column("expert", sa.ForeignKey("directory_experts.id")))
    sa.Table("directory_experts", made, sa.Column("id", sa.CHAR(36), primary_key=True))
    assert [*uphill(made, owners())]
