"""Areas depend only on lower areas, and only on their public modules.

The layers are defined in `pyproject.toml`, where import-linter checks them (`script/check`): an
area without a layer fails, and every package below `areas` has the layers of an area. The tests
here check what import-linter cannot: which modules another area may import, and where foreign keys
may point.
"""

import ast
import tomllib
from collections.abc import Iterator

import sqlalchemy as sa

from bridgework.areas.identity.accounts import tables as accounts
from bridgework.kit.data.db import metadata
from tests.architecture.sources import AREAS, ROOT, Source, area_of, parse_source, sources

PUBLIC_MODULES = {
    *("actions", "shapes", "schemas", "records", "tables", "hooks", "callers"),
    *("account_status", "account_deletion", "registration", "event_requests"),
    *("review", "decisions", "visibility", "verification"),
}
"""The second line contains actions too: what administrators and an erasure do with an account, the
proof of its address, and decisions on event requests. The third line has what decisions of all
areas need: the version of an account, the last decision on a record, what waits for a review, and
the notification of who is verified."""

SHARED = {"postings"}
"""Areas without operations, which contain what others share; all their modules are public."""
EXTENDS = {("administrators", "accounts")}
"""Areas that continue a lower one, whose modules are all public to them."""


def private_imports(source: Source) -> Iterator[str]:
    """Yield imports of private modules of another area."""
    own_area = area_of(source.name)
    for node, module in source.imported():
        other_area = area_of(module)
        if other_area in SHARED or (own_area, other_area) in EXTENDS:
            continue
        if (
            other_area
            and other_area != own_area
            and not PUBLIC_MODULES & set(module.split(".")[4:])
        ):
            public = ", ".join(sorted(PUBLIC_MODULES))
            yield f"{source.at(node)}: {module} is private to {other_area}; public are {public}"


def test_an_area_imports_only_public_modules_of_another() -> None:
    assert [violation for source in sources(AREAS) for violation in private_imports(source)] == []


def test_a_private_import_is_found() -> None:
    assert [*private_imports(parse_source("from bridgework.areas.identity.accounts import store"))]
    assert [
        *private_imports(
            parse_source("from bridgework.areas.identity.accounts.policies import CODE_LIFE")
        )
    ]
    assert not [
        *private_imports(
            parse_source("from bridgework.areas.identity.accounts.schemas import Account")
        )
    ]
    assert not [*private_imports(parse_source("from bridgework.areas.work.dentures import store"))]


def area_layers() -> list[list[str]]:
    """Return the layers of the areas, top to bottom; areas of the same layer are in one list."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    contracts = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
    layers = {
        contract["containers"][0]: [
            [name.strip(" ()") for name in layer.split("|")] for layer in contract["layers"]
        ]
        for contract in contracts
        if contract["type"] == "layers" and contract["containers"]
    }
    floors = [floor for layer in layers["bridgework.areas"] for floor in layer]
    return [layer for floor in floors for layer in layers[f"bridgework.areas.{floor}"]]


def upward_keys(tables: sa.MetaData, owners: dict[str, str]) -> Iterator[str]:
    """Yield foreign keys that reference a higher area, or one of the same layer."""
    height = {name: -level for level, layer in enumerate(area_layers()) for name in layer}
    for table in tables.sorted_tables:
        for key in table.foreign_keys:
            own_area, other_area = owners.get(table.name, ""), owners.get(key.column.table.name, "")
            if own_area != other_area and height[own_area] <= height[other_area]:
                areas = f"{own_area} is not above {other_area}"
                yield f"{table.name} references {key.column.table.name}, but {areas}"


def owners() -> dict[str, str]:
    """Return the area that defines each table."""
    return {
        ast.literal_eval(node.args[0]): area_of(source.name)
        for source in sources(AREAS)
        for definition in ("sa.Table", "define_documents")
        for node in source.calls(definition)
        if source.module == "tables"
    }


def test_foreign_keys_reference_lower_areas() -> None:
    assert [*upward_keys(metadata, owners())] == []


def test_a_foreign_key_to_a_higher_area_is_found() -> None:
    metadata = sa.MetaData()
    accounts.accounts.to_metadata(metadata)
    sa.Table("sessions", metadata, sa.Column("expert", sa.ForeignKey("directory_experts.id")))
    sa.Table("directory_experts", metadata, sa.Column("id", sa.CHAR(36), primary_key=True))
    assert [*upward_keys(metadata, owners())]
