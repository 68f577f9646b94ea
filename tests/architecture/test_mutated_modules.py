"""`tests/mutants/` names the modules and tests of mutation testing, and explains survivors."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.sources import AREAS, ROOT, sources
from tests.mutants import table
from tests.mutants.mutations import Mutant, mutants_of
from tests.mutants.table import Explained, Subject

SUBJECTS = table.subjects()
EXPLAINED = table.explained()
MODULES = [module for subject in SUBJECTS for module in subject.modules]


@cache
def mutants_of_file(name: str) -> Sequence[Mutant]:
    return mutants_of(name, Path(ROOT, name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_named_files_exist_and_are_sorted(subject: Subject) -> None:
    for names in (subject.modules, subject.tests):
        assert [name for name in names if not Path(ROOT, name).is_file()] == []
        assert [*names] == sorted({*names})


def test_each_module_has_one_subject() -> None:
    assert [name for name, count in Counter(MODULES).items() if count > 1] == []


def test_all_policies_with_functions_are_mutated() -> None:
    policies = (source for source in sources(AREAS) if source.module == "policies")
    assert {source.name for source in policies if [*source.functions()]} - {*MODULES} == set()


@pytest.mark.parametrize("survivor", EXPLAINED, ids=lambda survivor: survivor.before)
def test_an_explained_survivor_is_a_change_of_a_listed_module(survivor: Explained) -> None:
    assert survivor.file in MODULES
    assert survivor.is_present(), "remove the explanation: its line is no longer there"
    assert survivor.reason.endswith(".")
    assert any(map(survivor.is_of, mutants_of_file(survivor.file)))


def test_a_survivor_is_explained_once() -> None:
    changes = Counter((each.file, each.before, each.after) for each in EXPLAINED)
    assert [change for change, count in changes.items() if count > 1] == []


SOURCE = """
LIMIT = 3
_open = select(posts).where(posts.c.id == ID, posts.c.hidden_at.is_(None))


def must_be_short(text: str) -> None:
    check(text)
    if len(text) > LIMIT and not is_long(text):
        raise ValueError(text)
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("LIMIT = 3", "LIMIT = 4"),
        ("    check(text)", "    pass"),
        ("len(text) > LIMIT", "len(text) >= LIMIT"),
        ("and not is_long", "or not is_long"),
        ("not is_long", "is_long"),
        (".where(posts.c.id == ID, posts.c.hidden_at.is_(None))", ""),
        ("posts.c.id == ID, ", ""),
        (".is_(None)", ".is_not(None)"),
        ("posts.c.id == ID", "posts.c.id != ID"),
    ],
)
def test_a_change_is_tried(before: str, after: str) -> None:
    sources = {mutant.source for mutant in mutants_of("posts.py", SOURCE)}
    assert SOURCE.replace(before, after, 1) in sources
