"""The files of this folder: which modules have mutants, and which survivors are explained."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.mutations import Mutant, on_one_line

ROOT = Path(__file__).parents[2]
SUBJECTS = Path(__file__).with_name("subjects.toml")
EXPLAINED = Path(__file__).with_name("explained.toml")


@dataclass(frozen=True)
class Subject:
    """Modules with one subject, and the tests of it."""

    name: str
    modules: Sequence[str]
    tests: Sequence[str]


@dataclass(frozen=True)
class Explained:
    """A survivor that needs no test."""

    file: str
    before: str
    after: str
    reason: str

    def is_of(self, mutant: Mutant) -> bool:
        """Tell whether this is the mutant, wherever in its file."""
        before, after = on_one_line(self.before), on_one_line(self.after)
        return (
            self.file == mutant.path
            and mutant.may_change(before)
            and (before, after) == (mutant.before, mutant.after)
        )

    def is_present(self) -> bool:
        """Tell whether the file still has the line."""
        file = ROOT / self.file
        return file.is_file() and on_one_line(self.before) in on_one_line(
            file.read_text(encoding="utf-8")
        )


def subjects() -> Sequence[Subject]:
    """Read `subjects.toml`."""
    content = tomllib.loads(SUBJECTS.read_text(encoding="utf-8"))
    return [Subject(**each) for each in content["subject"]]


def explained() -> Sequence[Explained]:
    """Read `explained.toml`."""
    content = tomllib.loads(EXPLAINED.read_text(encoding="utf-8"))
    return [Explained(**each) for each in content.get("survivor", ())]
