"""The page for engineers names every area, pool of threads and hook. Its links are tested too."""

import re

from bridgework.areas.identity.accounts import hooks as accounts
from bridgework.areas.identity.uploads import hooks as uploads
from bridgework.areas.people.profiles import hooks as profiles
from bridgework.kit.http.operations.thread_pools import CALL_THREADS, POOL_THREADS
from tests.architecture.sources import AREAS, ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_map_has_each_floor_with_its_areas() -> None:
    floors = {file.parent.name for file in AREAS.glob("*/__init__.py")}
    shown = {
        name: set(areas.split())
        for name, areas in re.findall(r"(?m)^[│ ]*(?:areas/)? +([a-z_]+) {2,}([a-z_ ]+)$", PAGE)
        if name in floors
    }
    assert shown == {
        floor: {file.parent.name for file in AREAS.glob(f"{floor}/*/__init__.py")}
        for floor in floors
    }


def test_the_map_has_each_package_of_the_kit() -> None:
    packages = {file.parent.name for file in (AREAS.parent / "kit").glob("*/__init__.py")}
    _, _, shown = PAGE.partition("\n kit/")
    assert packages <= set(shown.partition("```")[0].split())


def test_each_pool_has_its_number_of_threads() -> None:
    expected = {"requests": CALL_THREADS}
    expected |= {str(name): number for name, number in POOL_THREADS.items()}
    rows = re.findall(r"(?m)^\| `([a-z_]+)`[^|]*\| (\d+)", PAGE)
    assert {name: int(number) for name, number in rows if name in expected} == expected


def test_each_hook_is_described() -> None:
    hooks = {
        name
        for module in (accounts, uploads, profiles)
        for name, value in vars(module).items()
        if isinstance(value, list)
    }
    assert hooks <= set(re.findall(r"`([a-z_]+)`", PAGE))
