"""An installed package has every file of the tree: data files are named in pyproject.toml."""

import tomllib

from tests.architecture.sources import PACKAGE, ROOT


def test_every_data_file_is_part_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["bridgework"]
    packed = {file for pattern in patterns for file in PACKAGE.glob(pattern)}
    files = {file for file in PACKAGE.rglob("*") if file.is_file() and file.suffix != ".pyc"}
    sources = {file for file in files if file.suffix == ".py"}
    assert sorted(files - sources - packed) == []
