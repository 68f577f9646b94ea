"""Links in the documentation resolve, and decisions are numbered in order."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md")])
DECISIONS = sorted((ROOT / "docs" / "decisions").iterdir())
DELETED = {34, 36, 38, 40, 41, 42, 44}
"""Numbers of deleted decisions, which are not reused."""
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")
HEAD = re.compile(
    r"# (\d{4})\. [A-Z][^\n]+[^.\n]\n\nDate: \d{4}-\d\d-\d\d\n\n## The question\n.+"
    r"\n## The decision\n.+\n## What follows\n.+",
    re.DOTALL,
)
LONGEST_DECISION = 60


def broken_links(page: Path, text: str) -> Iterator[str]:
    """Yield links to missing files and headings."""
    for match in LINK.finditer(text):
        target, _, heading = (match[1] or match[2]).partition("#")
        if "://" in target or target.startswith("mailto:"):
            continue
        file = (page.parent / target) if target else page
        if not file.exists():
            yield f"{page.name}: {target} is not there"
        elif heading and heading not in _headings(file):
            yield f"{page.name}: {target} has no heading #{heading}"


def _headings(page: Path) -> set[str]:
    lines = page.read_text(encoding="utf-8").splitlines()
    titles = [line.lstrip("# ") for line in lines if line.startswith("#")]
    return {re.sub(r"[^\w\- ]", "", title).strip().lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_resolve(page: Path) -> None:
    assert [*broken_links(page, page.read_text(encoding="utf-8"))] == []


def test_a_broken_link_is_found() -> None:
    page = ROOT / "README.md"
    assert [*broken_links(page, "[the moon](docs/moon.md)")]
    assert [*broken_links(page, '<img src="docs/moon.svg">')]
    assert [*broken_links(page, "[nowhere](#the-far-side)")]


def test_decisions_are_numbered_without_gaps() -> None:
    numbers = [int(path.name.partition("-")[0]) for path in DECISIONS]
    assert sorted([*numbers, *DELETED]) == list(range(1, len(numbers) + len(DELETED) + 1))


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.name)
def test_a_decision_has_the_required_form(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    head = HEAD.match(text)
    assert head is not None, "number, date, question, decision, what follows"
    assert head[1] == page.name[:4]
    assert len(text.splitlines()) <= LONGEST_DECISION
